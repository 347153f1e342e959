// Opens a world with accounts, and makes the requests that most tests of posts share.
import type { Scope } from "../../domain/api-key.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { openWorld, isSettled, type Answer, type PostBody, type World } from "./world.ts";
import { TOYS } from "./toy/variants.ts";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";
import { ENTRY } from "./audit-entry.ts";
import { waitUntil } from "./wait-until.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A world with toy networks beside the real ones. @param accounts as `network:handle` */
export async function openWorldWith(
  accounts: readonly string[],
  env: Record<string, string> = {},
): Promise<World> {
  const world = await openWorld(env, TOYS);
  for (const account of accounts) {
    const [platform = "", handle = ""] = account.split(":");
    await world.account(platform, handle);
  }
  return world;
}

/** A draft, unless `more` says otherwise. */
export const create = (
  world: World,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  world.ask(
    "POST",
    "/posts",
    { caption: "Hello", schedule: "draft", ...more },
    { prefer: "respond-async", ...headers },
  );

export async function read(world: World, id: string): Promise<PostBody> {
  return (await world.ask("GET", `/posts/${id}`)).json as PostBody;
}

export async function list(world: World, query = ""): Promise<PostBody[]> {
  const { status, json } = await world.ask("GET", `/posts${query}`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json["posts"] as PostBody[];
}

/** Published now and waited for. */
export async function publish(world: World, more: Record<string, unknown> = {}): Promise<PostBody> {
  const { id } = await world.post({ caption: "Hello", schedule: "now", ...more });
  return await world.until(id, isSettled);
}

export function target(post: PostBody, index = 0): PostBody["targets"][number] {
  const found = post.targets[index];
  if (!found) throw new Error(`no target ${index}`);
  return found;
}

/** A post whose only target is uncertain, and about which the network has been asked once. */
export async function uncertainPost(world: World, more: Record<string, unknown> = {}): Promise<PostBody> {
  const { id } = await world.post({ caption: "Boo", schedule: "now", accounts: ["mastodon:ghost"], ...more });
  return await world.until(id, ({ targets }) => targets[0]?.verification?.verdict === "unknown");
}

export const inFuture = (world: World, ms: number): string => new Date(world.clock.now() + ms).toISOString();

export async function upload(
  world: World,
  sample: keyof typeof SAMPLES = "photo",
  fields: Record<string, string> = {},
): Promise<string> {
  const { path } = SAMPLES[sample];
  const form = new FormData();
  form.set("file", new Blob([await Bun.file(path).bytes()], { type: Bun.file(path).type }), `a-${sample}`);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { status, json } = await world.ask("POST", "/media", form);
  if (status !== 201) throw new Error(JSON.stringify(json));
  return (json["media"] as { id: string }).id;
}

export async function keyFor(
  world: World,
  {
    profileId = world.profileId,
    scopes = ["read", "write", "publish"] as readonly Scope[],
    expiresAt = null as number | null,
  } = {},
): Promise<Record<string, string>> {
  const { key } = await createKey("cli", { profileId, name: "another", scopes, expiresAt }, world.appliance);
  return { authorization: `Bearer ${key}` };
}

/** Another profile of the workspace with a key of its own. */
export async function otherProfile(
  world: World,
): Promise<{ profileId: string; headers: Record<string, string> }> {
  const { appliance } = world;
  const { id: profileId } = await createProfile("cli", { name: `stranger ${appliance.newId()}` }, appliance);
  return { profileId, headers: await keyFor(world, { profileId }) };
}

/** Gives the profile these queue slots. */
export async function setSlots(
  world: World,
  slots: readonly { time: string; timezone?: string; weekdays?: readonly number[] }[],
): Promise<void> {
  await world.appliance.store.slots.replace(
    world.profileId,
    slots.map(({ time, timezone = "UTC", weekdays = [1, 2, 3, 4, 5, 6, 7] }) => ({
      id: world.appliance.newId(),
      profileId: world.profileId,
      weekdays,
      time,
      timezone,
    })),
    null,
    ENTRY,
  );
}

/** Pointers of the fields that were refused. */
export const pointers = ({ json }: Answer): string[] =>
  ((json["errors"] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer);

/** An answer as a problem: status, code. */
export const outcome = ({ status, json }: Answer): string => `${status} ${String(json["code"] ?? "")}`.trim();

/** POST /posts/{id}/{verb}. */
export const postAction = (world: World, id: unknown, verb: string, body?: unknown) =>
  world.ask("POST", `/posts/${String(id)}/${verb}`, body);
/** An id that nothing has. */
export const unknownId = "01a1fdfa-4600-7729-8e3e-db26150be7c6";
/** A post that waits for an hour. */
export const scheduledPost = async (world: World, more: Record<string, unknown> = {}) =>
  await world.post({ caption: "Later", schedule: inFuture(world, HOUR), ...more });

/** Resolves when an account is known to be refused, which is written down right after what became of the post. */
export async function needsReconnect(world: World, handle: string): Promise<void> {
  await waitUntil(async () => {
    const { json } = await world.ask("GET", "/accounts");
    const accounts = json["accounts"] as { handle: string; status: string }[];
    return accounts.some((each) => each.handle === handle && each.status === "needs_reconnect");
  });
}
