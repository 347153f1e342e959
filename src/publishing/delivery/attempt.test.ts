// The send mark comes first: nothing leaves before it is on disk, and nothing leaves when it can't be written.
import { expect, test } from "bun:test";
import { networks } from "../../networks/index.ts";
import type { Network } from "../../networks/network.ts";
import { attempt } from "./attempt.ts";
import type { Engine } from "./engine.ts";
import type { Work } from "../../domain/store/journal.ts";

/** One delivery whose send mark ends as `mark` does; tells what happened, in order. The first `broken` other writes fail. */
async function delivery(
  mark: Promise<"marked" | "paused" | "late">,
  broken = 0,
): Promise<{ happened: string[]; done: Promise<void> }> {
  const happened: string[] = [];
  const [first] = networks.list;
  if (!first) throw new Error("there are no networks");
  const network: Network = {
    ...first,
    prepare: async () => null,
    commit: async () => {
      happened.push("sent");
      return { kind: "accepted", remoteId: "1", url: null };
    },
  };
  const engine = {
    journal: {
      move: (_ref: unknown, _from: unknown, move: string) => {
        happened.push(move);
        return broken-- > 0 ? Promise.reject(new Error("disk full")) : Promise.resolve(true);
      },
      mark: () => {
        happened.push("mark");
        return mark;
      },
      saveProgress: async () => {},
    },
    connections: {
      network: () => network,
      io: async () => ({ io: {}, remoteAccountId: "1", rules: first.rules }),
    },
    files: {},
    linkCard: async () => null,
    clock: { now: () => 0, after: (_: number, act: () => void) => (setImmediate(act), () => {}) },
    log: { error: () => happened.push("logged") },
    watch: { changed() {} },
    stopping: new AbortController().signal,
    disk: { isLow: () => false, release() {} },
    breaker: { record() {} },
    reached() {},
  } as unknown as Engine;
  const work = {
    id: "t",
    postId: "p",
    attempt: 1,
    platform: first.id,
    caption: "Hello",
    media: [],
    targetMedia: [],
  } as unknown as Work;
  return { happened, done: attempt(work, engine) };
}

const pacing = async () => {
  for (let n = 0; n < 50; n++) await new Promise(setImmediate);
};

test("the request leaves only after the mark is on disk", async () => {
  const mark = Promise.withResolvers<"marked">();
  const { happened, done } = await delivery(mark.promise);
  await pacing();
  expect(happened).toEqual(["mark"]);
  mark.resolve("marked");
  await done;
  expect(happened).toEqual(["mark", "sent", "accept"]);
});

test("a send mark that came too late for a move: nothing is sent", async () => {
  const { happened, done } = await delivery(Promise.resolve("late"));
  await done;
  expect(happened).toEqual(["mark"]);
});

test("publishing was stopped just before the mark: nothing leaves, and the target is given back", async () => {
  const { happened, done } = await delivery(Promise.resolve("paused"));
  await done;
  expect(happened).toEqual(["mark", "interrupt"]);
});

test("a mark that can't be written: nothing leaves, and the target is given back once the disk takes it", async () => {
  const { happened, done } = await delivery(Promise.reject(new Error("disk full")), 1);
  await done;
  expect(happened).toEqual(["mark", "logged", "interrupt", "logged", "interrupt"]);
});

test("an outcome that can't be written is not forgotten, and nothing is sent twice", async () => {
  const { happened, done } = await delivery(Promise.resolve("marked"), 2);
  await done;
  expect(happened).toEqual(["mark", "sent", "accept", "logged", "accept", "logged", "accept"]);
});
