// Measures how late posts start while 1,000 events a second go to three webhooks, against the same without webhooks.
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { openAppliance } from "../../app/index.ts";
import { webhookDepsOf } from "../../app/webhooks.ts";
import { readConfig } from "../../app/config.ts";
import { networks } from "../../networks/index.ts";
import { atCommandLine } from "../../publishing/actor.ts";
import { createPost } from "../../publishing/create.ts";
import { makeFolder } from "../../tests/chaos/kill/data-folder.ts";
import { startNetworks } from "../../tests/chaos/kill/program.ts";
import { WORDY } from "../../tests/chaos/text-networks.ts";
import { createWebhook, deleteWebhook } from "../../webhooks/manage.ts";
import { readOptions } from "../options.ts";

const HELP = `  --rate N       events a second (1000)
  --posts N      posts of each round, 20 a second, each to an account of its own (200)
  --rounds N     rounds without webhooks and with them, in turns (3)`;

const { rate, posts, rounds } = readOptions("webhooks", HELP, { rate: 1000, posts: 200, rounds: 3 });
const APART_MS = 50;
/** Until the posts of a round are stored. */
const AHEAD_MS = 3000;
const TICK_MS = 10;
const DRAFTS = 100;

await using simulated = await startNetworks({ seed: 1, publishing: 0, other: 0 });
const handles = Array.from({ length: posts }, (_, n) => `ok-hook-${n}`);
using workspace = await makeFolder(handles, simulated.url, WORDY);
const receivers = Bun.spawn([process.execPath, join(import.meta.dir, "receivers.ts")], {
  stdin: "pipe",
  stdout: "pipe",
});
const ports = await firstJson(receivers.stdout);
const env = {
  ...{ CRIER_DATA: workspace.folder, CRIER_LOG: "error", CRIER_SIMULATOR: simulated.url },
  ...{ CRIER_MIN_FREE_MB: "0", CRIER_ALLOW_PRIVATE_HOSTS: "127.0.0.1" },
};
await using appliance = await openAppliance(readConfig(env, networks.list), {
  context: { say: console.error, die: () => process.exit(1) },
  serves: true,
});
const actor = atCommandLine(workspace.profileId);
const hooks = webhookDepsOf(appliance);
const db = new Database(join(workspace.folder, "crier.sqlite"), { readonly: true });
const drafts: string[] = [];
for (let n = 0; n < DRAFTS; n++) drafts.push((await create(`draft ${n}`, n % posts, "draft")).id);
await appliance.startDelivery();

/** The first round warms everything up. */
await round(false);
const results = { without: [] as number[], with: [] as number[] };
for (let n = 0; n < rounds; n++) {
  results.without.push(...(await round(false)));
  results.with.push(...(await round(true)));
}
const { received } = (await (await fetch(`http://127.0.0.1:${ports["fast"]}`)).json()) as {
  received: number;
};
report();
receivers.kill("SIGKILL");
process.exit(0);

function create(caption: string, account: number, schedule: string) {
  const { id = "" } = workspace.accounts[account] ?? {};
  const request = { caption, accounts: [id], media: [], overrides: {}, options: {} };
  return createPost(actor, request, schedule, null, appliance.publishing).then(({ post }) => post);
}

/** Networks refuse a text that an account has just posted, so each round has its own. @returns how late each post was sent, ms */
async function round(withWebhooks: boolean): Promise<number[]> {
  const ids = withWebhooks ? await subscribe() : [];
  const at = Date.now() + AHEAD_MS;
  const stored: string[] = [];
  for (let n = 0; n < posts; n++)
    stored.push(
      (await create(`due ${n} ${new Date(at).toISOString()}`, n, new Date(at + n * APART_MS).toISOString()))
        .id,
    );
  if (Date.now() > at) throw new Error("storing them took too long");
  const stop = makeEvents();
  await untilPosted(stored.at(-1) ?? "");
  const made = stop();
  console.error(`${withWebhooks ? "with webhooks" : "without      "}: ${made} events a second`);
  for (const id of ids) await deleteWebhook(actor, id, hooks);
  // What is on its way ends.
  await Bun.sleep(AHEAD_MS);
  return latenessOf(stored);
}

async function subscribe(): Promise<string[]> {
  const all = Object.values(ports).map(async (port) => {
    const { webhook } = await createWebhook(actor, { url: `http://127.0.0.1:${port}/` }, hooks);
    return webhook.id;
  });
  return await Promise.all(all);
}

/** Edits drafts at the rate. @returns a function that ends it and tells how many there were in a second */
function makeEvents(): () => number {
  const began = performance.now();
  let made = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate);
    for (; made < due; made++) {
      const id = drafts[made % DRAFTS] ?? "";
      const event = { kind: "edited", detail: "labels", data: { fields: ["labels"] } } as const;
      void appliance.store.posts.revise(workspace.profileId, id, () => ({ at: Date.now(), post: {}, event }));
    }
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    return Math.round(made / ((performance.now() - began) / 1000));
  };
}

async function untilPosted(last: string): Promise<void> {
  const state = db.query<{ state: string }, [string]>("SELECT state FROM target WHERE post_id = ?");
  const giveUp = Date.now() + AHEAD_MS + posts * APART_MS + 30_000;
  while (state.get(last)?.state !== "posted") {
    if (Date.now() > giveUp) throw new Error("the posts of a round were never posted");
    await Bun.sleep(APART_MS);
  }
}

function latenessOf(ids: readonly string[]): number[] {
  const sent = db.query<{ late: number }, [string]>(
    `SELECT sent_at - scheduled_for AS late FROM target JOIN post ON post.id = post_id
     JOIN attempt ON target_id = target.id AND n = 1 WHERE post_id = ? AND sent_at IS NOT NULL`,
  );
  return ids.flatMap((id) => sent.get(id)?.late ?? []);
}

function report(): void {
  const line = (name: string, all: readonly number[]) =>
    `${name} mean ${mean(all).toFixed(1)} · p50 ${at(all, 0.5)} · p99 ${at(all, 0.99)} ms (${all.length} posts)`;
  const ratio = (of: (all: readonly number[]) => number) =>
    (of(results.with) / of(results.without)).toFixed(2);
  console.log(line("sent late without webhooks", results.without));
  console.log(line("sent late with webhooks   ", results.with));
  console.log(
    `ratio: mean ${ratio(mean)} · p50 ${ratio((all) => at(all, 0.5))} · p99 ${ratio((all) => at(all, 0.99))}`,
  );
  console.log(`${received} messages arrived where they were answered at once`);
}

function mean(all: readonly number[]): number {
  return all.reduce((sum, each) => sum + each, 0) / all.length;
}

function at(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function firstJson(stream: ReadableStream<Uint8Array>): Promise<Record<string, number>> {
  const { value } = await stream.getReader().read();
  return JSON.parse(new TextDecoder().decode(value)) as Record<string, number>;
}
