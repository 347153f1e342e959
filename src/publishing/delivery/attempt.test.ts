// The send mark comes first: nothing leaves before it is on disk, and nothing leaves when it can't be written.
import { expect, test } from "bun:test";
import { networks } from "../../networks/index.ts";
import type { Io, Network, Outcome } from "../../networks/network.ts";
import { attempt } from "./attempt.ts";
import type { Engine } from "./engine.ts";
import type { Work } from "../../domain/store/journal.ts";

type Mark = Promise<"marked" | "paused" | "late">;
interface Delivery {
  /** How writing the send mark ends. */
  readonly mark?: Mark;
  /** How far the clocks go on while it is written, ms, where other processes take over what stands still for 5 s. */
  readonly standstill?: { readonly wall: number; readonly monotonic: number };
  /** So many other writes fail first. */
  readonly broken?: number;
  /** How the connector publishes; by default with one request. */
  readonly commit?: (call: Io["call"]) => Promise<Outcome>;
  /** Whether the network takes connections. */
  readonly isReachable?: boolean;
}

const REQUEST = { method: "POST", url: "https://network.example/" } as const;
const publish = async (call: Io["call"]): Promise<Outcome> =>
  (await call(REQUEST)).kind === "unsent"
    ? { kind: "notSent", detail: "unsent" }
    : { kind: "accepted", remoteId: "1", url: null };

/** One delivery; tells what happened, in order. */
function delivery({
  mark = Promise.resolve("marked"),
  standstill,
  broken = 0,
  commit = publish,
  isReachable = true,
}: Delivery = {}): { happened: string[]; done: Promise<void> } {
  const happened: string[] = [];
  let failing = broken;
  const clock = { wall: 0, monotonic: 0 };
  const [first] = networks.list;
  if (!first) throw new Error("there are no networks");
  const network: Network = {
    ...first,
    prepare: async () => null,
    commit: (_prepared, io: Io) => commit(io.call),
  };
  // As the transport does: connect, ask, send.
  const call: Io["call"] = async ({ maySend }) => {
    if (!isReachable || (maySend && !(await maySend()))) return { kind: "unsent", detail: "" };
    happened.push("sent");
    return { kind: "answered", status: 200, headers: {}, text: "", json: undefined };
  };
  const engine = {
    journal: {
      move: (_ref: unknown, _from: unknown, move: string) => record(move),
      report: (_ref: unknown, report: string) => record(report),
      mark: () => {
        happened.push("mark");
        Object.assign(clock, standstill);
        return mark;
      },
      saveProgress: async () => {},
    },
    connections: {
      network: () => network,
      io: async () => ({ io: { call }, remoteAccountId: "1", rules: first.rules }),
    },
    files: {},
    linkCard: async () => null,
    clock: {
      now: () => clock.wall,
      monotonic: () => clock.monotonic,
      after: (_: number, act: () => void) => (setImmediate(act), () => {}),
    },
    markWithinMs: standstill ? 5000 : null,
    retryPolicy: { retryAt: (at: number) => at, askAt: (at: number) => at },
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

  function record(move: string): Promise<boolean> {
    happened.push(move);
    return failing-- > 0 ? Promise.reject(new Error("disk full")) : Promise.resolve(true);
  }
}

const pacing = async () => {
  for (let n = 0; n < 50; n++) await new Promise(setImmediate);
};

test("the request leaves only after the mark is on disk", async () => {
  const mark = Promise.withResolvers<"marked">();
  const { happened, done } = delivery({ mark: mark.promise });
  await pacing();
  expect(happened).toEqual(["mark"]);
  mark.resolve("marked");
  await done;
  expect(happened).toEqual(["mark", "sent", "accept"]);
});

test("a send mark that came too late for a move: nothing is sent", async () => {
  const { happened, done } = delivery({ mark: Promise.resolve("late") });
  await done;
  expect(happened).toEqual(["mark"]);
});

test("publishing was stopped just before the mark: nothing leaves, and the target is given back", async () => {
  const { happened, done } = delivery({ mark: Promise.resolve("paused") });
  await done;
  expect(happened).toEqual(["mark", "unsent"]);
});

test("a mark that can't be written: nothing leaves, and the target is given back once the disk takes it", async () => {
  const { happened, done } = delivery({ mark: Promise.reject(new Error("disk full")), broken: 1 });
  await done;
  expect(happened).toEqual(["mark", "logged", "unsent", "logged", "unsent"]);
});

test("a process that stands still while the mark is written sends nothing, by whichever clock", async () => {
  for (const standstill of [
    { wall: 5001, monotonic: 10 },
    { wall: 10, monotonic: 5001 },
  ]) {
    const { happened, done } = delivery({ standstill });
    await done;
    expect(happened).toEqual(["mark", "unsent"]);
  }
  const { happened, done } = delivery({ standstill: { wall: 5000, monotonic: 5000 } });
  await done;
  expect(happened).toEqual(["mark", "sent", "accept"]);
});

test("an outcome that can't be written is not forgotten, and nothing is sent twice", async () => {
  const { happened, done } = delivery({ broken: 2 });
  await done;
  expect(happened).toEqual(["mark", "sent", "accept", "logged", "accept", "logged", "accept"]);
});

test("a network that takes no connection costs no mark: the attempt is postponed as if it had not begun", async () => {
  const { happened, done } = delivery({ isReachable: false });
  await done;
  expect(happened).toEqual(["postpone"]);
});

test("a connector that calls twice sends once, and what came of it is uncertain", async () => {
  const { happened, done } = delivery({
    commit: async (call) => {
      await call(REQUEST);
      return await publish(call);
    },
  });
  await done;
  expect(happened).toEqual(["mark", "sent", "logged", "lose"]);
});

test("a connector that doubts without a request is uncertain, behind a mark", async () => {
  const { happened, done } = delivery({ commit: async () => ({ kind: "unknown", detail: "may be live" }) });
  await done;
  expect(happened).toEqual(["mark", "lose"]);
});
