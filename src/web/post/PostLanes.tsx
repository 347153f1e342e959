// The accounts of a post, one lane each, with what happened there.
import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { postWords as words } from "../words/post.ts";
import type { Changes } from "./change.ts";
import type { Folding } from "./folding.ts";
import { Lane } from "./Lane.tsx";
import type { NameOf } from "./places.ts";
import type { PostEvent, PostRecord, TargetEvidence } from "./queries.ts";

interface Props {
  readonly post: PostRecord;
  readonly events: readonly PostEvent[];
  readonly evidenceOf: (targetId: string) => TargetEvidence | undefined;
  /** What the lanes are read from: where it can't be read, that is said. */
  readonly queries: readonly UseQueryResult[];
  readonly nameOf: NameOf;
  readonly changes: Changes;
  readonly folding: Folding;
}

export function PostLanes({ post, events, evidenceOf, queries, nameOf, changes, folding }: Props) {
  const unread = queries.find(({ error, data }) => error !== null && data === undefined);
  return (
    <section className="post-lanes" aria-labelledby="lanes">
      <div className="row post-lanes-head">
        <h2 id="lanes">{words.lanes}</h2>
        {post.targets.length > 0 && (
          <Button kind="quiet" size="small" onPress={folding.toggleAll}>
            {folding.isAllOpen ? words.foldAll : words.expandAll}
          </Button>
        )}
      </div>
      {unread && <ErrorBox error={unread.error} retry={unread.refetch} />}
      {post.targets.length === 0 && <p className="small">{words.noAccount}</p>}
      <ol className="lanes">
        {post.targets.map((target) => (
          <Lane
            key={target.id}
            post={post}
            target={target}
            events={events}
            evidence={evidenceOf(target.id)}
            nameOf={nameOf}
            changes={changes}
            isOpen={folding.isOpen(target.id)}
            isAllOpen={folding.isAllOpen}
            onToggle={() => folding.toggle(target.id)}
          />
        ))}
      </ol>
    </section>
  );
}
