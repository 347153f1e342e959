// What an answer about an uncertain target is worth.
import { expect, test } from "bun:test";
import { networks } from "../../networks/index.ts";
import type { Finding, Network } from "../../networks/network.ts";
import type { Engine } from "./engine.ts";
import type { Work } from "../../domain/store/journal.ts";
import { verify } from "./verify.ts";

const SENT_AT = 1_000_000;
const NOW = SENT_AT + 100_000;

/** The move that one question leads to; "look" when the target stays as it is. */
async function moveAfter(
  finding: Finding["kind"],
  earlier: "absent" | "unknown" | null,
  more: Partial<Work> = {},
  apart = true,
) {
  const made: string[] = [];
  const [first] = networks.list;
  if (!first) throw new Error("there are no networks");
  const answer: Finding =
    finding === "found"
      ? { kind: finding, remoteId: "1", url: null, evidence: "e" }
      : { kind: finding, evidence: "e" };
  const network: Network = { ...first, verify: async () => answer };
  const engine = {
    journal: {
      move: async (_ref: unknown, _from: unknown, move: string) => made.push(move) > 0,
      remoteIds: async () => [],
      lookAgain: async () => made.push("look") > 0,
    },
    connections: { network: () => network, io: async () => ({ io: {} }) },
    clock: { now: () => NOW },
    retryPolicy: { retryAt: () => NOW, askAt: () => NOW },
    watch: { changed() {} },
    reached() {},
  } as unknown as Engine;
  const verification = earlier && {
    method: "asked the network",
    verdict: earlier,
    checkedAt: SENT_AT,
    evidence: "e",
    checks: 1,
  };
  await verify(
    {
      platform: first.id,
      sentAt: SENT_AT,
      verification,
      tries: 1,
      triesSince: SENT_AT,
      held: false,
      look: null,
      ...more,
    } as unknown as Work,
    engine,
    { areLongAgo: () => apart, answered() {} },
  );
  return made;
}

test("found once is enough", async () => {
  expect(await moveAfter("found", null)).toEqual(["find"]);
});

test("absent counts only the second time, if the looks lie apart", async () => {
  expect(await moveAfter("absent", null)).toEqual(["look"]);
  expect(await moveAfter("absent", "unknown")).toEqual(["look"]);
  expect(await moveAfter("absent", "absent", {}, false)).toEqual(["look"]);
  expect(await moveAfter("absent", "absent")).toEqual(["disprove"]);
});

test("a held one can be found, but never counts as absent", async () => {
  const held = { held: true };
  expect(await moveAfter("found", null, held)).toEqual(["find"]);
  expect(await moveAfter("absent", "absent", held)).toEqual(["look"]);
});

test("without a send mark there is nothing to ask the network by, and it is not asked", async () => {
  expect(await moveAfter("found", null, { sentAt: null, held: true })).toEqual(["look"]);
});
