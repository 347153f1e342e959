// /admin/live: what changes in a profile, as a stream of server-sent events.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { hasProfile } from "../../domain/person.ts";
import type { ChangePosition } from "../../domain/store/changes.ts";
import type { LiveReader } from "../../publishing/live/hub.ts";
import type { LiveMessage } from "../../publishing/live/messages.ts";
import { keepOpen } from "../http/endless.ts";
import { positionOf, positionText } from "../views/live-position.ts";
import { strict, uuid } from "../views/shapes.ts";
import type { AdminDeps } from "./deps.ts";
import { personOperation, sessionOf, visibleProfile } from "./owner.ts";

export const liveRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/live" }).get(
    "",
    async ({ query, request }) => {
      const { id } = await visibleProfile(request, query.profile, deps);
      const after = request.headers.get("last-event-id") ?? query.after ?? null;
      if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
      return await streamTo(request, id, after, deps);
    },
    LISTEN,
  );

async function streamTo(request: Request, profileId: string, after: string | null, deps: AdminDeps) {
  const session = sessionOf(request);
  const writer = openWriter();
  const reader: LiveReader = {
    profileId,
    isAllowed: async () => {
      const now = await deps.door.current(session);
      return now !== null && hasProfile(now, profileId);
    },
    send: (messages, position) => writer.write(blocksOf(messages, position)),
    end: writer.end,
  };
  // Before anything else, so that browsers come back soon after a restart.
  writer.write(`retry: ${RETRY_MS}\n\n`);
  const leave = await deps.live.open(reader, after === null ? null : positionOf(after));
  void writer.ended.then(leave);
  keepOpen(request, writer.ended);
  return new Response(writer.stream, { headers: HEADERS });
}

const RETRY_MS = 2000;

/** Bytes that may wait for a reader. */
const BUFFER_BYTES = 256 * 1024;

interface Writer {
  readonly stream: ReadableStream<Uint8Array>;
  /** @returns false when too much waits already: then nothing of it is written */
  write(text: string): boolean;
  end(): void;
  /** The stream was ended here, or by its reader. */
  readonly ended: Promise<void>;
}

function openWriter(): Writer {
  const ended = Promise.withResolvers<void>();
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      cancel() {
        controller = null;
        ended.resolve();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
  );
  return {
    stream,
    ended: ended.promise,
    write(text) {
      const bytes = encoder.encode(text);
      if (bytes.byteLength > (controller?.desiredSize ?? 0)) return false;
      controller?.enqueue(bytes);
      return true;
    },
    end() {
      controller?.close();
      controller = null;
      ended.resolve();
    },
  };
}

/**
 * The last of them carries the position, so a reader who loses the connection in between gets all of them again. Without
 * messages, a comment and the position alone, which browsers keep without reporting it.
 */
function blocksOf(messages: readonly LiveMessage[], position: ChangePosition): string {
  const blocks = messages.map((each) => `event: ${each.event}\ndata: ${JSON.stringify(each.data)}\n`);
  const id = `id: ${positionText(position)}\n\n`;
  return blocks.length === 0 ? `: nothing new\n${id}` : `${blocks.join("\n")}${id}`;
}

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // nginx would collect the answer before it passes it on.
  "x-accel-buffering": "no",
  // Nothing else comes on this connection: it has no time limit.
  connection: "close",
};

const about = personOperation({
  id: "listenLive",
  permission: "read",
  tag: "Live",
  summary: "Listen to what changes in a profile",
  description: `Answers with server-sent events and does
not end: read it with the browser's \`EventSource\`. Changes by other processes, such as the command line, are included.

- \`post\` \`{id, revision, status, seq}\`: a post as it is now. Several changes in quick succession arrive as one message.
  The status is \`deleted\` when the post is gone.
- \`journal\` \`{postId, seq}\`: a new event of a post.
- \`account\` \`{id, status}\`: an account was connected, disconnected or changed.
- \`media\` \`{id, progress}\`: an upload in progress, 0 to 1. \`{id, status}\`: media was \`created\`, \`changed\` or \`deleted\`.
- \`queue\` \`{}\` and \`attention\` \`{}\`: what waits, or what needs a person, may have changed. Request it again.
- \`labels\` \`{}\`, \`plan\` \`{}\`: labels, or the plan, were changed. Request them again.
- \`profile\` \`{}\`: the profile has another name or other settings. Request the session again.
- \`backups\` \`{}\`: a backup is being made or verified, or was. Request it again.
- \`system\` \`{paused}\`: whether publishing is paused. Sent at the beginning and when it changes.
- \`reset\` \`{}\`: more than 1,000 changes were missed. Request everything again.

After an interruption, browsers send \`Last-Event-ID\` and receive what they missed, oldest first, possibly with some messages
that had arrived already. A comment every 15 seconds keeps proxies from closing the stream. It ends when the session or the
server does. 50 streams may be open at the same time.`,
  problems: ["not_found"],
});

const LISTEN = {
  ...about,
  detail: { ...about.detail, "x-content-type": "text/event-stream" },
  query: Type.Object(
    {
      profile: uuid,
      after: Type.Optional(
        Type.String({
          maxLength: 100,
          description:
            "the `id` of the last message received, or `livePosition` of the session; the header `Last-Event-ID` wins",
        }),
      ),
    },
    strict,
  ),
  response: Type.String(),
};
