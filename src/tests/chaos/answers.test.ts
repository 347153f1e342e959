// Gives every network every possible answer: refused only as documented, accepted only with an id, no secret repeated.
import { describe, expect, test } from "bun:test";
import { sweep, type Step } from "./answers/sweep.ts";
import { networks, type NetworkPair } from "../../app/networks.ts";
import type { Network } from "../../networks/network.ts";
import { simulatedToy } from "../support/toy/simulated.ts";
import { toy } from "../support/toy/network.ts";

const all: readonly NetworkPair[] = [...networks.pairs, { network: toy, simulated: simulatedToy }];

for (const entry of all) {
  test(`${entry.network.id} reads every answer as what it proves`, async () => {
    const { answers, faults, counts } = await sweep(entry);
    expect(faults).toEqual([]);
    expect(answers).toBeGreaterThan(600);
    const kinds = (step: Step) => [...(counts.get(step)?.keys() ?? [])];
    // A sweep in which nothing is ever accepted, refused or found would prove nothing.
    expect(kinds("commit")).toEqual(expect.arrayContaining(["refused", "busy", "unknown"]));
    const taken = [...kinds("commit"), ...kinds("settle")];
    expect(taken.some((kind) => kind === "accepted" || kind === "processing")).toBeTrue();
    expect(kinds("verify")).toEqual(expect.arrayContaining(["found", "inconclusive"]));
  });
}

describe("the bench sees a network that", () => {
  const lies: Record<string, (honest: Network) => Partial<Network>> = {
    "takes every 4xx for a refusal": ({ commit }) => ({
      async commit(prepared, io) {
        let status = 0;
        const outcome = await commit(prepared, {
          ...io,
          call: async (request) => {
            const answer = await io.call(request);
            status = answer.kind === "answered" ? answer.status : 0;
            return answer;
          },
        });
        const is4xx = status >= 400 && status < 500 && outcome.kind === "unknown";
        return is4xx ? { kind: "refused", category: "content", detail: outcome.detail } : outcome;
      },
    }),
    "takes every lost answer for nothing sent": ({ commit }) => ({
      async commit(prepared, io) {
        const outcome = await commit(prepared, io);
        return outcome.kind === "unknown" ? { kind: "notSent", detail: outcome.detail } : outcome;
      },
    }),
    "sends again": ({ commit }) => ({
      async commit(prepared, io) {
        const outcome = await commit(prepared, io);
        return outcome.kind === "unknown" ? await commit(prepared, io) : outcome;
      },
    }),
    "calls what it can't find absent": ({ verify }) => ({
      async verify(prepared, attempt, io) {
        const finding = await verify(prepared, attempt, io);
        return finding.kind === "inconclusive" ? { ...finding, kind: "absent" } : finding;
      },
    }),
    "repeats its token": ({ commit }) => ({
      async commit(prepared, io) {
        const outcome = await commit(prepared, io);
        const secrets = Object.values(io.credentials).join(" ");
        return "detail" in outcome ? { ...outcome, detail: `${outcome.detail} ${secrets}` } : outcome;
      },
    }),
    throws: ({ verify }) => ({
      async verify(prepared, attempt, io) {
        const finding = await verify(prepared, attempt, io);
        if (finding.kind === "inconclusive") throw new TypeError("undefined is not an object");
        return finding;
      },
    }),
  };

  for (const [lie, change] of Object.entries(lies)) {
    test(lie, async () => {
      const { faults } = await sweep({ network: { ...toy, ...change(toy) }, simulated: simulatedToy });
      expect(faults.length).toBeGreaterThan(0);
    });
  }
});
