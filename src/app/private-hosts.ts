// Hosts that connectors may reach although they are private or speak plain http.
import type { Config } from "./config.ts";
import type { Simulation } from "./simulation.ts";

/** Hosts that the operator named in CRIER_ALLOW_PRIVATE_HOSTS. */
export function isNamed({ CRIER_ALLOW_PRIVATE_HOSTS }: Config): (url: URL) => boolean {
  const named = new Set(CRIER_ALLOW_PRIVATE_HOSTS);
  const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80");
  return (url) => named.has(url.hostname) || named.has(`${url.hostname}:${portOf(url)}`);
}

/** Hosts that may be private and plain http: what the operator named, its endpoint overrides, and the simulator. */
export function allowedHosts(config: Config, simulation: Simulation): (url: URL) => boolean {
  const named = isNamed(config);
  const endpoints = Object.values(config.endpoints).flatMap((own) => Object.values(own));
  const hosts = endpoints.map((endpoint) => new URL(endpoint).host);
  const own = new Set([...hosts, ...simulation.hosts]);
  return (url) => named(url) || own.has(url.host);
}
