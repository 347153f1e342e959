// Simulates YouTube's resumable uploads: a session, pieces in order, and a video after the last byte.
import { jsonIn, type Reply, type Request, type Stage } from "../network.ts";
import { fail, type Fields } from "./answers.ts";
import type { openVideos } from "./videos.ts";
import { wrongDetails } from "./details.ts";

interface Session {
  readonly handle: string;
  readonly details: Fields;
  readonly mime: string;
  readonly size: number;
  readonly until: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  received: number;
  videoId: string | null;
}

/** All pieces except the last one are multiples of this. */
const UNIT = 262_144;
const LARGEST = 274_877_906_944;
const KEEPS_MS = 7 * 24 * 3_600_000;
/** Of videos a project may insert a day. */
const INSERTS = 100;

export function openUploads({ clock, base }: Stage, videos: ReturnType<typeof openVideos>) {
  const sessions = new Map<string, Session>();
  const inserts = new Map<string, number>();
  return { open, put };

  function open(handle: string, request: Request): Reply {
    const { query, headers } = request;
    const [mime, size] = [headers["x-upload-content-type"] ?? "", Number(headers["x-upload-content-length"])];
    if (query.get("uploadType") !== "resumable" || !query.get("part"))
      return fail(400, "badRequest", "No filter selected.");
    if (!/^(video\/|application\/octet-stream$)/.test(mime))
      return fail(
        400,
        "badContent",
        "Media type 'image/jpeg' is not supported. Valid media types: [video/*]",
      );
    if (!(size > 0 && size <= LARGEST))
      return fail(400, "mediaBodyRequired", "The request does not include the video content.");
    const details = jsonIn(request) ?? {};
    const wrong = wrongDetails(details, (query.get("part") ?? "").split(","));
    if (wrong) return wrong;
    if (spent(handle)) {
      const words = "The request cannot be completed because you have exceeded your quota.";
      return fail(403, "quotaExceeded", words);
    }
    const id = `upload-${sessions.size + 1}-${Bun.hash.crc32(handle).toString(36)}`;
    const bytes = new Uint8Array(size);
    const until = clock.now() + KEEPS_MS;
    sessions.set(id, { handle, details, mime, size, until, bytes, received: 0, videoId: null });
    const location = `${base()}/api/upload/youtube/v3/videos?uploadType=resumable&upload_id=${id}`;
    return { status: 200, json: undefined, headers: { location } };
  }

  /** The day of the quota is California's. */
  function spent(handle: string): boolean {
    const day = new Date(clock.now()).toLocaleDateString("en", { timeZone: "America/Los_Angeles" });
    const key = `${handle}/${day}`;
    const made = inserts.get(key) ?? 0;
    inserts.set(key, made + 1);
    return made >= INSERTS;
  }

  async function put(handle: string, { query, headers, body }: Request): Promise<Reply> {
    const session = sessions.get(query.get("upload_id") ?? "");
    if (!session || session.handle !== handle || session.until < clock.now())
      return { status: 404, json: undefined };
    const range = headers["content-range"] ?? `bytes 0-${session.size - 1}/${session.size}`;
    const requested = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(range);
    if (!requested || (requested[3] !== "*" && Number(requested[3]) !== session.size))
      return fail(400, "badRequest", "Invalid Content-Range.");
    if (session.videoId !== null) {
      if (requested[1] !== undefined) videos.acceptedAgain(session.videoId);
      return { status: 200, json: videos.resource(session.videoId) };
    }
    if (requested[1] === undefined) return progress(session);
    return await take(session, Number(requested[1]), Number(requested[2]) + 1, body);
  }

  async function take(session: Session, from: number, until: number, body: Uint8Array): Promise<Reply> {
    const isLast = until === session.size;
    const whole = body.byteLength === until - from && until <= session.size;
    if (!whole || from > session.received || (!isLast && (until - from) % UNIT !== 0))
      return fail(400, "badRequest", "Failed to parse Content-Range header.");
    session.bytes.set(body, from);
    session.received = Math.max(session.received, until);
    if (session.received < session.size) return progress(session);
    const { handle, details, mime, bytes } = session;
    session.videoId = await videos.make(handle, details, { bytes, mime });
    return { status: 200, json: videos.resource(session.videoId) };
  }

  function progress({ received }: Session): Reply {
    const headers: Record<string, string> = received > 0 ? { range: `bytes=0-${received - 1}` } : {};
    return { status: 308, json: undefined, headers };
  }
}
