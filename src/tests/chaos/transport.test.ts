// Breaks calls at every possible point: each is sent at most once, and nothing unproven is claimed.
import { describe, expect, test } from "bun:test";
import { CELLS, TEMPTING } from "./transport/cells.ts";
import { POINTS } from "./transport/points.ts";
import { faultOf, type Seen } from "./transport/run.ts";
import { runCells, viaFetch } from "./transport/table.ts";
import { openCalls, type Call } from "../../networks/client/call.ts";

const faultsOf = (seen: readonly Seen[]) => seen.map(faultOf).filter((fault) => fault !== null);
const twice = ({ whole, begun }: Seen) => Math.max(whole, begun) > 1;

describe("every method, over http and https, first and after an earlier call", () => {
  for (const point of POINTS) {
    test(`${point.name}: ${point.kinds.join(" or ")}`, async () => {
      const cells = CELLS.filter((cell) => cell.point === point);
      expect(cells.length).toBeGreaterThanOrEqual(10);
      expect(faultsOf(await runCells(cells, openCalls))).toEqual([]);
    });
  }
});

describe("the bench sees", () => {
  const some = TEMPTING.filter(({ point: { name } }) => name.endsWith("without a byte"));

  test("what plain fetch does on a connection that died: it sends PUT and DELETE twice", async () => {
    const doubled = (await runCells(some, viaFetch)).filter(twice);
    // Should this ever be empty, Bun has stopped sending again, and call.ts has one reason less to exist.
    expect(new Set(doubled.map(({ cell }) => cell.method))).toContain("PUT");
  });

  test("a caller that tries again", async () => {
    const again = (call: Call) => async (request: Parameters<Call>[0]) => {
      const answer = await call(request);
      return answer.kind === "lost" ? await call(request) : answer;
    };
    const seen = await runCells(some, (options) => again(openCalls(options)));
    expect(seen.filter(twice)).toHaveLength(some.length);
    expect(faultsOf(seen)).toHaveLength(some.length);
  });

  test("a caller that takes a lost answer for an unsent request", async () => {
    const seen = await runCells(some, (options) => {
      const call = openCalls(options);
      return async (request) => {
        const answer = await call(request);
        return answer.kind === "lost" ? { ...answer, kind: "unsent" } : answer;
      };
    });
    expect(faultsOf(seen)).toHaveLength(some.length);
  });
});
