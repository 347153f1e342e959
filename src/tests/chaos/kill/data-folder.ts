// Manages the data folder that survives all kills: made once, moved on in time in between, read at the end.
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAppliance, type Appliance } from "../../../app/index.ts";
import { readConfig } from "../../../app/config.ts";
import { networks } from "../../../networks/index.ts";
import type { Network } from "../../../networks/network.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createPost } from "../../../publishing/create.ts";
import type { PostRequest } from "../../../publishing/targets.ts";
import type { Post } from "../../../domain/post.ts";
import type { Store } from "../../../domain/store/index.ts";
import { storeFiles } from "../../../store/index.ts";
import { PHOTO, photo, VIDEO, video } from "./files.ts";
import { createKey } from "../../../admin/keys.ts";
import { ENTRY } from "../../support/audit-entry.ts";

/** What is in the folder from the beginning. */
export interface FolderContents {
  readonly profileId: string;
  readonly key: string;
  readonly accounts: readonly Account[];
  readonly media: { readonly photo: string; readonly video: string };
}

export interface Account {
  readonly id: string;
  readonly platform: string;
}

export interface TestFolder extends FolderContents, Disposable {
  readonly folder: string;
  /** Stores a post, beside a running appliance as any other process of Crier. @returns its id */
  create(request: PostRequest): Promise<string>;
  /** Every post in the store; only while no appliance runs, so that nothing moves. */
  posts(): Promise<Post[]>;
  /** Another folder with the same in it; only while no appliance runs. */
  copy(): TestFolder;
}

/** @param handles one account each, over these networks in turn */
export async function makeFolder(
  handles: readonly string[],
  networksUrl: string,
  on: readonly Network[] = networks.list,
): Promise<TestFolder> {
  const folder = newFolder();
  await using appliance = await open(folder, networksUrl);
  return folderOf(folder, networksUrl, await prepareFolder(appliance, handles, on));
}

function folderOf(folder: string, networksUrl: string, contents: FolderContents): TestFolder {
  return {
    folder,
    ...contents,
    async create(request) {
      await using appliance = await open(folder, networksUrl);
      const { post } = await createPost(
        atCommandLine(contents.profileId),
        request,
        "now",
        null,
        appliance.publishing,
      );
      return post.id;
    },
    posts: () => allPosts(folder, contents.profileId),
    copy() {
      const another = newFolder();
      cpSync(folder, another, { recursive: true });
      return folderOf(another, networksUrl, contents);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function newFolder(): string {
  return mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "crier-kill-"));
}

function open(folder: string, networksUrl: string): Promise<Appliance> {
  const env = { CRIER_DATA: folder, CRIER_LOG: "silent", CRIER_SIMULATOR: networksUrl };
  const context = { say: () => {}, die: (): never => process.exit(1) };
  return openAppliance(readConfig(env, networks.list), { context, begins: true });
}

async function prepareFolder(
  appliance: Appliance,
  handles: readonly string[],
  on: readonly Network[],
): Promise<FolderContents> {
  const contents = await prepareAccounts(appliance, handles, on);
  const media = {
    photo: await take(appliance, contents.profileId, PHOTO, await photo()),
    video: await take(appliance, contents.profileId, VIDEO, await video()),
  };
  return { ...contents, media };
}

/** A profile with a key and simulated accounts, one for each handle, over these networks in turn. */
export async function prepareAccounts(
  appliance: Appliance,
  handles: readonly string[],
  on: readonly Network[],
): Promise<Omit<FolderContents, "media">> {
  const profileId = appliance.newId();
  const createdAt = appliance.clock.now();
  await appliance.store.profiles.create(
    {
      ...{ id: profileId, name: "kill", timezone: "UTC", keepMetadata: false, review: false, createdAt },
      ...{ weekStart: "monday", defaultAccounts: null },
    },
    [],
    ENTRY,
  );
  const scopes = ["read", "write", "publish"] as const;
  const { key } = await createKey("cli", { profileId, name: "kill", scopes, expiresAt: null }, appliance);
  const accounts = handles.map(async (handle, n) => {
    const network = on[n % on.length];
    if (!network) throw new Error("there are no networks");
    const { id } = await appliance.connections.simulate(profileId, network, handle, "cli");
    return { id, platform: network.id };
  });
  return { profileId, key, accounts: await Promise.all(accounts) };
}

async function take({ ingest }: Appliance, profileId: string, file: typeof PHOTO, bytes: Uint8Array) {
  const stream = new Blob([bytes]).stream();
  return (await ingest.take({ profileId, actor: "cli", ...file, stream, limitBytes: 1_000_000 })).id;
}

const PAGE = 500;

async function allPosts(folder: string, profileId: string): Promise<Post[]> {
  await using store = await storeFiles.open(folder);
  return await postsOf(store, profileId);
}

/** All posts of a profile. */
export async function postsOf({ posts }: Pick<Store, "posts">, profileId: string): Promise<Post[]> {
  const all: Post[] = [];
  for (;;) {
    const page = await posts.page(profileId, {}, PAGE, all.at(-1)?.id ?? null);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
