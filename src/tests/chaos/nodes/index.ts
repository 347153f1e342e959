// Several processes over one PostgreSQL server, of which some die, stand still or lose their sessions: nothing doubled or lost.
import { exitWithUsage, randomSeed, readOptions, UsageError } from "../../../bench/options.ts";
import { programsOf } from "../kill/program.ts";
import { nodesCampaign, wrongIn, type NodesResult } from "./campaign.ts";
import { KINDS, type Kind } from "./events.ts";

const HELP = `  kill           one of the processes is killed (kill -9) inside a fan-out, and another starts a while later
  stop           one stands still for longer than its lease, and then goes on
  backends       the server ends sessions of theirs
  crash          the server itself dies and starts again

  --events N     how often that happens (100)
  --seed S       repeats a campaign's choices (a new one each time)
  --clusters N   clusters side by side on one server (2)
  --processes N  of each cluster (4)
  --targets N    accounts of each post (11)
  --lease MS     how long a process may be silent before the others have its attempts (2000)
  --faults P     percent of publishing requests that go wrong (35)
  --others P     percent of other requests that go wrong (4)
  --json         the figures as JSON on standard output`;

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

const { seed } = values;
let last = 0;
const result = await nodesCampaign({
  ...{ kind, seed, events: values.events, clusters: values.clusters, processes: values.processes },
  ...{ targets: values.targets, leaseMs: values.lease, engine: (await programsOf(null)).engine },
  faults: { publishing: values.faults / 100, other: values.others / 100 },
  progress(done) {
    if (done - last < values.events / 20) return;
    last = done;
    console.error(`${done}/${values.events} events`);
  },
});
const wrong = wrongIn(result);
console.log(values.json ? JSON.stringify({ kind, seed, ...result }, null, 2) : words(result));
process.exit(wrong.length > 0 ? 1 : 0);

/** The first word, which is taken from the options; --help works without it. */
function kindOf(word: string | undefined): Kind {
  const found = KINDS.find((each) => each === word);
  if (found !== undefined) process.argv.splice(2, 1);
  else if (word !== "--help") {
    const error = new UsageError(`Which kind: ${KINDS.join(", ")}?`);
    exitWithUsage(error, "scripts/bench nodes --help");
  }
  return found ?? "kill";
}

function words(all: NodesResult): string {
  const { double, lost, disagreement, stuck, faults } = all;
  const figures = [
    `${all.events} × ${kind} in ${(all.strikingMs / 1000).toFixed(1)} s, settled in ${(all.settlingMs / 1000).toFixed(1)} s`,
    `${all.hits} struck ${all.struck} attempts`,
    `${all.givenBack} given back and ${all.takenOver} uncertain at takeovers`,
    `${all.posts} posts`,
    `${all.targets} targets`,
    `${double.length} double`,
    `${lost.length} lost`,
    `${disagreement.length} disagreeing`,
    `${stuck.length} stuck`,
    `${faults.length} ends amiss`,
    `${all.posted} posted`,
    `${all.failed} failed`,
    `${all.uncertain} uncertain (${all.uncertainLive} of them live)`,
    `seed ${seed}`,
  ];
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).map(([name, n]) => `${n} × ${name}`);
  return [
    ...wrong.slice(0, 20).map((line) => `  ${line}`),
    `${wrong.length > 0 ? "FAILED" : "ok"}: ${figures.join(" · ")}`,
    `journal: ${counts(all.journal).join(", ")}`,
    ...counts(all.errors).map((line) => `  error ${line}`),
  ].join("\n");
}
