// Runs the simulated networks in a process that survives every kill: bun networks.ts <seed> <share> <other share>.
import { systemClock } from "../../../clock.ts";
import { networks } from "../../../app/networks.ts";
import { runStandalone } from "../../support/simulator-process.ts";
import { fetchFile } from "./files.ts";
import { forgetful } from "./forgetful.ts";
import { freePort } from "../../support/free-port.ts";

const [seed = 1, publishing = 0, other = 0] = process.argv.slice(2).map(Number);
const { url } = await runStandalone({
  networks: networks.simulated.map(forgetful),
  clock: systemClock,
  port: freePort(),
  seed,
  share: { publishing, other },
  fetchFile,
});
console.log(url);
// The bench holds the other end: when it is gone, however it went, so are the networks.
for await (const _ of Bun.stdin.stream());
process.exit(0);
