// The data folder that lives through all kills: made once, read at the end, and moved on in time in between.
import { Database } from "bun:sqlite";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAppliance } from "../../../src/app.ts";
import { readConfig } from "../../../src/config.ts";
import { SAMPLES } from "../../../src/media/samples/index.ts";
import { networks } from "../../../src/networks/index.ts";
import type { Post } from "../../../src/publishing/post.ts";
import { openStore } from "../../../src/store/index.ts";

export interface House extends Disposable {
  readonly folder: string;
  readonly profileId: string;
  readonly key: string;
  readonly accountIds: readonly string[];
  readonly photoId: string;
  /** Every post in the store; only while no appliance runs, so that nothing moves. */
  posts(): Promise<Post[]>;
  /** How many targets something still happens to by itself; also beside a running appliance. */
  open(): number;
  /** As if `ms` had passed while no appliance ran: waiting for real would take the bench hours. */
  pass(ms: number): void;
}

/** @param name sets this house's accounts apart from those of others on the same networks */
export async function makeHouse(name: string, accounts: number, networksUrl: string): Promise<House> {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "crier-kill-"));
  const known = await furnish(folder, name, accounts, networksUrl);
  return {
    folder,
    ...known,
    posts: () => allPosts(folder, known.profileId),
    open: () => openTargets(folder),
    pass: (ms) => pass(folder, ms),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function furnish(folder: string, name: string, accounts: number, networksUrl: string) {
  const ids = networks.list.map(({ id }) => id);
  const env = { CRIER_DATA: folder, CRIER_PORT: "0", CRIER_LOG: "silent", CRIER_SIMULATOR: networksUrl };
  const context = { say: () => {}, die: (): never => process.exit(1) };
  await using appliance = await openAppliance(readConfig(env, ids), { context });
  const profileId = appliance.newId();
  const createdAt = appliance.clock.now();
  await appliance.store.profiles.add({ id: profileId, name: "kill", timezone: "UTC", createdAt });
  const scopes = ["read", "write", "publish"] as const;
  const { key } = await appliance.keyring.create({ profileId, name: "kill", scopes, expiresAt: null });
  const made = Array.from({ length: accounts }, async (_, n) => {
    const network = networks.list[n % networks.list.length];
    if (!network) throw new Error("there are no networks");
    return (await appliance.connections.simulate(profileId, network, `ok-${name}-${n}`)).id;
  });
  const { path, filename, mime, altText } = SAMPLES.photo;
  const stream = Bun.file(path).stream();
  const file = { profileId, filename, declaredMime: mime, altText, stream, limitBytes: 4 * 1024 * 1024 };
  const { id: photoId } = await appliance.intake.take(file);
  return { profileId, key, accountIds: await Promise.all(made), photoId };
}

const PAGE = 500;

async function allPosts(folder: string, profileId: string): Promise<Post[]> {
  using store = openStore(folder);
  const all: Post[] = [];
  for (;;) {
    const page = await store.posts.page(profileId, {}, PAGE, all.at(-1)?.id ?? null);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** One that waits for a later question is none of them. */
function openTargets(folder: string): number {
  const db = new Database(join(folder, "crier.sqlite"), { readonly: true });
  const row = db
    .query<{ n: number }, []>(
      `SELECT count(*) AS n FROM target WHERE state NOT IN ('posted', 'failed', 'uncertain')
       OR (state = 'uncertain' AND verification IS NULL)`,
    )
    .get();
  db.close();
  return row?.n ?? 0;
}

/** Due times, the time of the last answer and the time of sending move into the past together. */
function pass(folder: string, ms: number): void {
  const db = new Database(join(folder, "crier.sqlite"), { readwrite: true, strict: true });
  db.run("PRAGMA busy_timeout = 5000");
  db.run("PRAGMA synchronous = FULL");
  db.transaction(() => {
    db.query("UPDATE target SET due_at = due_at - $ms WHERE state IN ('retrying', 'uncertain')").run({ ms });
    db.query(
      `UPDATE target SET verification = json_set(verification, '$.checkedAt', verification ->> '$.checkedAt' - $ms)
       WHERE state = 'uncertain' AND verification IS NOT NULL`,
    ).run({ ms });
    db.query(
      `UPDATE attempt SET sent_at = sent_at - $ms
       WHERE (target_id, n) IN (SELECT id, attempt FROM target WHERE state IN ('committing', 'uncertain'))`,
    ).run({ ms });
  }).immediate();
  db.close();
}
