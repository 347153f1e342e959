// Turns at the gate: never more than its limit, owners by turns, and an end for those who wait.
import { expect, test } from "bun:test";
import { fairGate } from "./fair-gate.ts";

/** Jobs that run until they are told to end. */
function jobs() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const job = (name: string) => async () => {
    begun.push(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    await promise;
    return name;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    // A few turns of the loop: the next one begins.
    for (let n = 0; n < 5; n++) await Promise.resolve();
  };
  return { begun, job, end };
}

test("so many at once, owners by turns, each owner's own in order", async () => {
  const { begun, job, end } = jobs();
  const gate = fairGate(2, new AbortController().signal);
  const all = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map((name) => gate(name[0] ?? "", job(name)));
  expect(begun).toEqual(["a1", "a2"]);
  for (const name of ["a1", "a2", "a3", "b1", "c1", "a4", "b2"]) await end(name);
  expect(begun).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "b2"]);
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4", "b1", "b2", "c1"]);
});

test("a job that fails makes room", async () => {
  const gate = fairGate(1, new AbortController().signal);
  const failed = gate("a", async () => await Promise.reject(new Error("no")));
  const next = gate("a", async () => "yes");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("when it closes, those who wait are told and those inside end", async () => {
  const { job, end } = jobs();
  const closing = new AbortController();
  const gate = fairGate(1, closing.signal);
  const inside = gate("a", job("a"));
  const waiting = [gate("a", job("b")), gate("b", job("c"))];
  closing.abort();
  expect(await Promise.allSettled(waiting)).toMatchObject(
    waiting.map(() => ({ status: "rejected", reason: { code: "stopping" } })),
  );
  await expect(gate("d", job("d"))).rejects.toMatchObject({ code: "stopping" });
  await end("a");
  expect(await inside).toBe("a");
});
