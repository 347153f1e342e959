// What goes wrong in a tool, as the model that called it can use it: the API's problem, and what to do in MCP's words.
import type { CallToolResult } from "@modelcontextprotocol/server";
import { CODES, Problem, type Code, type FieldError } from "../errors.ts";
import type { Log } from "../log.ts";
import type { NetworkProblems } from "../publishing/preflight/index.ts";

/** What to do where the API's own advice names an address that a model here can't use. */
const ADVICE: Partial<Record<Code, string>> = {
  invalid_request: "Correct the arguments listed in `errors` and call the tool again.",
  invalid_query: "Correct the arguments listed in `errors` and call the tool again.",
  invalid_cursor: "Call it without `cursor` to begin again.",
  unknown_accounts: "list_accounts shows what can be posted to.",
  no_accounts: "No account is connected. Ask the person to connect one in Crier.",
  ambiguous_account: "Use platform:handle, or the account's id from list_accounts.",
  unknown_media: "Use ids that add_media returned.",
  not_found: "Check the id; list_posts shows the posts of this profile, list_accounts its accounts.",
  insufficient_scope: "Ask the person for a key with the required scope.",
  idempotency_conflict:
    "If this is a new post, use a new idempotencyKey. If not, look at the post with get_post.",
  needs_reconciliation:
    "Don't create the post again. Ask the person to look on the network; record what they say with reconcile_target.",
  edit_conflict: "Read the post with get_post, then edit it again if that is still needed.",
  revision_conflict: "Somebody changed the post since. Read it with get_post before you edit it again.",
  already_started: "It can't be changed any more. get_post shows where it stands.",
  invalid_schedule: 'Send "now", "draft" or a time with an offset, such as 2027-01-31T09:00:00+01:00.',
  preflight_failed:
    "Nothing was stored. Change the caption, give that network its own text in `overrides`, change the media, or " +
    "leave the account out; then try again with the same or a new idempotencyKey.",
  media_too_large:
    "Files sent directly can have at most 4 MiB. For a larger file, call add_media with size, mimeType and filename to get an upload URL.",
  host_not_approved:
    "Download the file yourself and send it as base64, or ask the person to have the host approved.",
  import_failed: "Check the URL, or download the file yourself and send it as base64.",
  upload_incomplete: "Send all of the bytes to the upload URL first.",
  upload_expired: "Call add_media with size, mimeType and filename again.",
  temporarily_unavailable: "Call it again with exactly the same arguments and the same idempotencyKey.",
};

export function toolError(error: unknown, requestId: string, log: Log): CallToolResult {
  const problem = Problem.from(error);
  const { code, detail, status, extras } = problem;
  if (status >= 500) log.error("tool_failed", { requestId, code, cause: problem.cause ?? problem });
  const { headers: _headers, ...members } = extras;
  return {
    isError: true,
    content: [{ type: "text", text: textOf(problem) }],
    structuredContent: { code, detail, status, instance: requestId, ...members },
  };
}

function textOf({ code, detail, extras }: Problem): string {
  const errors = (extras.errors ?? []).map(({ pointer, message }: FieldError) => `- ${pointer}: ${message}`);
  const networks = networksOf(extras).flatMap(({ platform, handle, problems }) =>
    problems.map(({ rule, message }) => `- ${platform} (${handle}): ${message} [${rule}]`),
  );
  const advice = ADVICE[code] ?? CODES[code].remedy;
  return [`${detail} (${code})`, ...errors, ...networks, advice].join("\n");
}

function networksOf({ networks }: Problem["extras"]): readonly NetworkProblems[] {
  // Only a failed pre-flight has them.
  return Array.isArray(networks) ? (networks as NetworkProblems[]) : [];
}
