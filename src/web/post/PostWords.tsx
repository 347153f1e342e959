// What was asked for: the text, other texts for single accounts, and the media.
import { PostMedia } from "../parts/PostMedia.tsx";
import { PostText } from "../parts/PostText.tsx";
import { postWords as words } from "../words/post.ts";
import { placeOf, type NameOf } from "./places.ts";
import type { PostRecord } from "./queries.ts";

interface Props {
  readonly post: PostRecord;
  readonly nameOf: NameOf;
}

export function PostWords({ post, nameOf }: Props) {
  const { caption, overrides, media } = post;
  return (
    <section className="post-words card" aria-labelledby="words">
      <h2 id="words">{words.text}</h2>
      {caption === "" ? <p className="small">{words.noText}</p> : <PostText text={caption} />}
      {Object.entries(overrides).map(([key, text]) => {
        const title = words.ownText(placeOfKey(key, post, nameOf));
        return (
          <div key={key} className="own-text">
            <h3 className="small">{title}</h3>
            <PostText text={text} title={title} />
          </div>
        );
      })}
      <PostMedia media={media} />
    </section>
  );
}

/** @param key a network, or an account as it was named */
function placeOfKey(key: string, { targets }: PostRecord, nameOf: NameOf): string {
  const target = targets.find(({ accountId, platform, handle }) =>
    [accountId, `${platform}:${handle}`].includes(key),
  );
  return target ? placeOf(target, nameOf) : nameOf(key);
}
