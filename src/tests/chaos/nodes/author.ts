// Prepares accounts in a database and asks for posts there, as a command does beside the processes that deliver.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAppliance } from "../../../app/index.ts";
import { readConfig } from "../../../app/config.ts";
import { networks } from "../../../networks/index.ts";
import type { Post } from "../../../domain/post.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createPost } from "../../../publishing/create.ts";
import type { PostRequest } from "../../../publishing/targets.ts";
import { postsOf, prepareAccounts, type Account } from "../kill/data-folder.ts";
import { SHARED_SETTINGS } from "./members.ts";

export interface Author extends AsyncDisposable {
  readonly accounts: readonly Account[];
  readonly key: string;
  /** Stores a post. @returns its id */
  create(request: PostRequest): Promise<string>;
  /** Every post in the store. */
  posts(): Promise<Post[]>;
}

export interface AuthorOptions {
  readonly url: string;
  readonly networksUrl: string;
  /** Tells its accounts from others' on the same networks. */
  readonly name: string;
  readonly handles: number;
}

export async function openAuthor({ url, networksUrl, name, handles }: AuthorOptions): Promise<Author> {
  const folder = mkdtempSync(join(tmpdir(), "crier-author-"));
  const own = { CRIER_DATA: folder, CRIER_DATABASE: url, CRIER_SIMULATOR: networksUrl };
  const context = { say: () => {}, die: (): never => process.exit(1) };
  const config = readConfig({ ...own, ...SHARED_SETTINGS }, networks.list);
  const appliance = await openAppliance(config, { context, begins: true });
  // Words alone: files would need a bucket.
  const takingText = networks.list.filter(({ rules }) => rules.requires === null);
  const all = Array.from({ length: handles }, (_, n) => `ok-${name}-${n}`);
  const { profileId, accounts, key } = await prepareAccounts(appliance, all, takingText);
  const actor = atCommandLine(profileId);
  return {
    ...{ accounts, key },
    create: async (request) => (await createPost(actor, request, "now", null, appliance.publishing)).post.id,
    posts: () => postsOf(appliance.store, profileId),
    async [Symbol.asyncDispose]() {
      await appliance[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
