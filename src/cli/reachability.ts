// Asks a running server's public address, from another process, whether networks can download files from it.
import { randomBytes } from "node:crypto";
import { readSecretKey } from "../auth/secret-key.ts";
import { openVault } from "../auth/vault.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { Config } from "../app/config.ts";
import { idsOf } from "../id.ts";
import { openLinks } from "../media/links.ts";
import { openSigner } from "../media/signed-address.ts";
import { isPublic, systemResolve } from "../networks/client/address.ts";
import { openCalls } from "../networks/client/call.ts";
import { getBy, checkReachability, type Reachability, type ReachableDeps } from "../ops/reachability.ts";
import { placeOf } from "../app/workspace.ts";
import { version } from "../version.ts";

/** Null when it can't be checked now: no server runs, or the key that proves the answer can't be read. */
export async function reach(
  config: Config,
  clock: Clock = systemClock,
  internet: Pick<ReachableDeps, "resolve" | "get"> = theInternet(clock),
): Promise<Reachability | null> {
  const { CRIER_URL: url } = config;
  const key = await keyOf(config);
  if (key === null) return null;
  const signer = openSigner(openVault(key).derive("addresses"), clock.now);
  const newId = idsOf(clock);
  const links = openLinks({ signer, baseUrl: () => url ?? "", clock, newId, hasPosters: false });
  return await checkReachability(url, { ...internet, isPublic, canary: links.canary });
}

/** What keeps it from being read, and from being served, the doctor says elsewhere. */
async function keyOf(config: Config): Promise<string | null> {
  try {
    return (await placeOf(config).isServed())
      ? (readSecretKey(config.CRIER_SECRET_KEY, config.CRIER_DATA)?.key ?? null)
      : null;
  } catch {
    return null;
  }
}

function theInternet(clock: Clock): Pick<ReachableDeps, "resolve" | "get"> {
  return {
    resolve: systemResolve,
    get: getBy(openCalls({ version, clock, random: randomBytes })),
  };
}
