// Runs the server without HTTP in a process (store, recovery, dispatcher, connectors): it starts three times as fast.
// With several processes, its argument is how long each of them may be silent, in ms.
import { openAppliance } from "../../../app/index.ts";
import { readConfig } from "../../../app/config.ts";
import { networks } from "../../../networks/index.ts";
import { serverPlace } from "../../../store/server.ts";

// Built as one file, it is the process that decodes its images, too, as the program is (main.ts).
if (process.argv[2] === "media-process") await import("../../../media/process/media.child.ts");

const ended = Promise.withResolvers<void>();
process.once("SIGTERM", () => ended.resolve());

void endWithParent();
await deliver();
// Standard input is still being read.
process.exit(0);

async function deliver(): Promise<void> {
  const config = readConfig(process.env, networks.list);
  const [, , leaseMs] = process.argv;
  const { CRIER_DATABASE: database } = config;
  const place =
    database !== null && leaseMs !== undefined && serverPlace(database, { leaseMs: Number(leaseMs) });
  await using appliance = await openAppliance(config, {
    ...(place && { place }),
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
