// Several processes over one database, the accounts they publish to, and who asks for posts all the time.
import type { Post } from "../../../domain/post.ts";
import { requestTo } from "../kill/post-request.ts";
import { draw } from "../kill/random.ts";
import type { Asked } from "../kill/verdict.ts";
import { openAuthor } from "./author.ts";
import { openBenchDatabase, type BenchDatabase } from "./database.ts";
import { startMembers, type Members } from "./members.ts";

export interface Cluster extends AsyncDisposable {
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
  /** Addresses of the database, which the processes use in turns. */
  readonly databases: readonly [string, ...string[]];
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
  const { name, databases, engine, networksUrl, targets, leaseMs, random } = options;
  await using opening = new AsyncDisposableStack();
  const [url] = databases;
  const author = opening.use(await openAuthor({ url, networksUrl, name, handles: targets * POOL }));
  const program = { program: engine, count: options.processes };
  const members = opening.use(await startMembers({ ...program, databases, networksUrl, leaseMs }));
  const database = opening.use(openBenchDatabase(url));
  const opened = opening.move();
  const requests: Asked[] = [];
  return {
    ...{ database, members, random, targets, leaseMs, requests },
    async ask() {
      const chosen = draw(author.accounts, targets, random);
      const request = requestTo(chosen, `nodes ${name}-${requests.length}`);
      const asked: Asked = { text: request.caption, targets, id: null };
      requests.push(asked);
      asked.id = await author.create(request).catch(() => null);
    },
    posts: () => author.posts(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
