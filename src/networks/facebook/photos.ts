// Uploads unpublished photos to a Page for a post to attach (networks/facebook.facts.md 1.3).
import { UPLOAD_TIMEOUT_MS } from "../client/timeouts.ts";
import { byteRange } from "../client/body.ts";
import { textOf } from "../client/json.ts";
import type { DraftMedia, Io } from "../network.ts";
import { unreadable } from "../client/outcome.ts";
import { idOf } from "../client/remote-post.ts";
import { NETWORK, pageUrl, api } from "./api.ts";
import type { StagedFiles } from "./staged-files.ts";

/** Uploads the photos that are not uploaded yet. @returns Facebook's ids of all photos, in order. @throws StepFailedError */
export async function stagePhotos(
  media: readonly DraftMedia[],
  progress: StagedFiles,
  io: Io,
): Promise<string[]> {
  const ids: string[] = [];
  for (const file of media) {
    const stored = textOf(progress.of(file.id)["photo"]);
    const photo = stored ?? (await stage(file, io));
    if (stored === undefined) await progress.save(file.id, { photo });
    ids.push(photo);
  }
  return ids;
}

async function stage(file: DraftMedia, io: Io): Promise<string> {
  const alt = file.altText ? [{ name: "alt_text_custom", value: file.altText }] : [];
  const source = { name: "source", filename: file.filename, type: file.mime, bytes: byteRange(file) };
  // In the URL, so that it can't be mistaken for a publishing request.
  const url = pageUrl(io, "photos", { published: "false" });
  const body = { parts: [...alt, source] };
  const answer = await api.step(io, io.credentials, {
    method: "POST",
    url,
    body,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  const id = idOf(answer["id"], api.context(io, io.credentials));
  if (id === undefined) throw unreadable(NETWORK, "the uploaded photo");
  return id;
}
