// Runs the server without HTTP in a process (store, recovery, dispatcher, connectors): it starts three times as fast.
import { openAppliance } from "../../../app/index.ts";
import { readConfig } from "../../../app/config.ts";
import { networks } from "../../../networks/index.ts";

const ended = Promise.withResolvers<void>();
process.once("SIGTERM", () => ended.resolve());

void endWithParent();
await deliver();
// Standard input is still being read.
process.exit(0);

async function deliver(): Promise<void> {
  await using appliance = await openAppliance(readConfig(process.env, networks.list), {
    context: {
      say: (text) => void process.stderr.write(`${text}\n`),
      die() {
        process.kill(process.pid, "SIGKILL");
        throw new Error("dead");
      },
    },
    serves: true,
  });
  if (!(await appliance.startDelivery())) {
    console.error("Another Crier serves the data folder already.");
    process.exit(1);
  }
  console.log("delivering");
  await ended.promise;
}

/** A test run that is interrupted cannot stop its processes: the end of standard input says that it is gone. */
async function endWithParent(): Promise<void> {
  for await (const _ of Bun.stdin.stream());
  process.kill(process.pid, "SIGKILL");
}
