// Checks every connector's requests against the networks' published API descriptions: scripts/check-specs.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { casesOf } from "./cases.ts";
import { systemClock } from "../../clock.ts";
import { networks, type NetworkPair } from "../../app/networks.ts";
import { objectOf, readJson, type JsonObject } from "../../networks/client/json.ts";
import { botApi } from "./bot-api.ts";
import type { Description } from "./description.ts";
import { discovery } from "./discovery.ts";
import { openJudge } from "./judge.ts";
import { lexicons } from "./lexicons.ts";
import { openApiDescription } from "./openapi.ts";
import { record, type Recorded } from "./record.ts";

/** What each network published, under the name it is looked for by. */
const PUBLISHED: Readonly<
  Record<string, { readonly file: string; open(file: string, path: string): Description }>
> = {
  bluesky: { file: "bluesky-lexicons", open: lexicons },
  mastodon: {
    file: "mastodon-openapi.json",
    open: (file, path) => openApiDescription(file, documentIn(path), "", /^\/(api|oauth)\//),
  },
  telegram: { file: "telegram-bot-api.json", open: (file, path) => botApi(file, documentIn(path)) },
  youtube: { file: "youtube-v3-discovery.json", open: (file, path) => discovery(file, documentIn(path)) },
  pinterest: {
    file: "pinterest-v5-openapi.json",
    open: (file, path) => openApiDescription(file, documentIn(path), "/v5", /^\/v5\//),
  },
};

const HELP = `scripts/check-specs [FOLDER] [--network ID] [--through URL --port N]

Publishes every post of the conformance tests at the simulators, and holds every request against the network's own
machine-readable description: method, path, query, headers, body. Exit 1 when one is not as described. FOLDER, or
CRIER_SPECS, holds what the networks publish; what is not there is skipped:

${Object.entries(PUBLISHED)
  .map(([id, { file }]) => `  ${id.padEnd(12)}${file}`)
  .join("\n")}

The other networks publish no such description.

With --through, every described exchange is shown to a judging proxy at URL too, which is to look for the network at
http://127.0.0.1:N, and what it says of request and answer in the header sl-violations is a fault. With Prism:

  prism proxy -p 4010 FOLDER/pinterest-v5-openapi.json http://127.0.0.1:4011
  scripts/check-specs FOLDER --network pinterest --through http://127.0.0.1:4010 --port 4011`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    network: { type: "string" },
    through: { type: "string" },
    port: { type: "string" },
    help: { type: "boolean", default: false },
  },
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

const { through } = values;
const port = Number(values.port);
if (through !== undefined && !(port > 0)) {
  console.error("With --through goes --port: where the judge looks for the network.");
  process.exit(2);
}
await using judge = through === undefined ? null : await openJudge(through, port, systemClock);
let bad = 0;
for (const entry of networks.pairs) {
  if ((values.network ?? entry.network.id) === entry.network.id) bad += await check(entry);
}
process.exitCode = bad > 0 ? 1 : 0;

function documentIn(path: string): JsonObject {
  return objectOf(readJson(readFileSync(path, "utf8")));
}

/** How many faults there are. */
async function check(entry: NetworkPair): Promise<number> {
  const { id } = entry.network;
  const published = PUBLISHED[id];
  const path = join(folder, published?.file ?? "");
  if (!published) return printResult(id, "skipped: the network publishes no description");
  if (!existsSync(path)) return printResult(id, `skipped: ${published.file} is not in the folder`);
  const cases = await casesOf(id);
  if (!cases) return printResult(id, "FAILED: it has no conformance cases", 1);
  const description = published.open(published.file, path);
  const found = await inspected(await record(entry, cases), description);
  const { inside, outside, operations, faults, unjudged } = found;
  const counted = `${inside} requests for ${operations.size} operations checked against ${description.source}, ${outside} it does not speak about`;
  for (const [fault, step] of faults) console.log(`  ${fault.replace(": ", ` (${step}): `)}`);
  if (judge)
    console.log(`  answers that the judge says nothing about: ${[...unjudged].join(", ") || "none"}`);
  if (inside === 0) return printResult(id, `FAILED: nothing to check. ${counted}`, 1);
  return printResult(
    id,
    faults.size > 0 ? `FAILED: ${faults.size} faults; ${counted}` : `ok: ${counted}`,
    faults.size,
  );
}

async function inspected(exchanges: readonly Recorded[], description: Description) {
  /** With the step that showed it first. */
  const faults = new Map<string, string>();
  const [operations, unjudged] = [new Set<string>(), new Set<string>()];
  let inside = 0;
  for (const exchange of exchanges) {
    const { step, sent } = exchange;
    const checked = sent && description.check(sent);
    if (!checked) continue;
    inside++;
    operations.add(checked.operation);
    const judged = await judge?.judge(exchange, description.below);
    if (judged?.answerToo === false) unjudged.add(checked.operation);
    for (const each of [...checked.faults, ...(judged?.faults ?? [])]) {
      const fault = `${checked.operation}: ${each}`;
      if (!faults.has(fault)) faults.set(fault, step);
    }
  }
  return { inside, outside: exchanges.length - inside, operations, faults, unjudged };
}

function printResult(id: string, words: string, count = 0): number {
  console.log(`${id.padEnd(12)}${words}`);
  return count;
}
