// Tests the operator's application at a network as far as that is possible before anybody signs in.
import { randomBytes } from "node:crypto";
import type { Answer } from "../networks/client/call.ts";
import {
  StepFailedError,
  type Application,
  type ConnectIo,
  type Network,
  type OAuth,
} from "../networks/network.ts";
import { authorizeAddress } from "./oauth-flow.ts";
import { meaningOf, refusalWords, type RefusalMeaning } from "./sign-in-refusal.ts";

/** What the test looked at: the id with its secret, the redirect address, the permissions. */
export const CHECKED = ["application", "address", "permissions"] as const;

export interface ApplicationFinding {
  readonly about: (typeof CHECKED)[number];
  /** `unknown`: the network says nothing about it before somebody signs in. */
  readonly verdict: "ok" | "fault" | "unknown";
  /** For people: what is so, or what is wrong and what to do. */
  readonly text: string;
}

export interface CheckedApplication {
  readonly network: Network;
  readonly oauth: OAuth;
  readonly application: Application;
  readonly redirectUri: string;
  /** The network's page without its query. */
  readonly url: string;
  readonly io: ConnectIo;
}

/** One finding about each of `CHECKED`. Makes two requests, of which neither connects anything. */
export async function checkApplication(input: CheckedApplication): Promise<readonly ApplicationFinding[]> {
  const [page, token] = await Promise.all([pageFault(input), tokenFault(input)]);
  return [
    aboutApplication(input, page === "application" ? "refused" : token),
    aboutAddress(input, page === "address" || token === "address"),
    aboutPermissions(input, page === "scope" || token === "scope"),
  ];
}

function aboutApplication({ network }: CheckedApplication, token: TokenFault): ApplicationFinding {
  const { name } = network;
  const about = "application";
  if (token === "refused" || token === "application")
    return { about, verdict: "fault", text: refusalWords(network, "application") };
  if (token === "accepted")
    return { about, verdict: "ok", text: `${name} knows this application, and its secret is right.` };
  if (token === "unreachable")
    return { about, verdict: "unknown", text: `${name} could not be reached. Test again in a few minutes.` };
  const text = `${name} gave no clear answer about the id and secret. Sign in to see whether they work.`;
  return { about, verdict: "unknown", text };
}

function aboutAddress({ network, redirectUri }: CheckedApplication, isRefused: boolean): ApplicationFinding {
  const about = "address";
  if (isRefused)
    return { about, verdict: "fault", text: `${refusalWords(network, "address")} It is ${redirectUri}` };
  const text = `${network.name} checks the redirect address when somebody signs in. It has to be registered there exactly as ${redirectUri}`;
  return { about, verdict: "unknown", text };
}

function aboutPermissions(
  { network, oauth, application }: CheckedApplication,
  isRefused: boolean,
): ApplicationFinding {
  const about = "permissions";
  if (isRefused) return { about, verdict: "fault", text: refusalWords(network, "scope") };
  const scopes = (application.scopes ?? oauth.scopes).join(", ");
  const text = `${network.name} checks the permissions when somebody signs in. Crier asks for ${scopes}.`;
  return { about, verdict: "unknown", text };
}

const TIMEOUT_MS = 10_000;

/** What the network's page objects to, when it does so before anybody has signed in. */
async function pageFault(input: CheckedApplication): Promise<RefusalMeaning | null> {
  const { oauth, io } = input;
  const state = randomBytes(32).toString("base64url");
  const url = authorizeAddress(input, state, oauth.pkce && randomBytes(32).toString(oauth.pkce));
  const answer = await io.call({
    method: "GET",
    url,
    timeoutMs: TIMEOUT_MS,
    headers: { accept: "text/html" },
  });
  if (answer.kind !== "answered") return null;
  const { status, headers, text } = answer;
  if (status >= 300 && status < 400) return errorIn(headers["location"] ?? "");
  return status >= 400 && status < 500 ? objectionIn(text) : null;
}

/** The error in the address to which a page redirects. The address itself repeats what was asked, so its words say nothing. */
function errorIn(location: string): RefusalMeaning | null {
  const query = URL.parse(location, "https://network.invalid")?.searchParams;
  for (const [name, value] of query ?? []) {
    if (!/error/i.test(name)) continue;
    const known = meaningOf(value) ?? objectionIn(Buffer.from(value, "base64").toString("latin1"));
    if (known) return known;
  }
  return null;
}

function objectionIn(text: string): RefusalMeaning | null {
  if (/redirect.?ur[il]/i.test(text)) return "address";
  if (/invalid.?scope|unauthorized.?scope|scopes?\b.{0,40}\b(invalid|not)/i.test(text)) return "scope";
  if (/(invalid|unknown|unauthorized).?client|client.?(id|key)|\bapp(lication)?.?id/i.test(text))
    return "application";
  return null;
}

type TokenFault = "accepted" | "refused" | "unreachable" | "unclear" | RefusalMeaning;

/** Redeems a code that nobody was given: what is refused first, the application or the code, says whether it is known. */
async function tokenFault({ network, oauth, redirectUri, io }: CheckedApplication): Promise<TokenFault> {
  const answers: Answer[] = [];
  const call: ConnectIo["call"] = async (request) => {
    const answer = await io.call({ ...request, timeoutMs: TIMEOUT_MS });
    answers.push(answer);
    return answer;
  };
  const verifier = oauth.pkce && randomBytes(32).toString("base64url");
  const code = `crier-test-${randomBytes(8).toString("hex")}`;
  try {
    await network.connect.oauth?.exchange({ code, redirectUri, verifier }, { ...io, call });
    return "unclear";
  } catch (error) {
    if (!(error instanceof StepFailedError)) throw error;
    return meaningOfAnswer(error, answers.at(-1));
  }
}

function meaningOfAnswer({ outcome }: StepFailedError, answer: Answer | undefined): TokenFault {
  if (answer?.kind !== "answered" || outcome.kind !== "refused") return "unreachable";
  const { json, text } = answer;
  const word =
    typeof json === "object" && json !== null && !Array.isArray(json) && "error" in json
      ? json["error"]
      : null;
  const meaning = typeof word === "string" ? meaningOf(word) : null;
  if (meaning) return meaning;
  if (/(client|app).{0,3}secret|invalid.{0,3}client/i.test(text)) return "refused";
  if (outcome.category === "auth") return "accepted";
  return /redirect.?ur[il]/i.test(text) ? "address" : CODE_REFUSED.test(text) ? "accepted" : "unclear";
}

/** Networks with words of their own object to the code only when they have accepted the application. */
const CODE_REFUSED =
  /(authorization|verification|auth).{0,3}code|code.{0,20}(invalid|expired|not)|invalid.{0,20}code/i;
