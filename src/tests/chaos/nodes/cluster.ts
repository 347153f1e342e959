// Several processes over one database, the accounts they publish to, and who asks for posts all the time.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAppliance } from "../../../app/index.ts";
import { readConfig } from "../../../app/config.ts";
import { networks } from "../../../networks/index.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createPost } from "../../../publishing/create.ts";
import type { Post } from "../../../domain/post.ts";
import type { PostgresServer } from "../../support/postgres.ts";
import { postsOf, prepareAccounts } from "../kill/data-folder.ts";
import { requestTo } from "../kill/post-request.ts";
import { draw } from "../kill/random.ts";
import type { Asked } from "../kill/verdict.ts";
import { openBenchDatabase, type BenchDatabase } from "./database.ts";
import { SHARED_SETTINGS, startMembers, type Members } from "./members.ts";

export interface Cluster extends AsyncDisposable {
  readonly server: PostgresServer;
  readonly database: BenchDatabase;
  readonly members: Members;
  readonly random: () => number;
  /** Accounts of each post. */
  readonly targets: number;
  readonly leaseMs: number;
  /** Asks for a post; no answer is no news. */
  ask(): Promise<void>;
  readonly requests: readonly Asked[];
  /** Every post in the store. */
  posts(): Promise<Post[]>;
}

export interface ClusterOptions {
  readonly name: string;
  readonly server: PostgresServer;
  readonly engine: readonly string[];
  readonly networksUrl: string;
  readonly processes: number;
  readonly targets: number;
  readonly leaseMs: number;
  readonly random: () => number;
}

/** Accounts for each of a post's, as in the bench of one process that is killed. */
const POOL = 10;

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { name, server, engine, networksUrl, targets, leaseMs, random } = options;
  await using opening = new AsyncDisposableStack();
  const url = await server.database();
  const author = opening.use(await openAuthor(url, networksUrl));
  // Words alone: files would need a bucket.
  const takingText = networks.list.filter(({ rules }) => rules.requires === null);
  const handles = Array.from({ length: targets * POOL }, (_, n) => `ok-${name}-${n}`);
  const { profileId, accounts } = await prepareAccounts(author.appliance, handles, takingText);
  const program = { program: engine, count: options.processes };
  const members = opening.use(await startMembers({ ...program, database: url, networksUrl, leaseMs }));
  const database = opening.use(openBenchDatabase(url));
  const opened = opening.move();
  const requests: Asked[] = [];
  return {
    ...{ server, database, members, random, targets, leaseMs, requests },
    async ask() {
      const request = requestTo(draw(accounts, targets, random), `nodes ${name}-${requests.length}`);
      const asked: Asked = { text: request.caption, targets, id: null };
      requests.push(asked);
      const actor = atCommandLine(profileId);
      const made = await createPost(actor, request, "now", null, author.appliance.publishing).catch(
        () => null,
      );
      asked.id = made?.post.id ?? null;
    },
    posts: () => postsOf(author.appliance.store, profileId),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Asks for posts as a command does, beside those who deliver. */
async function openAuthor(url: string, networksUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), "crier-author-"));
  const settings = {
    CRIER_DATA: folder,
    CRIER_DATABASE: url,
    CRIER_SIMULATOR: networksUrl,
    ...SHARED_SETTINGS,
  };
  const context = { say: () => {}, die: (): never => process.exit(1) };
  const appliance = await openAppliance(readConfig(settings, networks.list), { context, begins: true });
  return {
    appliance,
    async [Symbol.asyncDispose]() {
      await appliance[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
