// Which queued posts exchange their times to stand in another order, few enough at once for one transaction.

/** A post that waits in the queue. */
export interface QueuedPost {
  readonly id: string;
  /** When its slot is, ms since 1970; no two have the same. */
  readonly at: number;
  /** How many targets it has: what it takes to move it. */
  readonly targets: number;
}

/**
 * Posts that move next on the way to an order. They take each other's times, so that no other post has to move. Ask again
 * once they have moved; each time, at least one of them gets the place that it keeps.
 * @param posts in the order that they are to have
 * @param mostTargets that move at once; two posts may move however many they have
 * @returns the new time of each post that moves, by its id; empty when all stand in this order
 */
export function orderMoves(posts: readonly QueuedPost[], mostTargets: number): ReadonlyMap<string, number> {
  const times = posts.map(({ at }) => at).toSorted((a, b) => a - b);
  const timeOf = new Map(posts.map(({ id, at }, place) => [id, times[place] ?? at]));
  const holderOf = new Map(posts.map((post) => [post.at, post]));
  const nextAfter = ({ id, at }: QueuedPost) => holderOf.get(timeOf.get(id) ?? at);
  const moves = new Map<string, number>();
  let room = mostTargets;
  for (const first of posts) {
    if (moves.has(first.id) || nextAfter(first) === first) continue;
    const circle = [first];
    room -= first.targets;
    let next = nextAfter(first);
    for (; next && next !== first; next = nextAfter(next)) {
      room -= next.targets;
      if (room < 0 && moves.size + circle.length >= 2) break;
      circle.push(next);
    }
    if (circle.length < 2) return moves;
    // Each takes the time of the next. Where the circle had to be cut, the last one waits in the first one's place.
    for (const [index, { id }] of circle.entries()) moves.set(id, (circle[index + 1] ?? first).at);
  }
  return moves;
}
