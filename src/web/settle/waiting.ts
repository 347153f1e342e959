// What waits to be settled on a profile: one entry for each account whose answer was lost.
import { queryOptions } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";

/** More are settled in another pass. */
const LIMIT = 100;

const readUncertain = (profileId: string) =>
  call(() =>
    v1(profileId).posts.get({ query: { status: "uncertain", view: "light", limit: String(LIMIT) } }),
  );

type Row = Extract<Awaited<ReturnType<typeof readUncertain>>["posts"][number], { excerpt: string }>;

export interface Waiting {
  readonly postId: string;
  readonly excerpt: string;
  readonly target: Row["targets"][number];
}

export const waitingQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listPosts", profileId, { status: "uncertain" }],
    queryFn: () => readUncertain(profileId),
    select: ({ posts }): readonly Waiting[] => posts.filter(isLight).flatMap(waitingIn),
  });

/** The list has whole posts where they are not asked for in the light form. */
const isLight = (post: object): post is Row => "excerpt" in post;

const waitingIn = ({ id, excerpt, targets }: Row): readonly Waiting[] =>
  targets.filter(({ status }) => status === "uncertain").map((target) => ({ postId: id, excerpt, target }));
