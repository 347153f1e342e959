// crier simulator: the simulated networks in a process of their own, for several processes of Crier over one database.
import { Command } from "@commander-js/extra-typings";
import { networks } from "../app/networks.ts";
import { systemClock } from "../clock.ts";
import { messageOf, OperatorError } from "../errors.ts";
import { fetchFrom } from "../simulator/fetch-file.ts";
import { startSimulator, type Simulator, type SimulatorOptions } from "../simulator/server.ts";
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
    .option(
      "--files-from <url...>",
      "processes on other machines from which networks get the files that they download; default: only from this machine",
    )
    .addHelpText(
      "after",
      examples(
        "crier simulator",
        "crier simulator --host 0.0.0.0 --url http://simulator.example:4050 --files-from http://crier-1.example:4040",
      ),
    )
    .action(async ({ host, port, url, filesFrom }, command) => {
      // Others can't use the address that it listens at then.
      if (url === undefined && ["0.0.0.0", "::"].includes(host))
        throw new UsageError(`--host ${host} needs --url: where the processes reach it.`);
      const { ended } = context;
      const simulator = await start({
        host,
        port: portOf(port),
        ...(url !== undefined && { url: addressOf("--url", url) }),
        ...(filesFrom && { fetchFile: fetchFrom(filesFrom.map((each) => addressOf("--files-from", each))) }),
      });
      const words = `The simulated networks are at ${simulator.url} until this is stopped; posts are shown at ${simulator.url}/simulator`;
      answer(context, globalsOf(command), { url: simulator.url }, words);
      await ended;
      await simulator.stop();
    });
}

type Place = Pick<SimulatorOptions, "url" | "fetchFile"> & { readonly host: string; readonly port: number };

/** @throws OperatorError when it can't listen there */
async function start(place: Place): Promise<Simulator> {
  try {
    return await startSimulator({
      networks: networks.simulated,
      clock: systemClock,
      keep: openKept(),
      ...place,
    });
  } catch (error) {
    throw new OperatorError(
      `Can't listen on ${place.host}:${place.port}: ${messageOf(error).replace(/[.?]+$/, "")}. Choose another --host or --port.`,
      { cause: error },
    );
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port ${text} is not a port: use a number from 0 to 65535.`);
}

function addressOf(option: string, text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new UsageError(`${option} ${text} is not an address such as http://crier.example:4050.`);
}
