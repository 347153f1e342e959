// Simulates a Bluesky server (PDS, video service and AppView in one) as networks/bluesky.facts.md describes it.
import { ok, openRepo, hashOf } from "./repo.ts";
import { accessOf, didOf, fail, handleOf, tokensFor } from "./session.ts";
import { shapeOf } from "../inspect-media.ts";
import {
  behaviourOf,
  isObject,
  jsonIn,
  SLOW_MS,
  sniff,
  type RequestHead,
  type Json,
  type OpenNetwork,
  type Reply,
  type Request,
  type SimulatedNetwork,
  type Stage,
} from "../network.ts";

const PUBLISHING: readonly string[] = ["putRecord", "createRecord", "applyWrites"].map(
  (verb) => `com.atproto.repo.${verb}`,
);

export const simulatedBluesky: SimulatedNetwork = { id: "bluesky", name: "Bluesky", sample: {}, open };

/** Bytes; networks/bluesky.facts.md 4. */
const VIDEO_LIMIT = 300_000_000;

type Fields = { readonly [key: string]: Json };
interface Job {
  readonly did: string;
  readonly readyAt: number;
  /** Null: the file could not be made a video of. */
  readonly blob: Fields | null;
}

function open(stage: Stage): OpenNetwork {
  const { clock } = stage;
  const repo = openRepo(stage);
  const jobs = new Map<string, Job>();

  return {
    published: repo.published,
    endpoint: (purpose) => (purpose === "web" ? stage.pageUrl() : stage.base()),
    connection: (handle, base) => ({
      remoteId: didOf(handle),
      handle,
      displayName: `Simulated ${handle}`,
      avatarUrl: null,
      profileUrl: `${stage.pageUrl()}${handle}`,
      credentials: { pds: base, did: didOf(handle), ...tokensFor(handle, clock.now()) },
      expiresAt: clock.now() + 7_200_000,
      rules: {},
    }),
    accountOf: handleOf,
    publishes: (request) =>
      request.method === "POST" && PUBLISHING.includes(nsidOf(request)) ? keyIn(request) : null,
    answer,
    refusal: () =>
      fail(400, "InvalidRequest", "Invalid app.bsky.feed.post record: simulated refusal at $.text"),
    limited: () => ({
      ...fail(429, "RateLimitExceeded", "Rate Limit Exceeded"),
      headers: {
        "ratelimit-limit": "3000",
        "ratelimit-remaining": "0",
        "ratelimit-reset": String(Math.ceil(clock.now() / 1000) + 2),
        "retry-after": "2",
      },
    }),
    media: (id) => repo.blob(id),
  };

  async function answer(request: Request): Promise<Reply> {
    const nsid = nsidOf(request);
    const open = unauthenticated(nsid, request);
    if (open) return open;
    const refused = accessOf(request, nsid, clock.now());
    if (refused) return refused;
    const handle = handleOf(request) ?? "";
    return (
      (await authenticated(nsid, handle, request)) ??
      fail(501, "MethodNotImplemented", "Method Not Implemented")
    );
  }

  function unauthenticated(nsid: string, request: Request): Reply | null {
    switch (nsid) {
      case "com.atproto.server.createSession":
        return createSession(request);
      case "com.atproto.identity.resolveHandle":
        return resolveHandle(request);
      case "com.atproto.repo.getRecord":
        return repo.getRecord(request);
      case "app.bsky.video.getJobStatus":
        return getJobStatus(request);
      default:
        return null;
    }
  }

  function authenticated(nsid: string, handle: string, request: Request): Promise<Reply> | Reply | null {
    const did = didOf(handle);
    switch (nsid) {
      case "com.atproto.server.refreshSession":
        return ok({ ...session(handle), active: true });
      case "com.atproto.server.getSession":
        return ok({ did, handle, email: "simulated@example.test", emailConfirmed: true, active: true });
      case "com.atproto.server.getServiceAuth":
        return ok({ token: tokensFor(handle, clock.now(), request.query.get("lxm") ?? "").accessJwt });
      case "app.bsky.actor.getProfile":
        return ok({ did, handle, displayName: `Simulated ${handle}` });
      case "app.bsky.video.getUploadLimits":
        return ok({ canUpload: true, remainingDailyVideos: 25, remainingDailyBytes: 10_000_000_000 });
      case "com.atproto.repo.uploadBlob":
        return repo.uploadBlob(did, request);
      case "app.bsky.video.uploadVideo":
        return uploadVideo(handle, request);
      case "com.atproto.repo.putRecord":
        return repo.putRecord(handle, jsonIn(request));
      case "com.atproto.repo.applyWrites":
        return repo.applyWrites(handle, jsonIn(request));
      case "com.atproto.repo.deleteRecord":
        return repo.deleteRecord(did, jsonIn(request));
      default:
        return null;
    }
  }

  // ---- session and identity

  function createSession(request: Request): Reply {
    const { identifier, password } = jsonIn(request) ?? {};
    if (typeof identifier !== "string" || typeof password !== "string") {
      return fail(400, "InvalidRequest", "Input must have identifier and password");
    }
    if (password === "wrong" || password === "") {
      return fail(401, "AuthenticationRequired", "Invalid identifier or password");
    }
    const did = didOf(identifier);
    const pds = { id: "#atproto_pds", type: "AtprotoPersonalDataServer", serviceEndpoint: stage.base() };
    return ok({ ...session(identifier), active: true, didDoc: { id: did, service: [pds] } });
  }

  function session(handle: string): Fields {
    return { did: didOf(handle), handle, ...tokensFor(handle, clock.now()) };
  }

  function resolveHandle({ query }: Request): Reply {
    const handle = query.get("handle") ?? "";
    if (!handle.includes(".")) return fail(400, "InvalidRequest", "Error: handle must be a valid handle");
    if (handle.startsWith("nobody.")) return fail(400, "InvalidRequest", "Unable to resolve handle");
    return ok({ did: didOf(handle) });
  }

  // ---- video

  async function uploadVideo(handle: string, request: Request): Promise<Reply> {
    const did = didOf(handle);
    if (request.query.get("did") !== did) return fail(403, "UploadForbidden", "did does not match the token");
    if (sniff(request.body)?.startsWith("video/") !== true)
      return fail(400, "UnsupportedContentType", "not a video");
    if (request.body.byteLength > VIDEO_LIMIT)
      return fail(400, "FileTooLarge", "video must be at most 300 MB");
    // The real service finds out while it encodes.
    const isVideo = (await shapeOf(request.body)) !== null;
    const jobId = `job-${hashOf(request.body)}`;
    const known = jobs.get(jobId);
    if (known && known.did === did && known.readyAt <= clock.now()) {
      return {
        status: 409,
        json: { error: "already_exists", message: "Video already processed", ...statusOf(jobId, known) },
      };
    }
    const readyAt = clock.now() + (behaviourOf(handle) === "slow" ? SLOW_MS : 1000);
    const job = { did, readyAt, blob: isVideo ? repo.keep(did, request) : null };
    jobs.set(jobId, job);
    return ok(statusOf(jobId, job));
  }

  function getJobStatus({ query }: Request): Reply {
    const jobId = query.get("jobId") ?? "";
    const job = jobs.get(jobId);
    if (!job) return fail(404, "JobNotFound", "job not found");
    return ok({ jobStatus: statusOf(jobId, job) });
  }

  function statusOf(jobId: string, { did, readyAt, blob }: Job): Fields {
    if (readyAt > clock.now()) return { jobId, did, state: "JOB_STATE_ENCODING", progress: 50 };
    if (!blob) return { jobId, did, state: "JOB_STATE_FAILED", failureCode: "encoding_failure" };
    return { jobId, did, state: "JOB_STATE_COMPLETED", progress: 100, blob };
  }
}

/** The record key a publishing request writes to. */
function keyIn(request: Request): string {
  const body = jsonIn(request);
  const writes = Array.isArray(body?.["writes"]) ? body["writes"] : [];
  const key = isObject(writes[0]) ? writes[0]["rkey"] : body?.["rkey"];
  return typeof key === "string" ? key : "";
}

function nsidOf({ path }: RequestHead): string {
  return path.replace(/^\/xrpc\//, "");
}
