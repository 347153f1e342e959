// How a post that uses a file looks in responses.
import { Type, type Static } from "@sinclair/typebox";
import type { MediaUser } from "../../domain/media.ts";
import { POST_STATUSES } from "../../domain/post.ts";
import { excerptOf } from "./post-row.ts";
import { isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

export const MediaUserView = Type.Object(
  {
    id: uuid,
    excerpt: Type.String({ description: "the beginning of the caption in one line, at most 140 characters" }),
    status: words(POST_STATUSES),
    scheduledFor: nullable(time),
  },
  { title: "MediaUser" },
);

export function mediaUserView({
  id,
  caption,
  status,
  scheduledFor,
}: MediaUser): Static<typeof MediaUserView> {
  return { id, excerpt: excerptOf(caption), status, scheduledFor: isoOrNull(scheduledFor) };
}
