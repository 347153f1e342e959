// Measures the longest time for which one request can block the whole process.
// Sends the worst inputs known, and as many made-up ones, to every route and tool of a real server.
import { randomSeed, readOptions } from "../options.ts";
import { campaign, type Result } from "./campaign.ts";

const HELP = `  --inputs N     how many inputs are sent, one after the other (10000)
  --seed S       repeats a run's choices (a new one each time)
  --only TEXT    only inputs whose name contains this
  --callers N    afterwards, callers that send the worst of them at the same time (20)
  --for SECONDS  how long they do (20)
  --worst N      how many of the worst inputs are shown (10)
  --keep FILE    writes the worst inputs to this file, as JSON
  --json         the figures as JSON on standard output

A stall is the time between two turns of the server's event loop, without the time it waited for a processor that
another program was using. How long an idle server beside it stood still at the same time is printed with it:
so much is the machine's doing.`;

const MOST_STALL_MS = 50;
const MOST_RESPONSE_MS = 2000;
const MOST_GROWTH_MB = 64;
const MOST_LIVEZ_MS = 200;

const values = readOptions("stall", HELP, {
  inputs: 10_000,
  seed: randomSeed(),
  only: "",
  callers: 20,
  for: 20,
  worst: 10,
  keep: null,
  json: false,
});

const result = await campaign({
  inputs: values.inputs,
  seed: values.seed,
  only: values.only,
  callers: values.callers,
  forMs: values.for * 1000,
  worst: values.worst,
  keep: async (inputs) => {
    if (values.keep !== null) await Bun.write(values.keep, JSON.stringify(inputs));
  },
  progress: (text) => void process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`),
});
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
const missed = missedBy(result);
console.log(values.json ? JSON.stringify({ seed: values.seed, ...result, missed }) : report(result));
process.exit(missed.length > 0 ? 1 : 0);

function missedBy({ stallMs, responseMs, growthMb, crowd, faults }: Result): string[] {
  return [
    ...(stallMs > MOST_STALL_MS ? [`a stall of ${ms(stallMs)} (at most ${MOST_STALL_MS} ms)`] : []),
    ...(responseMs > MOST_RESPONSE_MS ? [`a response after ${ms(responseMs)} (at most 2 s)`] : []),
    ...(growthMb !== null && growthMb > MOST_GROWTH_MB
      ? [`memory in use grew by ${mb(growthMb)} (at most ${MOST_GROWTH_MB} MB)`]
      : []),
    ...(crowd.livezMs > MOST_LIVEZ_MS
      ? [`/livez after ${ms(crowd.livezMs)} (at most ${MOST_LIVEZ_MS} ms)`]
      : []),
    ...faults,
  ];
}

function report(result: Result): string {
  const { inputs, stallMs, idleStallMs, responseMs, growthMb, peakMb, statuses, crowd, worst, seconds } =
    result;
  const rows = worst.map(
    ({ name, stallMs: stall, idleStallMs: idle, responseMs: response, status, bytes }) =>
      `  ${ms(stall).padStart(9)}  ${ms(idle).padStart(9)}  ${ms(response).padStart(9)}  ${status}  ${String(bytes).padStart(9)} B  ${name}`,
  );
  const byStatus = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return [
    "      stall       idle   response  status  answer  input",
    ...rows,
    `${inputs} inputs in ${Math.round(seconds)} s: ${byStatus.join(", ")}`,
    `longest stall ${ms(stallMs)} (of an idle server beside it ${ms(idleStallMs)}) · longest response ${ms(responseMs)} · ${growthMb === null ? "growth of memory not measured" : `memory in use grew by ${mb(growthMb)}`} (most with garbage ${mb(peakMb)})`,
    `${crowd.callers} callers sent the worst ${crowd.inputs} of them ${crowd.requests} times: /livez within ${ms(crowd.livezMs)} (of an idle server ${ms(crowd.idleMs)}) in ${crowd.looks} looks`,
    missed.length > 0 ? `FAILED: ${missed.join(" · ")} · seed ${values.seed}` : `ok · seed ${values.seed}`,
  ].join("\n");
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

function mb(value: number): string {
  return `${Math.round(value)} MB`;
}
