// What concerns the whole post: held after a restore, a deleted file, problems found before its time.
import { postWords as words } from "../words/post.ts";
import { isMediaGone } from "./actions.ts";
import { Banner } from "./ChangeStatus.tsx";
import type { PostRecord } from "./queries.ts";

export function PostBanners({ post }: { readonly post: PostRecord }) {
  const { targets, media, warnings } = post;
  const isHeld = targets.some(({ status, errorCode }) => status === "uncertain" && errorCode === HELD);
  const gone = media.filter(({ url }) => url === null).map(({ filename }) => filename);
  const problems = [...new Set(warnings.map(({ message }) => message))];
  return (
    <>
      {isHeld && <Banner tone="unsure" title={words.restored} more={words.restoredMore} />}
      {isMediaGone(post) && (
        <Banner tone="quiet" title={words.mediaGone} more={words.mediaGoneMore(gone.join(", "))} />
      )}
      {problems.length > 0 && <Banner tone="waiting" title={words.warnings} more={problems.join(" ")} />}
    </>
  );
}

/** As the server names why it is not sure. */
const HELD = "restored";
