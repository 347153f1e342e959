// A post that went out is not written any more.
import { Link } from "wouter";
import { Empty } from "../parts/Region.tsx";
import type { PostRecord } from "../post/queries.ts";
import { usePath } from "../profile.tsx";
import { composeWords as words } from "../words/compose.ts";

export function NoLongerEditable({ post }: { readonly post: PostRecord }) {
  const path = usePath();
  return (
    <Empty isPage title={words.started}>
      <p>{words.startedMore}</p>
      <div className="row">
        <Link className="button primary" href={path(`posts/${post.id}`)}>
          {words.toPost}
        </Link>
        <Link className="button" href={path(`write?copy=${post.id}`)}>
          {words.duplicate}
        </Link>
      </div>
    </Empty>
  );
}
