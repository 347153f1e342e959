// Runs a bench: scripts/bench NAME [its own options …]; without a name, speed.
import { nearest } from "../nearest.ts";
import { BENCHES, type Bench } from "./names.ts";
import { exitWithUsage, UsageError } from "./options.ts";

const MODULES: Readonly<Record<Bench, () => Promise<unknown>>> = {
  speed: () => import("./speed/index.ts"),
  stall: () => import("./stall/index.ts"),
  due: () => import("./due.ts"),
  processes: () => import("./processes.ts"),
  live: () => import("./live/index.ts"),
  screens: () => import("./screens.ts"),
  tasks: () => import("./tasks/index.ts"),
  kill: () => import("../tests/chaos/kill/index.ts"),
  outbox: () => import("../tests/chaos/outbox/index.ts"),
  webhooks: () => import("./webhooks/index.ts"),
  simulate: () => import("../tests/chaos/simulate/index.ts"),
  mutants: () => import("../tests/chaos/mutants/index.ts"),
  nodes: () => import("../tests/chaos/nodes/index.ts"),
  stops: () => import("../tests/chaos/stops/index.ts"),
  restore: () => import("../tests/chaos/restore/index.ts"),
  transport: () => import("../tests/chaos/transport/index.ts"),
  answers: () => import("../tests/chaos/answers/index.ts"),
  power: () => import("../tests/chaos/power/index.ts"),
  hostile: () => import("./hostile-media/index.ts"),
  upload: () => import("./upload/index.ts"),
  move: () => import("./move.ts"),
  lost: () => import("../tests/chaos/lost/index.ts"),
  refresh: () => import("../tests/chaos/refresh/index.ts"),
};

const first = process.argv[2] ?? "";
if (first === "--help") {
  console.log(overview());
} else {
  const name = first === "" || first.startsWith("-") ? null : benchOf(first);
  if (name !== null) process.argv.splice(2, 1);
  // A bench reads its own options when it is loaded.
  await MODULES[name ?? "speed"]();
}

function benchOf(word: string): Bench {
  const names = Object.keys(BENCHES) as Bench[];
  const name = names.find((each) => each === word);
  if (name !== undefined) return name;
  const near = nearest(word, names);
  const hint = near === null ? "" : ` Did you mean ${near}?`;
  exitWithUsage(new UsageError(`Unknown bench "${word}".${hint}`), "scripts/bench --help");
}

function overview(): string {
  const lines = Object.entries(BENCHES).map(([name, does]) => `  ${name.padEnd(10)} ${does}`);
  return [
    "scripts/bench [NAME] [options]",
    "Runs a long test or a measurement; without a name, speed.",
    "",
    ...lines,
    "",
    "scripts/bench NAME --help lists the options of one.",
  ].join("\n");
}
