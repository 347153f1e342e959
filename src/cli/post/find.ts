// Finds a post by its id, or by the first characters of it, in whatever profile has it.
import type { Profile } from "../../domain/profile.ts";
import type { OpenWorkspace } from "../../app/workspace.ts";
import type { Post } from "../../domain/post.ts";
import { OperatorError } from "../../errors.ts";

/** Ids begin with the time in ms: fewer characters would name everything of an hour. */
const SHORTEST = 8;

export interface FoundPost {
  readonly post: Post;
  readonly profile: Profile;
}

/** @throws OperatorError when no post, or more than one, has an id that begins like this */
export async function findPost(id: string, { store }: Pick<OpenWorkspace, "store">): Promise<FoundPost> {
  const start = id.toLowerCase();
  if (start.length < SHORTEST || !/^[\da-f-]+$/.test(start)) throw unknown(id);
  const found: FoundPost[] = [];
  for (const profile of await store.profiles.list()) {
    // Ids are texts in one order: "~" comes after everything that begins like this.
    const posts = await store.posts.page(profile.id, {}, 2, `${start}~`);
    found.push(...posts.filter((post) => post.id.startsWith(start)).map((post) => ({ post, profile })));
  }
  const [first, second] = found;
  if (!first) throw unknown(id);
  if (second) {
    const ids = found.map(({ post }) => post.id).join(", ");
    throw new OperatorError(`Several posts have an id that begins with ${id}: ${ids}.`);
  }
  return first;
}

const unknown = (id: string) =>
  new OperatorError(`Unknown post ${id}; crier post list shows the latest posts.`);

/** For people: the first characters of each id, as many as tell these posts apart. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const lengths = [13, 18, 23, 36];
  const enough = lengths.find((length) => new Set(ids.map((id) => id.slice(0, length))).size === ids.length);
  return (id) => id.slice(0, enough);
}
