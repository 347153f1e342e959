// Checks whether networks can download files from this server, and if not, why. Some networks only accept a URL.
import type { Call } from "../networks/client/call.ts";

/** A question that only this appliance can answer. */
export interface Canary {
  readonly url: string;
  isAnswer(text: string): boolean;
}

export interface ReachableDeps {
  /** Every address of a host name. Throws when there is none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Whether an IP address is an ordinary one on the internet. */
  readonly isPublic: (address: string) => boolean;
  readonly canary: () => Canary;
  /** Asks as a network would; no redirects. @returns the answer's text, or a sentence that says what came instead */
  readonly get: (url: string) => Promise<{ text: string } | { fault: string }>;
}

export type Reachability =
  | { readonly kind: "reachable" }
  | { readonly kind: Unreachable; /** For a person: why, and what to do. */ readonly detail: string };

export const UNREACHABLE = [
  "no_address",
  "not_https",
  "unknown_name",
  "private_address",
  "no_answer",
  "another_answers",
] as const;
export type Unreachable = (typeof UNREACHABLE)[number];

/**
 * Walks the way a network would take, and stops at the first thing that is wrong. From inside, a way round the
 * operator's own router may be missing, so "no_answer" is likely but not certain.
 * @param publicUrl CRIER_URL; null when it is not set
 */
export async function checkReachability(
  publicUrl: string | null,
  deps: ReachableDeps,
): Promise<Reachability> {
  if (publicUrl === null)
    return not("no_address", "CRIER_URL is not set. Set it to the public address of this server.");
  const { protocol, hostname, host } = new URL(publicUrl);
  if (protocol !== "https:")
    return not("not_https", `${publicUrl} is not https, and networks fetch from nowhere else.`);
  const addresses = await deps.resolve(hostname.replace(/^\[|\]$/g, "")).catch(() => []);
  if (addresses.length === 0)
    return not("unknown_name", `The name ${hostname} does not resolve to an address.`);
  const inside = addresses.find((address) => !deps.isPublic(address));
  if (inside !== undefined)
    return not("private_address", `${hostname} is ${inside}, which can't be reached from the internet.`);
  const canary = deps.canary();
  const answer = await deps.get(canary.url);
  if ("fault" in answer) return not("no_answer", `Nothing usable comes from ${host}: ${answer.fault}`);
  if (!canary.isAnswer(answer.text))
    return not(
      "another_answers",
      `${host} responds, but it is not this Crier. Have it forward to this server.`,
    );
  return { kind: "reachable" };
}

/** By the same way as everything else goes out. */
export const getBy =
  (call: Call): ReachableDeps["get"] =>
  async (url) => {
    const answer = await call({ method: "GET", url, timeoutMs: 15_000 });
    if (answer.kind !== "answered") return { fault: answer.detail };
    return answer.status === 200 ? { text: answer.text } : { fault: `it answers ${answer.status}.` };
  };

const not = (kind: Unreachable, detail: string): Reachability => ({ kind, detail });
