// What was asked for, and what people and programs did with the post.
import type { ReactNode } from "react";
import { Copy } from "../parts/Copy.tsx";
import { Time } from "../parts/Time.tsx";
import { postWords as words } from "../words/post.ts";
import { Receipt } from "./Receipt.tsx";
import type { PostEvent, PostRecord } from "./queries.ts";

interface Props {
  readonly post: PostRecord;
  readonly events: readonly PostEvent[];
}

export function PostFacts({ post, events }: Props) {
  const { schedule, scheduledFor, createdAt, createdBy, idempotencyKey, id, revision } = post;
  return (
    <aside className="post-facts">
      <section>
        <h2>{words.facts}</h2>
        <dl>
          <Fact name={words.how}>{words.hows[schedule]}</Fact>
          {scheduledFor !== null && (
            <Fact name={post.publishedAt === null ? words.due : words.wasDue}>
              <Time at={scheduledFor} />
            </Fact>
          )}
          <Fact name={words.written}>
            {createdBy.name ?? words.writers[createdBy.kind]}, <Time at={createdAt} />
          </Fact>
          {idempotencyKey !== null && <Fact name={words.idempotencyKey}>{idempotencyKey}</Fact>}
          <Fact name={words.revision}>{revision}</Fact>
          <Fact name={words.id}>
            <Copy text={id} />
          </Fact>
        </dl>
      </section>
      <Receipt post={post} />
      <History events={events} />
    </aside>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

/** What happened to the post as a whole. */
function History({ events }: Pick<Props, "events">) {
  const own = events.filter(({ targetId }) => targetId === null);
  if (own.length === 0) return null;
  return (
    <section>
      <h2>{words.history}</h2>
      <ol className="history">
        {own.map(({ seq, at, text }) => (
          <li key={seq}>
            <span className="small">
              <Time at={at} />
            </span>
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
