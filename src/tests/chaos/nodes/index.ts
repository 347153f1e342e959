// Several processes over one PostgreSQL server, of which some die, stand still or lose their sessions: nothing doubled or lost.
import { exitWithUsage, randomSeed, readOptions, UsageError } from "../../../bench/options.ts";
import { programsOf } from "../kill/program.ts";
import { nodesCampaign } from "./campaign.ts";
import { KINDS, type Kind } from "./events.ts";
import { FAILOVERS, failovers, type Failover } from "./failovers.ts";
import { rolling } from "./rolling.ts";
import { rollingWords, wordsOf, wrongIn } from "./words.ts";

const HELP = `  kill           one of the processes is killed (kill -9) inside a fan-out, and another starts a while later (the default)
  stop           one stands still for longer than its lease, and then goes on
  backends       the server ends sessions of theirs
  crash          the server itself dies and starts again
  failover       the server dies, and a standby that has everything takes over; a round each
  failover-behind  the same with a standby that lacks the last moments
  split          a standby takes over while the server lives on, and processes are at either
  rolling        two servers restart in turn while people use them over HTTP

  --events N     how often that happens (100); kill, unless another kind is named
  --seed S       repeats a campaign's choices (a new one each time)
  --clusters N   clusters side by side on one server (2)
  --processes N  of each cluster (4)
  --targets N    accounts of each post (11)
  --lease MS     how long a process may be silent before the others have its attempts (2000)
  --faults P     percent of publishing requests that go wrong (35)
  --others P     percent of other requests that go wrong (4)
  --json         the figures as JSON on standard output`;

const ALL_KINDS = [...KINDS, ...FAILOVERS, "rolling"] as const;
const kind = kindOf(process.argv[2]);
const values = readOptions("nodes", HELP, {
  events: 100,
  seed: randomSeed(),
  clusters: 2,
  processes: 4,
  targets: 11,
  lease: 2000,
  faults: 35,
  others: 4,
  json: false,
});

/** Requests under way at a time while servers restart. */
const CLIENTS = 4;

let last = 0;
const wrong = kind === "rolling" ? await restartInTurn() : await strike(kind);
process.exit(wrong.length > 0 ? 1 : 0);

/** Ctrl+C ends it early, with a verdict. */
async function strike(by: Kind | Failover): Promise<readonly string[]> {
  const ending = new AbortController();
  process.on("SIGINT", () => ending.abort());
  const options = {
    ...{ seed: values.seed, events: values.events, targets: values.targets, progress },
    ...{ processes: values.processes, leaseMs: values.lease },
    ending: ending.signal,
    engine: (await programsOf(null)).engine,
    faults: { publishing: values.faults / 100, other: values.others / 100 },
  };
  const result = await (isFailover(by)
    ? failovers({ ...options, kind: by })
    : nodesCampaign({ ...options, kind: by, clusters: values.clusters }));
  console.log(values.json ? JSON.stringify({ kind, ...result }, null, 2) : wordsOf(by, result));
  return wrongIn(result);
}

function isFailover(by: Kind | Failover): by is Failover {
  return FAILOVERS.some((each) => each === by);
}

async function restartInTurn(): Promise<readonly string[]> {
  const { events: restarts, seed, targets } = values;
  const result = await rolling({ restarts, seed, targets, clients: CLIENTS, progress });
  console.log(values.json ? JSON.stringify({ kind, ...result }, null, 2) : rollingWords(result));
  return wrongIn(result);
}

function progress(done: number): void {
  if (done - last < values.events / 20) return;
  last = done;
  console.error(`${done}/${values.events} events`);
}

/** The first word, which is taken from the options. Default: kill. */
function kindOf(word: string | undefined): (typeof ALL_KINDS)[number] {
  const found = ALL_KINDS.find((each) => each === word);
  if (found !== undefined) process.argv.splice(2, 1);
  else if (word !== undefined && !word.startsWith("-")) {
    const error = new UsageError(`Which kind: ${ALL_KINDS.join(", ")}?`);
    exitWithUsage(error, "scripts/bench nodes --help");
  }
  return found ?? "kill";
}
