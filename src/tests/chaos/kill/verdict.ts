// Compares the stored status of every target with what is really live on the networks.
import type { Post, Target } from "../../../domain/post.ts";
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
  /** Targets that were sent again, seen by two posts or by one that was accepted twice; one line each. */
  readonly double: readonly string[];
  /** Posts that were promised and are not there, and live posts without a record. */
  readonly lost: readonly string[];
  /** Targets that say what is not so. */
  readonly disagreement: readonly string[];
  /** Targets that are neither at an end nor uncertain, or uncertain without ever having been asked about. */
  readonly stuck: readonly string[];
}

export function judge(requests: readonly Asked[], posts: readonly Post[], live: readonly Live[]): Verdict {
  const there = Map.groupBy(live, ({ network, account, text }) => placeOf(network, account, text));
  const onNetwork = (post: Post, target: Target) =>
    there.get(placeOf(target.platform, target.handle, post.caption)) ?? [];
  const pairs = posts.flatMap((post) =>
    post.targets.map((target) => ({ target, live: onNetwork(post, target) })),
  );
  const count = (request: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(request).length;
  return {
    posts: posts.length,
    targets: pairs.length,
    posted: count(({ target }) => target.state === "posted"),
    failed: count(({ target }) => target.state === "failed"),
    uncertain: count(({ target }) => target.state === "uncertain"),
    uncertainLive: count(({ target, live: found }) => target.state === "uncertain" && found.length > 0),
    double: [...there].flatMap(([place, all]) => doubleOf(place, all) ?? []),
    lost: [...missing(requests, posts), ...orphans(posts, live)],
    disagreement: pairs.flatMap(({ target, live: found }) => lieOf(target, found) ?? []),
    stuck: posts.flatMap((post) => post.targets.flatMap((target) => stuckOf(post, target) ?? [])),
  };
}

function placeOf(network: string, account: string, text: string): string {
  return `${JSON.stringify(text)} on ${network} ${account}`;
}

function missing(requests: readonly Asked[], posts: readonly Post[]): string[] {
  const byText = new Map(posts.map((post) => [post.caption, post]));
  return requests.flatMap(({ text, id, targets }) => {
    const post = byText.get(text);
    if (!post) return id === null ? [] : [`post ${id} was promised and is not stored`];
    if (id !== null && post.id !== id) return [`post ${id} was promised, ${post.id} is stored`];
    return post.targets.length === targets
      ? []
      : [`post ${post.id} has ${post.targets.length} of ${targets} targets`];
  });
}

/** Live, but without a record. */
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

/** A network that knows its posts by a key of ours shows a second request only as accepted again. */
function doubleOf(place: string, all: readonly Live[]): string | null {
  if (all.length > 1) return `${place} is live ${all.length} times`;
  const accepted = all[0]?.accepted ?? 0;
  return accepted > 1 ? `${place} was accepted ${accepted} times` : null;
}

function stuckOf({ caption }: Post, { id, platform, state, verification }: Target): string | null {
  const over = state === "uncertain" ? verification !== null : state === "posted" || state === "failed";
  return over ? null : `target ${id} (${platform}) of ${JSON.stringify(caption)} is still ${state}`;
}

function lieOf(target: Target, found: readonly Live[]): string | null {
  const { id, platform, state } = target;
  const isLive = found.length > 0;
  if (state === "posted" && !isLive) return `target ${id} (${platform}) is posted, but not live`;
  // A network may know that a post is live and not tell its address: none is no lie, a wrong one is.
  if (state === "posted" && target.url !== null && !found.some(({ url }) => url === target.url))
    return `target ${id} (${platform}) is posted, but its address is not the post's: ${target.url}`;
  if (isLive && !["posted", "uncertain", "committing", "processing"].includes(state))
    return `target ${id} (${platform}) is ${state}, but live`;
  return null;
}

/** Of several campaigns. */
export function together(all: readonly Verdict[]): Verdict {
  const sum = (of: (verdict: Verdict) => number) => all.reduce((total, verdict) => total + of(verdict), 0);
  return {
    posts: sum(({ posts }) => posts),
    targets: sum(({ targets }) => targets),
    posted: sum(({ posted }) => posted),
    failed: sum(({ failed }) => failed),
    uncertain: sum(({ uncertain }) => uncertain),
    uncertainLive: sum(({ uncertainLive }) => uncertainLive),
    double: all.flatMap(({ double }) => double),
    lost: all.flatMap(({ lost }) => lost),
    disagreement: all.flatMap(({ disagreement }) => disagreement),
    stuck: all.flatMap(({ stuck }) => stuck),
  };
}

/** In words for people. */
export function verdictWords(verdict: Verdict): string[] {
  const { double, lost, disagreement, stuck } = verdict;
  return [
    `${verdict.posts} posts`,
    `${verdict.targets} targets`,
    `${double.length} double`,
    `${lost.length} lost`,
    `${disagreement.length} disagreeing`,
    `${stuck.length} stuck`,
    `${verdict.posted} posted`,
    `${verdict.failed} failed`,
    `${verdict.uncertain} uncertain (${verdict.uncertainLive} of them live)`,
  ];
}
