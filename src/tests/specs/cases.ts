// Collects the posts that each network's conformance test tries.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { plugin } from "bun";
import type { Case, Conformance } from "../support/network-conformance.ts";
import type { NetworkPair } from "../../app/networks.ts";

const found = new Map<string, readonly Case[]>();

/** Stands in for the tests' own: what would be tried is kept instead. */
plugin({
  name: "conformance cases",
  setup(build) {
    const conformance = ({ network }: NetworkPair, { cases }: Conformance) =>
      void found.set(network.id, [...(found.get(network.id) ?? []), ...cases]);
    build.onLoad({ filter: /\/src\/tests\/support\/network-conformance\.ts$/ }, () => ({
      loader: "object",
      exports: { conformance },
    }));
  },
});

/** Null when the network has no such test. */
export async function casesOf(id: string): Promise<readonly Case[] | null> {
  const file = join(import.meta.dir, "../../networks", id, "conformance.test.ts");
  if (!existsSync(file)) return null;
  await import(file);
  return found.get(id) ?? null;
}
