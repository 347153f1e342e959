// Lists of posts: whole ones, or light rows of what a list shows.
import { call, v1 } from "./api.ts";

type Query = NonNullable<NonNullable<Parameters<ReturnType<typeof v1>["posts"]["get"]>[0]>["query"]>;
type ListQuery = Omit<Query, "view">;

export type PostRow = Awaited<ReturnType<typeof listRows>>["posts"][number];
export type WholePost = Awaited<ReturnType<typeof listWholePosts>>["posts"][number];

export async function listRows(profileId: string, query: ListQuery) {
  const { posts, nextCursor } = await read(profileId, { ...query, view: "light" });
  return { posts: posts.flatMap((post) => ("excerpt" in post ? [post] : [])), nextCursor };
}

export async function listWholePosts(profileId: string, query: ListQuery) {
  const { posts, nextCursor } = await read(profileId, { ...query, view: "full" });
  return { posts: posts.flatMap((post) => ("caption" in post ? [post] : [])), nextCursor };
}

const read = (profileId: string, query: Query) => call(() => v1(profileId).posts.get({ query }));
