// Made-up queues move to made-up slots, post by post (D21).
import fc from "fast-check";
import { expect, test } from "bun:test";
import { reflowMoves, type Reflow, type WaitingPost } from "./reflow.ts";

/** A queue by time: some posts wait, the others keep what they hold. */
type Queue = ReadonlyMap<number, { readonly id: string; readonly waits: boolean }>;

const moments = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 12 });
const queues = fc.tuple(moments, moments).map(([waiting, others]): Queue => {
  const post = (waits: boolean) => (at: number) => [at, { id: `${waits}-${at}`, waits }] as const;
  return new Map([...others.map(post(false)), ...waiting.map(post(true))]);
});
const grids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 });

/** Moves to these moments, and to every moment after the last of them. */
const reflowTo = (grid: readonly number[]): Reflow => ({
  at: 0,
  *places(held) {
    const moments = grid.toSorted((a, b) => a - b);
    for (let place = 1; ; place++)
      if ((place > (moments.at(-1) ?? 0) || moments.includes(place)) && !held.has(place))
        yield { scheduledFor: place, checkAt: null };
  },
});

const waitingIn = (queue: Queue): WaitingPost[] =>
  [...queue]
    .filter(([, { waits }]) => waits)
    .map(([at, { id }]) => ({ id, at }))
    .toSorted((a, b) => a.at - b.at);

const movesIn = (queue: Queue, reflow: Reflow) => {
  const holder = (at: number) => queue.get(at)?.id ?? null;
  return reflowMoves(waitingIn(queue), reflow, { holder, has: (at) => holder(at) !== null });
};

test("each post that moves finds its slot free, all keep their order, and what is left is the same plan", () => {
  fc.assert(
    fc.property(queues, grids, (before, grid) => {
      const reflow = reflowTo(grid);
      const order = waitingIn(before).map(({ id }) => id);
      const queue = new Map(before);
      const moves = movesIn(queue, reflow);
      for (const [done, { id, place }] of moves.entries()) {
        expect(movesIn(queue, reflow)).toEqual(moves.slice(done));
        const [at, post] = [...queue].find(([, each]) => each.id === id) ?? [];
        if (at === undefined || !post) throw new Error(`${id} is gone`);
        expect(queue.has(place.scheduledFor)).toBeFalse();
        queue.delete(at);
        queue.set(place.scheduledFor, post);
        expect(waitingIn(queue).map((each) => each.id)).toEqual(order);
      }
      const places = reflow.places({ has: (at) => before.get(at)?.waits === false });
      expect(waitingIn(queue).map(({ at }) => at)).toEqual(order.map(() => places.next().value.scheduledFor));
    }),
  );
});
