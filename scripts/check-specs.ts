// scripts/check-specs: every request of every connector against what its network published about it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { casesOf } from "./specs/cases.ts";
import { networks, type Entry } from "../src/networks/index.ts";
import { objectOf, readJson, type JsonObject } from "../src/networks/json.ts";
import { botApi } from "./specs/bot-api.ts";
import type { Description } from "./specs/description.ts";
import { discovery } from "./specs/discovery.ts";
import { lexicons } from "./specs/lexicons.ts";
import { openApi } from "./specs/openapi.ts";
import { recorded } from "./specs/record.ts";

/** What each network published, under the name it is looked for by. */
const PUBLISHED: Readonly<
  Record<string, { readonly file: string; open(file: string, path: string): Description }>
> = {
  bluesky: { file: "bluesky-lexicons", open: lexicons },
  mastodon: {
    file: "mastodon-openapi.json",
    open: (file, path) => openApi(file, documentIn(path), "", /^\/(api|oauth)\//),
  },
  telegram: { file: "telegram-bot-api.json", open: (file, path) => botApi(file, documentIn(path)) },
  youtube: { file: "youtube-v3-discovery.json", open: (file, path) => discovery(file, documentIn(path)) },
  pinterest: {
    file: "pinterest-v5-openapi.json",
    open: (file, path) => openApi(file, documentIn(path), "/v5", /^\/v5\//),
  },
};

const HELP = `scripts/check-specs [FOLDER] [--network ID]

Publishes every post of the conformance tests at the simulators, and holds every request against the network's own
machine-readable description: method, path, query, headers, body. Exit 1 when one is not as described. FOLDER, or
CRIER_SPECS, holds what the networks publish; what is not there is skipped:

${Object.entries(PUBLISHED)
  .map(([id, { file }]) => `  ${id.padEnd(12)}${file}`)
  .join("\n")}

The other networks publish no such description.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { network: { type: "string" }, help: { type: "boolean", default: false } },
});
const folder = positionals[0] ?? process.env["CRIER_SPECS"] ?? "";
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (folder === "" || !existsSync(folder)) {
  console.error(folder === "" ? `Which folder? ${HELP}` : `There is no folder ${folder}.`);
  process.exit(2);
}

let bad = 0;
for (const entry of networks.entries) {
  if ((values.network ?? entry.network.id) === entry.network.id) bad += await check(entry);
}
process.exit(bad > 0 ? 1 : 0);

function documentIn(path: string): JsonObject {
  return objectOf(readJson(readFileSync(path, "utf8")));
}

/** How many faults there are. */
async function check(entry: Entry): Promise<number> {
  const { id } = entry.network;
  const published = PUBLISHED[id];
  const path = join(folder, published?.file ?? "");
  if (!published) return told(id, "skipped: the network publishes no description");
  if (!existsSync(path)) return told(id, `skipped: ${published.file} is not in the folder`);
  const cases = await casesOf(id);
  if (!cases) return told(id, "FAILED: it has no conformance cases", 1);
  const description = published.open(published.file, path);
  const faults = new Set<string>();
  const operations = new Set<string>();
  let [inside, outside] = [0, 0];
  for (const { step, sent } of await recorded(entry, cases)) {
    const checked = sent && description.check(sent);
    if (!checked) {
      outside++;
      continue;
    }
    inside++;
    operations.add(checked.operation);
    for (const fault of checked.faults) faults.add(`${checked.operation} (${step}): ${fault}`);
  }
  const counted = `${inside} requests for ${operations.size} operations checked against ${description.source}, ${outside} it does not speak about`;
  for (const fault of faults) console.log(`  ${fault}`);
  if (inside === 0) return told(id, `FAILED: nothing to check. ${counted}`, 1);
  return told(
    id,
    faults.size > 0 ? `FAILED: ${faults.size} faults; ${counted}` : `ok: ${counted}`,
    faults.size,
  );
}

function told(id: string, words: string, count = 0): number {
  console.log(`${id.padEnd(12)}${words}`);
  return count;
}
