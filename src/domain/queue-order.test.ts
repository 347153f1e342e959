// Made-up queues get made-up orders, a few posts at a time.
import fc from "fast-check";
import { expect, test } from "bun:test";
import { orderMoves, type QueuedPost } from "./queue-order.ts";

const MOST = 100;
/** A queue by time, and the same posts in another order. */
const orders = fc
  .array(fc.integer({ min: 1, max: 60 }), { maxLength: 15 })
  .map((sizes): QueuedPost[] => sizes.map((targets, n) => ({ id: `post ${n}`, at: 10 * n, targets })))
  .chain((queue) =>
    fc.tuple(
      fc.constant(queue),
      fc.shuffledSubarray(queue, { minLength: queue.length, maxLength: queue.length }),
    ),
  );

const targetsIn = (posts: readonly QueuedPost[]) => posts.reduce((sum, { targets }) => sum + targets, 0);

test("step by step, posts that exchange their times get to any order", () => {
  fc.assert(
    fc.property(orders, ([queue, order]) => {
      let posts: readonly QueuedPost[] = order;
      const times = queue.map(({ at }) => at);
      let steps = 0;
      for (let moves = orderMoves(posts, MOST); moves.size > 0; moves = orderMoves(posts, MOST)) {
        const moving = posts.filter(({ id }) => moves.has(id));
        expect(targetsIn(moving) <= MOST || moving.length === 2).toBeTrue();
        posts = posts.map((post) => ({ ...post, at: moves.get(post.id) ?? post.at }));
        expect(posts.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual(times);
        steps += 1;
      }
      expect(posts.map(({ at }) => at)).toEqual(times);
      expect(steps).toBeLessThanOrEqual(Math.max(0, queue.length - 1));
    }),
  );
});

test("posts of which all fit into one step move at once, each to its place", () => {
  fc.assert(
    fc.property(orders, ([queue, order]) => {
      const moves = orderMoves(order, targetsIn(queue));
      expect(order.map(({ id, at }) => moves.get(id) ?? at)).toEqual(queue.map(({ at }) => at));
    }),
  );
});
