// Kills the process that delivers while webhooks go out, and compares what arrived with what the database says happened.
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { openAppliance } from "../../../app/index.ts";
import { readConfig } from "../../../app/config.ts";
import { networks } from "../../../networks/index.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createWebhook } from "../../../webhooks/manage.ts";
import { webhookDepsOf } from "../../../app/webhooks.ts";
import { makeFolder, type TestFolder } from "../kill/data-folder.ts";
import { requestTo } from "../kill/post-request.ts";
import { NO_FAULTS, readiness, startAppliance, startNetworks } from "../kill/program.ts";
import { settle } from "../kill/settle.ts";
import { seedRandom } from "../kill/random.ts";
import { WORDY } from "../text-networks.ts";
import { openHooks, type Hooks } from "./receiver.ts";

export interface OutboxOptions {
  readonly kills: number;
  readonly seed: number;
  /** Command that starts what delivers, and nothing else. */
  readonly engine: readonly string[];
  readonly progress: (kills: number, arrivals: number) => void;
}

export interface OutboxResult {
  readonly kills: number;
  readonly posts: number;
  /** Events that the webhook was to get, and requests that arrived: the rest of these came again. */
  readonly events: number;
  readonly arrivals: number;
  /** Messages that kills found being sent. */
  readonly interrupted: number;
  /** Each must be 0. Events that never arrived, */
  readonly lost: number;
  /** requests about something that the database did not have at that moment, or has no more, */
  readonly early: number;
  /** requests whose body differs from the stored one, or whose signature is wrong, */
  readonly wrong: number;
  /** and posts that settled without an event that says so. */
  readonly silent: number;
}

const ACCOUNTS = 6;
/** Anywhere from the first moment of a start to when all is delivered. */
const LONGEST_MS = 450;
const STARTING = 0.15;
const STARTING_MS = 80;
const SETTLE_LOOK_MS = 50;
const SETTLE_LOOKS = 4800;

export async function outboxCampaign({
  kills,
  seed,
  engine,
  progress,
}: OutboxOptions): Promise<OutboxResult> {
  const random = seedRandom(seed);
  await using stage = await startNetworks(NO_FAULTS);
  const handles = Array.from({ length: ACCOUNTS }, (_, n) => `ok-hook-${n}`);
  using workspace = await makeFolder(handles, stage.url, WORDY);
  using db = openDatabase(workspace);
  using hooks = await openHooks(random, db);
  const env = { CRIER_ALLOW_PRIVATE_HOSTS: hooks.host };
  hooks.trust(new Webhook(await subscribe(workspace, hooks, stage.url)));
  const first = lastEvent(db);
  let interrupted = 0;
  let posts = 0;
  for (let kill = 0; kill < kills; kill++) {
    await using appliance = startAppliance(engine, workspace.folder, stage.url, env);
    if (random() < STARTING) {
      await Bun.sleep(random() * STARTING_MS);
    } else {
      await readiness(appliance);
      await workspace.create(requestTo(workspace.accounts, `post ${posts++}`));
      await Bun.sleep(random() * LONGEST_MS);
    }
    await appliance.end("SIGKILL");
    interrupted += count(db, "SELECT count(*) AS n FROM webhook_delivery WHERE state = 'sending'");
    hurry(db);
    progress(kill + 1, hooks.arrivals.length);
  }
  await deliverRest(engine, workspace, hooks, stage.url, db);
  return { kills, posts, interrupted, ...verdict(db, first, hooks) };
}

function openDatabase({ folder }: TestFolder): Database {
  const db = new Database(join(folder, "crier.sqlite"), { readwrite: true });
  db.run("PRAGMA busy_timeout = 5000");
  return db;
}

async function subscribe(workspace: TestFolder, hooks: Hooks, networksUrl: string): Promise<string> {
  const env = {
    ...{ CRIER_DATA: workspace.folder, CRIER_LOG: "silent", CRIER_SIMULATOR: networksUrl },
    CRIER_ALLOW_PRIVATE_HOSTS: hooks.host,
  };
  const context = { say: () => {}, die: (): never => process.exit(1) };
  await using appliance = await openAppliance(readConfig(env, networks.list), { context });
  const deps = webhookDepsOf(appliance);
  return (await createWebhook(atCommandLine(workspace.profileId), { url: hooks.url }, deps)).secret;
}

/** What was answered badly need not wait for hours. */
function hurry(db: Database): void {
  db.run("UPDATE webhook_delivery SET due_at = min(due_at, ?) WHERE due_at IS NOT NULL", [Date.now()]);
}

/** What is left is published; a last process then delivers what is left, to a server that answers well. */
async function deliverRest(
  engine: readonly string[],
  { folder }: TestFolder,
  hooks: Hooks,
  networksUrl: string,
  db: Database,
): Promise<void> {
  await settle(folder, engine, networksUrl);
  hooks.behave();
  await using appliance = startAppliance(engine, folder, networksUrl, {
    CRIER_ALLOW_PRIVATE_HOSTS: hooks.host,
  });
  await readiness(appliance);
  const open = "SELECT count(*) AS n FROM webhook_delivery WHERE state IN ('waiting', 'sending')";
  for (let look = 0; count(db, open) > 0; look++) {
    if (look > SETTLE_LOOKS) throw new Error(`${count(db, open)} messages were never delivered`);
    hurry(db);
    await Bun.sleep(SETTLE_LOOK_MS);
  }
}

function verdict(db: Database, first: number, { arrivals, early, wrong }: Hooks) {
  const stored = db
    .query<{ id: string; body: string }, [number]>("SELECT id, body FROM webhook_event WHERE seq > ?")
    .all(first);
  const bodies = new Map(stored.map(({ id, body }) => [`msg_${id}`, body]));
  const seen = new Set(arrivals.map(({ id }) => id));
  const strange = arrivals.filter(({ id }) => !bodies.has(id)).length;
  const changed = arrivals.filter(({ id, body }) => bodies.has(id) && bodies.get(id) !== body).length;
  const silent = count(
    db,
    `SELECT count(*) AS n FROM post WHERE status IN ('posted', 'partial', 'failed') AND NOT EXISTS (
       SELECT 1 FROM webhook_event WHERE post_id = post.id AND type = 'post.settled')`,
  );
  return {
    events: stored.length,
    arrivals: arrivals.length,
    lost: [...bodies.keys()].filter((id) => !seen.has(id)).length,
    early: Math.max(early(), strange),
    wrong: wrong() + changed,
    silent,
  };
}

const lastEvent = (db: Database) => count(db, "SELECT coalesce(max(seq), 0) AS n FROM webhook_event");
const count = (db: Database, sql: string): number => db.query<{ n: number }, []>(sql).get()?.n ?? 0;
