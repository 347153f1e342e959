// The address at which people and networks reach this installation.
import type { RunningServer } from "../domain/store/files.ts";
import type { Config } from "./config.ts";

/** Of the server that runs on the data folder, else the one that the settings give. */
export function addressOf(config: Config, running: RunningServer | null): string {
  return running?.url ?? urlOf(config, config.CRIER_PORT);
}

/** CRIER_URL, or where this machine itself reaches the server. */
export function urlOf({ CRIER_URL, CRIER_HOST: host }: Config, port: number): string {
  // A browser can't open "all addresses of this machine".
  const hostname = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return CRIER_URL ?? `http://${hostname}:${port}`;
}
