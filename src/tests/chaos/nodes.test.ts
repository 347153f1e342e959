// Several processes over one PostgreSQL server, of which some die, stand still or lose their sessions, and the server itself dies.
import { beforeAll, describe, expect, test } from "bun:test";
import { atMost } from "../../at-most.ts";
import { postgresPrograms } from "../support/postgres.ts";
import { BINARY } from "../support/program.ts";
import { programsOf } from "./kill/program.ts";
import { nodesCampaign, type NodesResult } from "./nodes/campaign.ts";
import { KINDS, type Kind } from "./nodes/events.ts";
import { rolling, type Rolling } from "./nodes/rolling.ts";

const TRUE_AND_WHOLE = { double: [], lost: [], disagreement: [], stuck: [], faults: [] };
/** Each of them takes half a minute to settle. All at once would keep the whole machine busy for minutes. */
const AT_ONCE = 2;
const EVENTS: Readonly<Record<Kind, number>> = { kill: 8, stop: 4, backends: 8, crash: 4 };
const RESTARTS = 2;

describe.skipIf(postgresPrograms === null)("several processes", () => {
  const seed = Math.floor(Math.random() * 1e6);
  const campaigns = new Map<Kind, Promise<NodesResult>>();
  let restarts: Promise<Rolling>;
  beforeAll(async () => {
    const { engine } = await programsOf(BINARY);
    const inTurn = atMost(AT_ONCE);
    for (const kind of KINDS) {
      const campaign = inTurn(() => untilOneStrikes(engine, kind));
      campaigns.set(kind, campaign);
    }
    const options = { restarts: RESTARTS, seed, clients: 2, targets: 4, progress: () => {} };
    restarts = inTurn(() => rolling(options));
    // Each test waits for its own.
    await Promise.allSettled([...campaigns.values(), restarts]);
  });

  /** A campaign that strikes no attempt proves nothing. On a busy machine, its few events may all hit idle processes. */
  async function untilOneStrikes(engine: readonly string[], kind: Kind, tries = 4): Promise<NodesResult> {
    const result = await nodesCampaign({
      ...{ kind, seed: seed + tries, engine, events: EVENTS[kind], clusters: 1, processes: 4, targets: 8 },
      leaseMs: 2000,
      faults: { publishing: 0.35, other: 0.04 },
      progress: () => {},
    });
    const { hits, double, lost, disagreement, stuck, faults } = result;
    const isOver = hits > 0 || tries === 1 || [double, lost, disagreement, stuck, faults].flat().length > 0;
    return isOver ? result : await untilOneStrikes(engine, kind, tries - 1);
  }

  test.each(KINDS)("%s: nothing doubled, lost or misreported", async (kind) => {
    const result = await campaigns.get(kind);
    const { seed: used, posts, targets, posted, uncertain, uncertainLive, hits, struck } = result ?? {};
    console.log(
      `nodes ${kind}: ${JSON.stringify({ seed: used, posts, targets, posted, uncertain, uncertainLive, hits, struck })}`,
    );
    expect({ ...result }).toMatchObject({ events: EVENTS[kind], ...TRUE_AND_WHOLE });
    expect(hits).toBeGreaterThan(0);
  });

  test("two servers that restart in turn: no request fails", async () => {
    const { requests, rerouted, ...result } = await restarts;
    console.log(`nodes rolling: ${JSON.stringify({ seed, requests, rerouted, posts: result.posts })}`);
    expect(result).toMatchObject({ seed, restarts: RESTARTS, wrongAnswers: {}, ...TRUE_AND_WHOLE });
    expect(rerouted).toBeGreaterThan(0);
  });
});
