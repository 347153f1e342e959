// Looks for a video after a lost response: by its upload session, then in the channel's list (networks/youtube.facts.md 2).
import { CLOCK_SKEW_MS } from "../client/timeouts.ts";
import { arrayOf, isObject, objectOf, textOf, type JsonObject } from "../client/json.ts";
import type { Finding, Io, Json, SentAttempt } from "../network.ts";
import { quote } from "../client/redaction.ts";
import { peek, videoUrl, api } from "./api.ts";
import { queryUpload, storedSession, stateOf, videoId } from "./upload.ts";
import { inconclusive, absent, found } from "../client/outcome.ts";

/** Stored before the commit. The upload address is a secret and stays in what `prepare` saved. */
export type Prepared = {
  readonly mediaId: string;
  /** Of the file, bytes. */
  readonly size: number;
  /** How many of them YouTube had before the last piece was sent. */
  readonly from: number;
  readonly title: string;
  readonly description: string;
  readonly privacyStatus: string;
  readonly short: boolean;
  readonly thumbnailId: string | null;
  readonly playlistId: string | null;
};

/** A later video with the same text is another one. */
const LATEST_MS = 30 * 60_000;
const PAGES = 5;

export async function verify(prepared: Prepared, attempt: SentAttempt, io: Io): Promise<Finding> {
  const session = storedSession(io.saved, io);
  const answer = session && (await queryUpload(session, io));
  const state = answer && stateOf(answer);
  if (state?.kind === "complete" && namesThisVideo(state.video, prepared)) {
    const evidence = "The upload of this file is complete, and YouTube names the resulting video.";
    return await foundIfVisible(state.video, prepared, evidence, io);
  }
  const listed = await candidates(prepared, attempt, io);
  if (!listed) return inconclusive("The channel's videos could not be listed.");
  const [only, ...more] = listed;
  if (state?.kind === "partial") {
    if (only) return inconclusive("The upload is incomplete, but the channel has a video like this one.");
    const evidence = `The upload is incomplete: YouTube has ${state.next} of ${prepared.size} bytes and no such video.`;
    return absent(evidence);
  }
  const why =
    state?.kind === "gone"
      ? "YouTube no longer knows the upload."
      : "Crier could not read the status of the upload.";
  if (!only)
    return inconclusive(
      `${why} None of the channel's latest videos is this one. That does not prove that it is missing.`,
    );
  if (more.length > 0)
    return inconclusive(`${why} ${listed.length} videos of the channel look like this one.`);
  return await foundIfVisible(
    only,
    prepared,
    `${why} Its title, description, time and size are those of this video.`,
    io,
  );
}

// ---- the channel's own list

/** Videos that may be this one; undefined when the list can't be read. */
async function candidates(
  prepared: Prepared,
  attempt: SentAttempt,
  io: Io,
): Promise<JsonObject[] | undefined> {
  const ids = await uploadedSince(attempt.sentAt - CLOCK_SKEW_MS, io);
  const free = ids?.filter((id) => !attempt.otherRemoteIds.includes(id));
  if (!free) return undefined;
  const videos: JsonObject[] = [];
  // The API accepts 50 ids at once.
  for (let at = 0; at < free.length; at += 50) {
    const some = free.slice(at, at + 50).join(",");
    const list = await peek(io, `videos?part=snippet,fileDetails&maxResults=50&id=${some}`);
    if (!list) return undefined;
    videos.push(...arrayOf(list["items"]).filter((video) => isObject(video)));
  }
  return videos.filter((video) => matches(video, prepared, attempt));
}

/** Newest first. */
async function uploadedSince(since: number, io: Io): Promise<string[] | undefined> {
  const uploads = encodeURIComponent(io.credentials["uploads"] ?? "");
  const ids: string[] = [];
  let page = "";
  for (let pages = 0; pages < PAGES; pages++) {
    const list = await peek(io, `playlistItems?part=snippet&maxResults=50&playlistId=${uploads}${page}`);
    if (!list) return undefined;
    const items = arrayOf(list["items"]).map((item) => objectOf(objectOf(item)["snippet"]));
    const recent = items.filter((item) => !(timeOf(item) < since));
    for (const item of recent) {
      const id = textOf(objectOf(item["resourceId"])["videoId"]);
      if (id === undefined || !/^[\w-]{1,64}$/.test(id)) return undefined;
      ids.push(id);
    }
    const next = textOf(list["nextPageToken"]);
    if (next === undefined || recent.length < items.length) return ids;
    page = `&pageToken=${encodeURIComponent(next)}`;
  }
  // The list is incomplete, so absence can't be proven.
  return undefined;
}

function matches(
  video: JsonObject,
  { title, description, size }: Prepared,
  { sentAt }: SentAttempt,
): boolean {
  const snippet = objectOf(video["snippet"]);
  const at = timeOf(snippet);
  const bytes = Number(objectOf(video["fileDetails"])["fileSize"] ?? size);
  return (
    (textOf(snippet["title"]) ?? "").trim() === title.trim() &&
    (textOf(snippet["description"]) ?? "").trim() === description.trim() &&
    at >= sentAt - CLOCK_SKEW_MS &&
    at <= sentAt + LATEST_MS &&
    bytes === size
  );
}

/** YouTube may normalize the title or the description, but a video in which neither matches is another one. */
function namesThisVideo(video: JsonObject, { title, description }: Prepared): boolean {
  const snippet = objectOf(video["snippet"]);
  const isThis = (value: Json | undefined, ours: string) => textOf(value)?.trim() === ours.trim();
  return isThis(snippet["title"], title) || isThis(snippet["description"], description);
}

/** Milliseconds since 1970; NaN when it can't be read. */
function timeOf(snippet: JsonObject): number {
  return Date.parse(textOf(snippet["publishedAt"]) ?? "");
}

// ---- the video

/** A video is visible only when YouTube has processed and not rejected it. */
async function foundIfVisible(
  video: JsonObject,
  prepared: Prepared,
  evidence: string,
  io: Io,
): Promise<Finding> {
  const id = videoId(video, io);
  if (id === undefined) return inconclusive("YouTube names a video, but its id can't be read.");
  const list = await peek(io, `videos?part=status&id=${encodeURIComponent(id)}`);
  const item = arrayOf(list?.["items"])
    .map(objectOf)
    .find((each) => each["id"] === id);
  const status = objectOf(item?.["status"]);
  const why = textOf(status["failureReason"]) ?? textOf(status["rejectionReason"]) ?? "no reason given";
  switch (status["uploadStatus"]) {
    case "processed":
      return foundVideo(id, prepared, evidence, io);
    case "uploaded":
      return inconclusive(`${evidence} YouTube is still processing it.`);
    case "failed":
    case "rejected":
      return inconclusive(
        `${evidence} But YouTube could not use it (${quote(why, api.context(io, io.credentials))}), so it is not visible.`,
      );
    default:
      return inconclusive(`${evidence} YouTube did not report whether it is processed.`);
  }
}

function foundVideo(id: string, { short, ...more }: Prepared, evidence: string, io: Io): Finding {
  // After a lost response the attempt ends before the thumbnail and the playlist are set.
  const left = [more.thumbnailId && "thumbnail", more.playlistId && "playlist"].filter(
    (extra) => extra !== null,
  );
  const unset = left.length > 0 ? ` Not set yet: ${left.join(" and ")}. Set it in YouTube Studio.` : "";
  return found(id, videoUrl(id, short, io), evidence + unset);
}
