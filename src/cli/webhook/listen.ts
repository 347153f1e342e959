// crier webhook listen: sends events to a server on this machine, signed as webhooks are; for development.
import { randomBytes } from "node:crypto";
import { Command } from "@commander-js/extra-typings";
import { pause } from "../../clock.ts";
import type { StoredEvent } from "../../domain/store/webhooks.ts";
import { messageId } from "../../domain/webhook.ts";
import { openCalls, type Call } from "../../networks/client/call.ts";
import { version } from "../../version.ts";
import { ANSWER_TIMEOUT_MS } from "../../webhooks/retry.ts";
import { makeSecret, signedHeaders } from "../../webhooks/secret.ts";
import { globalsOf, tell, UsageError, type Context } from "../context.ts";
import { examples } from "../help.ts";
import { eventsIn, openWebhooks, PROFILE_OPTION, type Opened } from "./common.ts";

const LOOK_EVERY_MS = 250;
const AT_ONCE = 50;

export function listenCommand(context: Context) {
  return new Command("listen")
    .description("send events to a server on this machine until you press Ctrl-C, to try it out")
    .requiredOption("--forward <url>", "where to, such as http://127.0.0.1:3000/hook")
    .option(...PROFILE_OPTION)
    .option("--events <list>", "only these types, separated by commas; default: all")
    .option("--secret <secret>", "sign with this secret, whsec_…; default: a new one each time")
    .addHelpText("after", examples("crier webhook listen --forward http://127.0.0.1:3000/hook"))
    .action(async ({ forward, profile, events, secret: given }, command) => {
      const globals = globalsOf(command);
      const types = events === undefined ? null : eventsIn(events);
      const url = URL.parse(forward);
      if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${forward} is not an http address.`);
      if (given !== undefined && !SECRET.test(given))
        throw new UsageError("A secret looks like whsec_ and base64.");
      // Read now: a command that has read it ends in its own time.
      const { stopping } = context;
      await using opened = await openWebhooks(profile, context, globals);
      const secret = given ?? makeSecret();
      tell(
        context,
        globals,
        `Signing with ${given === undefined ? secret : "the given secret"}. Press Ctrl-C to end.`,
      );
      const forwarding: Forwarding = { url, secret, opened, call: callsUntil(stopping, url, opened) };
      const { deps, actor, workspace } = opened;
      // What happens from now on.
      let after = await deps.webhooks.lastEvent(actor.profileId);
      while (!stopping?.aborted) {
        const page = await deps.webhooks.events(actor.profileId, { limit: AT_ONCE, after, types });
        for (const event of page.events) tell(context, globals, await forwardEvent(event, forwarding));
        after = page.upTo;
        if (!page.hasMore) await pause(workspace.clock, LOOK_EVERY_MS, stopping);
      }
    });
}

const SECRET = /^whsec_[A-Za-z0-9+/]+=*$/;

interface Forwarding {
  readonly url: URL;
  readonly secret: string;
  readonly opened: Opened;
  readonly call: Call;
}

/** The person who typed the address may call it, wherever it is. */
function callsUntil(
  stopping: AbortSignal | undefined,
  { host }: URL,
  { workspace: { clock } }: Opened,
): Call {
  const isAllowed = (url: URL) => url.host === host;
  const options = {
    version,
    clock,
    random: randomBytes,
    isAllowed,
    maxAnswerBytes: 4096,
    takesBeginning: true,
  };
  return openCalls({ ...options, ...(stopping && { signal: stopping }) });
}

/** Once: who develops sees what happened. @returns a line about it */
async function forwardEvent(
  { id, body }: StoredEvent,
  { url, secret, opened, call }: Forwarding,
): Promise<string> {
  const { clock, signing } = opened.workspace;
  const message = { messageId: messageId(id), timestamp: Math.floor(clock.now() / 1000), body };
  const answer = await call({
    method: "POST",
    url: url.href,
    headers: signedHeaders(message, [secret], signing),
    body: { bytes: Buffer.from(body), type: "application/json" },
    timeoutMs: ANSWER_TIMEOUT_MS,
  });
  const { type } = JSON.parse(body) as { type: string };
  return `${type} → ${answer.kind === "answered" ? answer.status : answer.detail}`;
}
