// The benches: scripts/bench NAME [its own arguments …]; speed when none is named.
const BENCHES = {
  speed: () => import("./speed.ts"),
  stall: () => import("./stall.ts"),
  due: () => import("./due.ts"),
  kill: () => import("./kill.ts"),
  simulate: () => import("./simulate.ts"),
  mutants: () => import("./mutants.ts"),
  stops: () => import("./stops.ts"),
  restore: () => import("./restore.ts"),
  transport: () => import("./transport.ts"),
  answers: () => import("./answers.ts"),
  power: () => import("./power.ts"),
  hostile: () => import("./hostile.ts"),
  upload: () => import("./upload.ts"),
  lost: () => import("./lost.ts"),
  refresh: () => import("./refresh.ts"),
};

const [name = "speed"] = process.argv.slice(2);
const named = Object.entries(BENCHES).find(([each]) => each === name);
if (named) process.argv.splice(2, 1);
// A bench reads its own arguments when it is loaded.
await (named?.[1] ?? BENCHES.speed)();
