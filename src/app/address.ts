// The address at which people and networks reach this appliance.
import type { Config } from "./config.ts";
import type { RunningServer } from "../store/index.ts";

/** Of the server that runs on the data folder, else the one that the settings give. */
export function addressOf(config: Config, running: RunningServer | null): string {
  return running?.url ?? config.CRIER_URL ?? listeningAt(config, config.CRIER_PORT);
}

/** "All addresses of this machine" is no address that a browser can open. */
export function listeningAt({ CRIER_HOST: host }: Config, port: number): string {
  return `http://${host === "0.0.0.0" || host === "::" ? "localhost" : host}:${port}`;
}
