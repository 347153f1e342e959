// An answer with one post: its view as the body, its revision in ETag.
import type { Post } from "../../domain/post.ts";
import type { MediaLinks } from "../../media/links.ts";
import { etagOf } from "../http/revision.ts";
import { postView } from "../views/post.ts";

export function postAnswer(
  post: Post,
  set: { readonly headers: { etag?: string } },
  { links }: { readonly links: MediaLinks },
): ReturnType<typeof postView> {
  set.headers.etag = etagOf(post.revision);
  return postView(post, links);
}
