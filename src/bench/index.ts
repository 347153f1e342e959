// Runs a bench: scripts/bench NAME [its own arguments …]; without a name, speed.
const BENCHES = {
  speed: () => import("./speed/index.ts"),
  stall: () => import("./stall/index.ts"),
  due: () => import("./due.ts"),
  kill: () => import("../tests/chaos/kill/index.ts"),
  simulate: () => import("../tests/chaos/simulate/index.ts"),
  mutants: () => import("../tests/chaos/mutants/index.ts"),
  stops: () => import("../tests/chaos/stops/index.ts"),
  restore: () => import("../tests/chaos/restore/index.ts"),
  transport: () => import("../tests/chaos/transport/index.ts"),
  answers: () => import("../tests/chaos/answers/index.ts"),
  power: () => import("../tests/chaos/power/index.ts"),
  hostile: () => import("./hostile-media/index.ts"),
  upload: () => import("./upload/index.ts"),
  lost: () => import("../tests/chaos/lost/index.ts"),
  refresh: () => import("../tests/chaos/refresh/index.ts"),
};

const [name = "speed"] = process.argv.slice(2);
const named = Object.entries(BENCHES).find(([each]) => each === name);
if (named) process.argv.splice(2, 1);
// A bench reads its own arguments when it is loaded.
await (named?.[1] ?? BENCHES.speed)();
