// Runs one restore: publish, back up in the middle, publish on, restore, settle, and compare with the networks.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Database } from "bun:sqlite";
import type { Appliance } from "../../../app/index.ts";
import { makeBackup } from "../../../ops/backup.ts";
import { restoreBackup } from "../../../ops/restore.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createPost } from "../../../publishing/create.ts";
import type { Post } from "../../../domain/post.ts";
import { retryPost, schedulePost } from "../../../publishing/manage.ts";
import { draw, seedRandom } from "../kill/random.ts";
import type { Live } from "../kill/program.ts";
import { judge, type Asked, type Verdict } from "../kill/verdict.ts";
import { openRestoreSetup, rowsOf, type RestoreSetup, type Template } from "./setup.ts";

export interface RunOptions {
  readonly seed: number;
  readonly faults: { readonly publishing: number; readonly other: number };
  /** Accounts of each post, at most. */
  readonly targets: number;
  /** Puts the backup's database back by hand, as if there were no hold. */
  readonly control: boolean;
}

export interface RunResult extends Verdict {
  /** Sent by itself although it may have gone out before the restore, one line each. */
  readonly selfSent: readonly string[];
  /** What the backup caught under way, by state; and what was held. */
  readonly states: Readonly<Record<string, number>>;
  readonly held: number;
  /** Held ones that the networks then knew to be live. */
  readonly found: number;
  /** Held ones that were live, whatever Crier came to know. */
  readonly heldLive: number;
  readonly handMade: boolean;
}

const MINUTE = 60_000;

export async function runOnce(template: Template, options: RunOptions): Promise<RunResult> {
  const random = seedRandom(options.seed);
  await using setup = await openRestoreSetup(template, { seed: options.seed, ...options.faults });
  const poster = posterFor(template, options, random);

  const first = await setup.open();
  await poster.ask(first, 1 + Math.floor(random() * 3));
  if (random() < 0.6) await untilSending(setup, first);
  else await setup.pass(random() * (random() < 0.6 ? 600 : 5000));
  const request = {
    data: setup.folder,
    database: null,
    to: setup.place,
    withKey: false,
    configuredKey: null,
    bucket: null,
  };
  const backup = await makeBackup(request, setup.clock, () => {});
  const before = poster.asked.splice(0);

  // People act in some runs; what only they can have sent is held only when the operator asks for that.
  const handMade = random() < 0.25;
  await poster.ask(first, Math.floor(random() * 2));
  await setup.pass(random() * 3000);
  if (handMade) await actByHand(first, before, template, random);
  if (random() < 0.5) await setup.pass(random() * 4000);
  else await worksOn(setup, first, setup.clock.now() + Math.floor(random() * 45 * MINUTE));
  await setup.end(first);
  setup.clock.set(setup.clock.now() + Math.floor(random() * 10 * MINUTE));

  if (options.control) putBackByHand(setup, backup.path);
  else
    await restoreBackup(
      {
        backup: backup.path,
        data: setup.folder,
        force: true,
        everything: handMade,
        configuredKey: null,
        bucket: null,
      },
      setup.clock,
      () => {},
    );
  const held = rowsOf<{ id: string; attempt: number }>(setup.folder, HELD);
  const second = await setup.open();
  await toTheEnd(setup, second);
  const posts = await postsOf(second, template.profileId);
  await setup.end(second);
  return {
    ...verdictOf(before, posts, setup.live(), held),
    states: backup.manifest.targets,
    held: held.length,
    handMade,
  };
}

/** Until a send mark has no outcome yet, which is soon over; chance alone may never copy it. */
async function untilSending(setup: RestoreSetup, appliance: Appliance): Promise<void> {
  for (let steps = 0; steps < 250; steps++) {
    if (setup.rows(appliance, "SELECT 1 FROM target WHERE state = 'committing' LIMIT 1").length > 0) return;
    await setup.pass(20);
  }
}

/** What a restore has held. */
export const HELD = "SELECT id, attempt FROM target WHERE failure ->> '$.code' = 'restored'";

function posterFor({ profileId, accountIds }: Template, { seed, targets }: RunOptions, random: () => number) {
  const requests: Asked[] = [];
  let posts = 0;
  return {
    asked: requests,
    async ask(appliance: Appliance, count: number): Promise<void> {
      for (let n = 0; n < count; n++) {
        const text = `restore ${seed}-${posts++}`;
        const accounts = draw(accountIds, 1 + Math.floor(random() * targets), random);
        const request = { caption: text, accounts, media: [], overrides: {}, options: {} };
        const { post } = await createPost(
          atCommandLine(profileId),
          request,
          scheduleOf(appliance, random),
          null,
          appliance.publishing,
        );
        requests.push({ text, targets: accounts.length, id: post.id });
      }
    },
  };
}

/** Most go out at once, some soon (before or after a restore), some much later. */
function scheduleOf({ clock }: Appliance, random: () => number): string {
  const choice = random();
  if (choice < 0.55) return "now";
  const ms = choice < 0.85 ? 1000 + random() * 40 * MINUTE : 3 * 60 * MINUTE;
  return new Date(clock.now() + Math.round(ms)).toISOString();
}

/** Somebody retries what failed, and publishes early what was scheduled. */
async function actByHand(
  appliance: Appliance,
  requests: readonly Asked[],
  { profileId }: Template,
  random: () => number,
) {
  const actor = atCommandLine(profileId);
  for (const { id } of requests) {
    const post = id === null ? null : await appliance.publishing.posts.get(profileId, id);
    if (!post || random() < 0.3) continue;
    const failed = post.targets.some(({ state }) => state === "failed");
    const waits = post.targets.every(({ state, attempt }) => state === "pending" && attempt === 0);
    // What the dispatcher was faster with is no fault.
    if (failed) await retryPost(actor, post.id, appliance.publishing).catch(() => {});
    else if (waits) await schedulePost(actor, post.id, "now", appliance.publishing).catch(() => {});
  }
}

/** Restores as a person does who doesn't know `crier restore`, unnoticed by Crier. */
function putBackByHand({ folder }: RestoreSetup, backup: string): void {
  for (const name of ["crier.sqlite", "crier.sqlite-wal", "crier.sqlite-shm", "high-water.json"])
    rmSync(join(folder, name), { force: true });
  const path = join(folder, "crier.sqlite");
  using copy = new Database(join(backup, "crier.sqlite"), { readonly: true });
  copy.query("VACUUM INTO ?").run(path);
  using db = new Database(path, { readwrite: true });
  db.run("UPDATE workspace SET backup_at = NULL");
}

/** Lets long times pass quickly: what is under way gets its moments, and in between the clock jumps to what is due. */
async function worksOn(setup: RestoreSetup, appliance: Appliance, until: number): Promise<void> {
  const { clock, pass, rows } = setup;
  for (let left = until - clock.now(); left > 0; left = until - clock.now()) {
    const isBusy = rows(appliance, UNDER_WAY).length > 0;
    const next = (await appliance.store.journal.nextDue(0)) ?? until;
    if (!isBusy && next > clock.now()) clock.turn(Math.min(next - clock.now(), left));
    await pass(200);
  }
}

const UNDER_WAY = "SELECT id FROM target WHERE state IN ('preparing', 'committing') LIMIT 1";
const OPEN = `SELECT state, attempt, due_at AS due FROM target WHERE state NOT IN ('draft', 'posted', 'failed', 'uncertain')
  OR (state = 'uncertain' AND due_at IS NOT NULL AND verification IS NULL)`;
const MOST_ROUNDS = 3000;

/** Until nothing is left to do by itself; what waits for a time is helped by time that passes ever faster. */
async function toTheEnd(setup: RestoreSetup, appliance: Appliance): Promise<void> {
  let [seen, quiet] = ["", 0];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = setup.rows<{ due: number | null }>(appliance, OPEN);
    if (open.length === 0) return;
    const now = JSON.stringify(open);
    quiet = now === seen ? quiet + 1 : 0;
    seen = now;
    const next = (await appliance.store.journal.nextDue(0)) ?? 0;
    // Nothing under way: straight to the next moment at which there is something to do.
    const idle = open.every(({ due }) => due !== null && due > setup.clock.now());
    if (idle && next > setup.clock.now() + 1000) setup.clock.turn(next - setup.clock.now());
    await setup.pass(Math.min(40 * 2 ** Math.floor(quiet / 8), 5000));
  }
}

async function postsOf({ publishing }: Appliance, profileId: string): Promise<Post[]> {
  return await publishing.posts.page(profileId, {}, 1000, null);
}

/** @param held as they were right after the restore */
export function verdictOf(
  requests: readonly Asked[],
  posts: readonly Post[],
  live: readonly Live[],
  held: readonly { id: string; attempt: number }[],
) {
  const texts = new Set(posts.map(({ caption }) => caption));
  const known = live.filter(({ text }) => texts.has(text));
  const others = live.filter(({ text }) => !texts.has(text));
  const targets = new Map(
    posts.flatMap((post) => post.targets.map((target) => [target.id, { post, target }] as const)),
  );
  const pairs = held.flatMap(({ id, attempt }) => {
    const found = targets.get(id);
    return found ? [{ ...found, attempt }] : [];
  });
  const verdict = judge(requests, posts.map(heldIsAsked), known);
  return {
    ...verdict,
    double: [...verdict.double, ...judge([], [], others).double],
    selfSent: pairs
      .filter(
        ({ target, attempt }) =>
          target.attempt !== attempt || !["uncertain", "posted"].includes(target.state),
      )
      .map(
        ({ target }) =>
          `target ${target.id} (${target.platform}) was held and is ${target.state}, attempt ${target.attempt}`,
      ),
    found: pairs.filter(({ target }) => target.state === "posted").length,
    heldLive: pairs.filter(({ post, target }) =>
      known.some(
        ({ network, account, text }) =>
          network === target.platform && account === target.handle && text === post.caption,
      ),
    ).length,
  };
}

/** One that waits for a person from the start is no loose end. */
function heldIsAsked(post: Post): Post {
  const answered = { method: "", verdict: "unknown", checkedAt: 0, evidence: "", checks: 0 } as const;
  const targets = post.targets.map((target) =>
    target.failure?.code === "restored" && target.dueAt === null
      ? { ...target, verification: target.verification ?? answered }
      : target,
  );
  return { ...post, targets };
}
