// Publishes every case at the network's simulator, signs in, and records every request.
import { createHash } from "node:crypto";
import { draftFor, openBench, type Bench } from "../support/network-fixture.ts";
import type { Answer, NetworkRequest } from "../../networks/client/call.ts";
import type { Case } from "../support/network-conformance.ts";
import type { NetworkPair } from "../../app/networks.ts";
import { StepFailedError, type Credentials, type Io } from "../../networks/network.ts";
import type { Sent } from "./description.ts";

/** A request with the step that made it. */
export interface Recorded {
  readonly step: string;
  /** Null when it went elsewhere than to the network's API. */
  readonly sent: Sent | null;
  readonly request: NetworkRequest;
  readonly answer: Answer;
}

const LOOKED_AFTER_MS = 31_000;

/** Throws when a case is not published: then there would be less to check than there seems. */
export async function record(entry: NetworkPair, cases: readonly Case[]): Promise<Recorded[]> {
  await using bench = await openBench(entry);
  const stored: Recorded[] = [];
  const listening = (step: string, handle: string, changes: Partial<Io> = {}): Io => {
    const io = bench.io(handle, changes);
    const base = io.endpoint("api");
    return {
      ...io,
      get saved() {
        return io.saved;
      },
      async call(request) {
        const answer = await io.call(request);
        stored.push({ step, sent: sentOf(request, base), request, answer });
        return answer;
      },
    };
  };
  for (const [n, one] of cases.entries())
    await publish(entry, one, bench, (changes) => listening(one.name, `ok-spec-${n}`, changes));
  await lookAround(entry, listening("account", "ok"));
  return stored;
}

function sentOf({ method, url, headers = {}, body }: NetworkRequest, base: string): Sent | null {
  if (!url.startsWith(`${base}/`)) return null;
  const { pathname, searchParams: query } = new URL(url.slice(base.length), "http://api");
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { method, path: pathname, query, headers: Object.fromEntries(lower) as Sent["headers"], body };
}

async function publish(
  { network }: NetworkPair,
  one: Case,
  { clock }: Bench,
  outside: (changes: Partial<Io>) => Io,
) {
  const media = await one.media();
  const io = outside({ media });
  const prepared = await network.prepare(draftFor(network, one.text, media, one.options), io);
  const sentAt = clock.now();
  let outcome = await network.commit(prepared, io);
  for (let tries = 0; outcome.kind === "processing" && tries < 100; tries++) {
    clock.turn(outcome.askAgainMs);
    outcome = await network.settle(prepared, outcome.receipt, io);
  }
  if (outcome.kind !== "accepted") throw new Error(`${network.id}, ${one.name}: ${JSON.stringify(outcome)}`);
  clock.turn(LOOKED_AFTER_MS);
  await network.verify(prepared, { sentAt, otherRemoteIds: [] }, io);
}

/** What an account's life asks for besides posts. A network that refuses is no fault here: the request is what counts. */
async function lookAround(
  { network: { connect, liveOptions: creator } }: NetworkPair,
  io: Io,
): Promise<void> {
  await quietly(() => creator(io));
  const signedIn = connect.oauth && (await quietly(() => signIn(io, connect.oauth)));
  const [account] = (await quietly(() => connect.login(signedIn ?? typed(connect, io), io))) ?? [];
  const credentials = account?.credentials ?? io.credentials;
  await quietly(async () => await connect.refresh?.(credentials, io));
  await quietly(async () => await connect.revoke?.(credentials, io));
}

/** The fields that a person types to connect, taken from the account's credentials. */
function typed({ fields }: NetworkPair["network"]["connect"], { credentials }: Io): Credentials {
  const known = fields.map(({ name }) => [name, credentials[name] ?? credentials[`${name}Id`] ?? ""]);
  return { ...credentials, ...Object.fromEntries(known) };
}

async function signIn(
  io: Io,
  oauth: NetworkPair["network"]["connect"]["oauth"],
): Promise<Credentials | null> {
  if (!oauth) return null;
  const redirectUri = "https://crier.test/connect/callback";
  const verifier = oauth.pkce && "v".repeat(43);
  const challenge =
    oauth.pkce &&
    createHash("sha256")
      .update(verifier ?? "")
      .digest(oauth.pkce);
  const page = new URL(io.endpoint(oauth.authorize.endpoint) + oauth.authorize.path);
  page.search = new URLSearchParams({
    ...oauth.parameters,
    [oauth.clientIdName]: io.application?.id ?? "",
    redirect_uri: redirectUri,
    response_type: "code",
    scope: oauth.scopes.join(oauth.scopeSeparator),
    state: "s",
    ...(challenge !== null && { code_challenge: challenge, code_challenge_method: "S256" }),
  }).toString();
  const agreed = await fetch(page, { redirect: "manual" });
  const code = URL.parse(agreed.headers.get("location") ?? "")?.searchParams.get("code") ?? "";
  return await oauth.exchange({ code, redirectUri, verifier }, io);
}

async function quietly<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StepFailedError) return null;
    throw error;
  }
}
