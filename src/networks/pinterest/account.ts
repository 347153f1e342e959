// Connects a Pinterest account by sign-in, refreshes its tokens, and lists its boards (networks/pinterest.facts.md 3, 5).
import { problem } from "../client/problems.ts";

import { arrayOf, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type {
  Connect,
  ConnectIo,
  Connection,
  LiveOptions,
  Credentials,
  Io,
  LiveOptionRules,
} from "../network.ts";
import type { TokenEndpoint } from "../client/oauth.ts";
import { listOf, unreadable } from "../client/outcome.ts";
import { idOf, pictureOf } from "../client/remote-post.ts";
import { refreshCredentials, exchangeCode, tokenFields, parseTokenFields } from "../client/tokens.ts";
import { NETWORK, api } from "./api.ts";
import { walkthrough } from "./walkthrough.ts";

const SCOPES = ["boards:read", "boards:write", "pins:read", "pins:write", "user_accounts:read"];
/** The lifetime of Pinterest's access tokens; one that is entered expires at the latest after this time. */
const TOKEN_LIVES_MS = 30 * 86_400_000;

export const connect: Connect = {
  walkthrough,
  fields: tokenFields({
    access: `A user's token with ${SCOPES.join(", ")}. Signing in sets it automatically.`,
    refresh: "From the same sign-in. Each use replaces it, so no other program may use it.",
    ends: "For example 2027-01-31T12:00:00Z. Default: in 30 days.",
  }),
  login,
  oauth: {
    application: {
      url: "https://developers.pinterest.com/apps/",
      help: "Connect an app there, add the redirect address below, and ask for standard access: with trial access Pinterest accepts no pins.",
    },
    authorize: { endpoint: "authorize", path: "/oauth/" },
    scopes: SCOPES,
    scopeSeparator: ",",
    clientIdName: "client_id",
    pkce: null,
    parameters: {},
    // Applications from before September 2025 get refresh tokens that go on only when they ask for it.
    exchange: (grant, io) => exchangeCode(grant, tokenEndpoint(io, { continuous_refresh: "true" }), io),
  },
  /** Every answer has a new refresh token, good for another 60 days. */
  refresh: (credentials, io) => refreshCredentials(credentials, tokenEndpoint(io), io, TOKEN_LIVES_MS),
  /** Only the account's owner can, in Pinterest's settings. */
  revoke: null,
};

async function login(fields: Credentials, io: ConnectIo): Promise<readonly [Connection]> {
  const { credentials, expiresAt } = parseTokenFields(fields);
  const me = await api.step(io, credentials, { method: "GET", url: "/v5/user_account" });
  const id = idOf(me["id"], api.context(io, credentials));
  const username = textOf(me["username"]);
  if (id === undefined || username === undefined) throw unreadable(NETWORK, "the account");
  const connection = {
    remoteId: id,
    server: null,
    handle: username,
    displayName: textOf(me["business_name"]) ?? username,
    avatarUrl: pictureOf(me["profile_image"]),
    profileUrl: `${io.endpoint("web")}/${encodeURIComponent(username)}/`,
    credentials,
    expiresAt: expiresAt ?? io.now() + TOKEN_LIVES_MS,
    rules: {},
  };
  return [connection];
}

// ---- tokens

function tokenEndpoint(io: ConnectIo, parameters: TokenEndpoint["parameters"] = {}): TokenEndpoint {
  const url = `${io.endpoint("api")}/v5/oauth/token`;
  return { id: "pinterest", network: NETWORK, url, clientAuth: "basic", parameters, isGrantGone };
}

/** Pinterest words it as any other error of its own. */
function isGrantGone(error: string, message: string): boolean {
  return error === "" && /(refresh token|authorization code|code) .*(invalid|expired)/i.test(message);
}

// ---- boards

const PAGES = 4;
const BOARDS = 250;
/** Sections are asked for board by board; an application on trial has 1,000 calls a day. */
const WITH_SECTIONS = 25;

export async function liveOptions(io: Io): Promise<LiveOptions> {
  const { boards, isWhole } = await listBoards(io, `/v5/boards?page_size=${BOARDS}`);
  const values = boards.map(async (board, n) => {
    const { id, name, privacy } = board;
    const sections = n < WITH_SECTIONS ? await sectionsOf(board, io) : NO_SECTIONS;
    return { id: id ?? null, name: name ?? null, privacy: privacy ?? null, ...sections };
  });
  return { values: { boards: await Promise.all(values), moreBoards: !isWhole }, rules: {} };
}

/** Only a complete list proves that a board or section does not exist. */
export const liveOptionRules: LiveOptionRules<{
  readonly board_id: string;
  readonly board_section_id?: string;
}> = {
  applyTo: () => true,
  validate({ options: { board_id: id, board_section_id: section } }, values) {
    const boards = arrayOf(values["boards"]).map((each) => objectOf(each));
    const board = boards.find((each) => each["id"] === id);
    if (!board && values["moreBoards"] === false)
      return [
        problem("options.board_id", "This account does not have this board. Choose one of its `boards`."),
      ];
    if (section === undefined || board?.["moreSections"] !== false) return [];
    if (arrayOf(board["sections"]).some((each) => objectOf(each)["id"] === section)) return [];
    return [
      problem(
        "options.board_section_id",
        "This board does not have this section. Choose one of its `sections`.",
      ),
    ];
  },
};

/** Throws StepFailedError when the first page can't be had; without a later one the list is not whole. */
async function listBoards(io: Io, path: string): Promise<{ boards: JsonObject[]; isWhole: boolean }> {
  const boards: JsonObject[] = [];
  let page: JsonObject | undefined = await api.step(io, io.credentials, { method: "GET", url: path });
  listOf(page["items"], NETWORK, "the list of boards");
  for (let n = 1; ; n++) {
    if (!Array.isArray(page?.["items"])) return { boards, isWhole: false };
    boards.push(...page["items"].map((each) => objectOf(each)));
    const bookmark = textOf(page["bookmark"]);
    if (bookmark === undefined) return { boards, isWhole: true };
    if (n === PAGES) return { boards, isWhole: false };
    page = await api.peek(io, io.credentials, `${path}&bookmark=${encodeURIComponent(bookmark)}`);
  }
}

const NO_SECTIONS = { sections: null, moreSections: true } as const;

/** The first page of them; null when Pinterest does not say. */
async function sectionsOf(board: JsonObject, io: Io) {
  const id = idOf(board["id"], api.context(io, io.credentials));
  const page =
    id === undefined
      ? undefined
      : await api.peek(io, io.credentials, `/v5/boards/${id}/sections?page_size=${BOARDS}`);
  if (!Array.isArray(page?.["items"])) return NO_SECTIONS;
  const sections = page["items"].map((each) => {
    const { id: section, name } = objectOf(each);
    return { id: section ?? null, name: name ?? null };
  });
  return { sections, moreSections: textOf(page["bookmark"]) !== undefined };
}
