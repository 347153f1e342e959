// Compares what the store says of every target with what is really live on the networks.
import type { Post, Target } from "../../../src/publishing/post.ts";
import type { Live } from "./program.ts";

/** A post that was asked for. */
export interface Asked {
  readonly text: string;
  readonly targets: number;
  /** Null when no 201 came: then it may be stored or not, but whole. */
  id: string | null;
}

export interface Verdict {
  readonly posts: number;
  readonly targets: number;
  readonly posted: number;
  readonly failed: number;
  readonly uncertain: number;
  /** How many of the uncertain ones were really live. */
  readonly uncertainLive: number;
  /** Targets that are live more than once, one line each. */
  readonly double: readonly string[];
  /** Posts that were promised and are not there, or that wait for ever. */
  readonly lost: readonly string[];
  /** Targets that say what is not so. */
  readonly disagreement: readonly string[];
}

export function judge(asked: readonly Asked[], posts: readonly Post[], live: readonly Live[]): Verdict {
  const there = Map.groupBy(live, ({ network, account, text }) => placeOf(network, account, text));
  const onNetwork = (post: Post, target: Target) =>
    there.get(placeOf(target.platform, target.handle, post.caption)) ?? [];
  const pairs = posts.flatMap((post) =>
    post.targets.map((target) => ({ target, live: onNetwork(post, target) })),
  );
  const count = (wish: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(wish).length;
  const doubles = [...there].filter(([, all]) => all.length > 1);
  return {
    posts: posts.length,
    targets: pairs.length,
    posted: count(({ target }) => target.state === "posted"),
    failed: count(({ target }) => target.state === "failed"),
    uncertain: count(({ target }) => target.state === "uncertain"),
    uncertainLive: count(({ target, live: found }) => target.state === "uncertain" && found.length > 0),
    double: doubles.map(([place, all]) => `${place} is live ${all.length} times`),
    lost: [...missing(asked, posts), ...orphans(posts, live), ...stuck(posts)],
    disagreement: pairs.flatMap(({ target, live: found }) => lieOf(target, found) ?? []),
  };
}

function placeOf(network: string, account: string, text: string): string {
  return `${JSON.stringify(text)} on ${network} ${account}`;
}

function missing(asked: readonly Asked[], posts: readonly Post[]): string[] {
  const byText = new Map(posts.map((post) => [post.caption, post]));
  return asked.flatMap(({ text, id, targets }) => {
    const post = byText.get(text);
    if (!post) return id === null ? [] : [`post ${id} was promised and is not stored`];
    if (id !== null && post.id !== id) return [`post ${id} was promised, ${post.id} is stored`];
    return post.targets.length === targets
      ? []
      : [`post ${post.id} has ${post.targets.length} of ${targets} targets`];
  });
}

/** Live, but nobody knows of it. */
function orphans(posts: readonly Post[], live: readonly Live[]): string[] {
  const known = new Set(
    posts.flatMap(({ caption, targets }) =>
      targets.map(({ platform, handle }) => placeOf(platform, handle, caption)),
    ),
  );
  return live
    .map(({ network, account, text }) => placeOf(network, account, text))
    .filter((place) => !known.has(place))
    .map((place) => `${place} is live, but no post of the store`);
}

function stuck(posts: readonly Post[]): string[] {
  return openTargets(posts).map(({ id, platform, state }) => `target ${id} (${platform}) is still ${state}`);
}

function lieOf(target: Target, found: readonly Live[]): string | null {
  const { id, platform, state } = target;
  const isLive = found.length > 0;
  if (state === "posted" && !isLive) return `target ${id} (${platform}) is posted, but not live`;
  if (state === "posted" && !found.some(({ url }) => url === target.url))
    return `target ${id} (${platform}) is posted, but its address is not the post's: ${target.url ?? "none"}`;
  if (isLive && !["posted", "uncertain", "committing", "processing"].includes(state))
    return `target ${id} (${platform}) is ${state}, but live`;
  return null;
}

/** Targets that something still happens to by itself; one that waits for a later question is none of them. */
function openTargets(posts: readonly Post[]): Target[] {
  return posts
    .flatMap(({ targets }) => targets)
    .filter(({ state, verification }) => {
      return state === "uncertain" ? verification === null : state !== "posted" && state !== "failed";
    });
}
