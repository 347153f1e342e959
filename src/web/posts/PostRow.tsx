// One post in the list.
import { memo } from "react";
import { Link } from "wouter";
import { useNetworks } from "../networks.ts";
import { useMay, useMayChange } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Excerpt } from "../parts/Excerpt.tsx";
import { Labels } from "../parts/Labels.tsx";
import { ROW } from "../parts/rows.ts";
import { State } from "../parts/State.tsx";
import { Realness, Targets } from "../parts/Targets.tsx";
import { Time } from "../parts/Time.tsx";
import type { PostRow as Row } from "../lists.ts";
import { usePath } from "../profile.tsx";
import { bulkWords } from "../words/bulk.ts";
import { postsWords as words } from "../words/posts.ts";
import { idOfRow, noteOpened } from "./place.ts";
import type { Selection } from "./selection.ts";
import "./PostRow.css";

interface Props {
  readonly post: Row;
  /** From 1, in the whole list. */
  readonly place: number;
  readonly setSize: number;
  readonly isBusy: boolean;
  readonly isSelected: boolean;
  readonly retry: (post: Row) => void;
  readonly toggle: Selection["toggle"];
}

export const PostRow = memo(function PostRow(props: Props) {
  const { post, place, setSize, isBusy, isSelected, retry, toggle } = props;
  const { id, excerpt, status, targets, createdBy, mediaCount, labels, review } = post;
  const path = usePath();
  const may = useMay();
  const isSimulated = targets.length > 0 && targets.every(({ simulated }) => simulated);
  return (
    <article
      id={idOfRow(id)}
      data-of-row=""
      className={`post-row ${isSimulated ? "hatched-edge" : ""} ${isSelected ? "selected" : ""}`}
      aria-posinset={place}
      aria-setsize={setSize}
      aria-labelledby={`${idOfRow(id)}-words`}
    >
      {may("draft") && (
        <label className="post-row-check">
          <input
            type="checkbox"
            data-check=""
            aria-label={bulkWords.selectRow(excerpt)}
            checked={isSelected}
            onChange={() => {}}
            onClick={({ shiftKey }) => toggle(id, shiftKey)}
          />
        </label>
      )}
      <Thumbnail post={post} />
      <div className="post-row-words">
        <Link
          {...ROW}
          id={`${idOfRow(id)}-words`}
          href={path(`posts/${id}`)}
          className="row-link"
          onClick={() => noteOpened(id)}
        >
          <Excerpt text={excerpt} />
        </Link>
        <p className="post-row-note small">
          <span dir="auto">{authorName(createdBy)}</span>
          {review !== null && status === "draft" && (
            <span className="badge quiet">{words.reviews[review]}</span>
          )}
          {mediaCount > 1 && <span>{words.media(mediaCount)}</span>}
          <Realness of={targets} />
        </p>
        <Labels ids={labels} />
      </div>
      <div className="post-row-targets">
        <Targets targets={targets} />
      </div>
      <div className="post-row-state">
        <State status={status} />
        <When post={post} />
      </div>
      <div className="post-row-act above">
        <Retry {...{ post, isBusy, retry }} />
        <Edit post={post} />
      </div>
    </article>
  );
});

function Thumbnail({ post: { thumbnailUrl, mediaCount } }: { readonly post: Row }) {
  if (thumbnailUrl !== null)
    return (
      <img
        className="thumb"
        src={thumbnailUrl}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        decoding="async"
      />
    );
  // Without a picture yet: a video that is still being read, or a deleted file.
  return <span className={`thumb ${mediaCount > 0 ? "unseen" : "none"}`} aria-hidden="true" />;
}

/** When it went out, else when it will, else when it was written. */
function When({ post: { publishedAt, scheduledFor, createdAt } }: { readonly post: Row }) {
  const at = publishedAt ?? scheduledFor ?? createdAt;
  return (
    <span className="small">
      {publishedAt === null && scheduledFor === null && `${words.created} `}
      <Time at={at} />
    </span>
  );
}

type RetryProps = Pick<Props, "post" | "isBusy" | "retry">;

function Retry({ post, isBusy, retry }: RetryProps) {
  const { data } = useNetworks();
  const may = useMay();
  const failed = post.targets.filter(({ status }) => status === "failed");
  if (failed.length === 0 || !may("publish")) return null;
  const names = failed.map(
    ({ platform, handle }) =>
      `${data?.networks.find(({ id }) => id === platform)?.name ?? platform} ${handle}`,
  );
  return (
    <Button
      size="small"
      data-retry=""
      isPending={isBusy}
      aria-label={words.retryOn(names.join(", "))}
      onPress={() => retry(post)}
    >
      {words.retry}
    </Button>
  );
}

const EDITABLE: readonly Row["status"][] = ["draft", "queued", "scheduled"];

function Edit({ post }: { readonly post: Row }) {
  const path = usePath();
  const mayChange = useMayChange();
  const { id, status } = post;
  if (!EDITABLE.includes(status) || !mayChange(post)) return null;
  return (
    <Link className="button small" data-edit="" href={path(`write/${id}`)} onClick={() => noteOpened(id)}>
      {words.edit}
    </Link>
  );
}

/** A key or a person may be gone since. */
function authorName({ kind, name }: Row["createdBy"]): string {
  if (kind === "key") return words.key(name ?? "");
  if (kind === "command") return words.commandLine;
  return kind === "crier" ? words.crier : (name ?? words.somebody);
}
