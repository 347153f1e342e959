// crier simulator: the simulated networks in a process of their own, for several processes of Crier over one database.
import { Command } from "@commander-js/extra-typings";
import { networks } from "../app/networks.ts";
import { systemClock } from "../clock.ts";
import { messageOf, OperatorError } from "../errors.ts";
import { startSimulator, type Simulator } from "../simulator/server.ts";
import { openKept } from "../simulator/stored-files.ts";
import { answer, globalsOf, UsageError, type Context } from "./context.ts";
import { examples } from "./help.ts";

const [HOST, PORT] = ["127.0.0.1", "4050"];

export function simulatorCommand(context: Context) {
  return new Command("simulator")
    .description(
      "simulate the networks for several processes: set CRIER_SIMULATOR to its address in each of them",
    )
    .option("--host <address>", "address to listen on", HOST)
    .option("--port <port>", "port to listen on", PORT)
    .option("--url <url>", "where the processes reach it, if they run on other machines")
    .addHelpText(
      "after",
      examples("crier simulator", "crier simulator --host 0.0.0.0 --url http://simulator.example:4050"),
    )
    .action(async ({ host, port, url }, command) => {
      const simulator = await start(host, portOf(port), url === undefined ? null : addressOf(url));
      const words = `The simulated networks are at ${simulator.url} until this is stopped; posts are shown at ${simulator.url}/simulator`;
      answer(context, globalsOf(command), { url: simulator.url }, words);
      await context.ended;
      await simulator.stop();
    });
}

/** @throws OperatorError when it can't listen there */
async function start(host: string, port: number, url: string | null): Promise<Simulator> {
  try {
    return await startSimulator({
      networks: networks.simulated,
      clock: systemClock,
      keep: openKept(),
      ...{ host, port },
      ...(url !== null && { url }),
    });
  } catch (error) {
    throw new OperatorError(
      `Can't listen on ${host}:${port}: ${messageOf(error).replace(/[.?]+$/, "")}. Choose another --host or --port.`,
      { cause: error },
    );
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port ${text} is not a port: use a number from 0 to 65535.`);
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError(`--url ${text} is not an address such as http://simulator.example:4050.`);
}
