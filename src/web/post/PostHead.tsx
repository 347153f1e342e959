// The top of a post: how it stands in a sentence, and the next step.
import { Link } from "wouter";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Time } from "../parts/Time.tsx";
import { usePath, useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { postWords as words } from "../words/post.ts";
import { STATE_OF, STATES } from "../words/states.ts";
import type { PostActions } from "./actions.ts";
import type { Changes } from "./change.ts";
import { ChangeStatus } from "./ChangeStatus.tsx";
import type { NameOf } from "./places.ts";
import { PostBanners } from "./PostBanners.tsx";
import { ReviewBanner } from "./ReviewBanner.tsx";
import type { PostRecord } from "./queries.ts";
import { sentenceOf } from "./sentence.ts";

/** What is asked before something is done. */
export type PostDialog = "schedule" | "delete" | "asked" | "approved" | "returned";

interface Props {
  readonly post: PostRecord;
  readonly nameOf: NameOf;
  readonly changes: Changes;
  readonly actions: PostActions;
  readonly ask: (dialog: PostDialog) => void;
}

export function PostHead({ post, nameOf, changes, actions, ask }: Props) {
  const path = usePath();
  const zone = useZone();
  const { icon, tone } = STATES[STATE_OF[post.status]];
  const when = post.scheduledFor === null ? null : moment(post.scheduledFor, zone);
  const { targets } = post;
  const real = targets.filter(({ simulated }) => !simulated).length;
  return (
    <header className="post-head">
      <p className="small post-of">
        <Link href={path("posts")}>{words.posts}</Link>
        <span aria-hidden="true">/</span>
        <span dir="auto">{firstLineOf(post.caption)}</span>
      </p>
      <h1 className={`post-sentence state ${tone}`}>
        <span aria-hidden="true">{icon}</span>
        <span>{sentenceOf(post, when, nameOf)}</span>
      </h1>
      <div className="small post-notes">
        {real < targets.length && (
          <p>
            {real === 0 ? words.simulatedAll(targets.length) : words.simulatedSome(real, targets.length)}{" "}
            <a href="/simulator">{words.simulator}</a>
          </p>
        )}
        {post.publishedAt !== null && (
          <p>
            {words.firstLive} <Time at={post.publishedAt} />
          </p>
        )}
      </div>
      <Actions post={post} changes={changes} actions={actions} ask={ask} />
      {actions.retry && targets.length > actions.failed.length && <p className="small">{words.retryAbout}</p>}
      <div className="post-banners">
        <ChangeStatus changes={changes} />
        <ReviewBanner post={post} />
        <PostBanners post={post} />
      </div>
    </header>
  );
}

const FIRST_LINE = 120;

/** Which post this is. */
function firstLineOf(caption: string): string {
  const [line = ""] = caption.trimStart().slice(0, FIRST_LINE).split("\n");
  return line === "" ? words.noText : line;
}

function Actions({ post, changes: { state, isBusy }, actions, ask }: Omit<Props, "nameOf">) {
  const path = usePath();
  const { unsure, failed, retry, cancel, canEdit, canSchedule, canDelete, review } = actions;
  const may = useMay();
  const [first] = unsure;
  const isDoing = (name: string) => state.kind === "sending" && state.change.name === name;
  const doing = (name: keyof typeof words.doing, label: string) =>
    isDoing(name) ? words.doing[name] : label;
  // Of several next steps the first is the one that this page proposes.
  const isRetryFirst = unsure.length === 0 && failed.some(({ nextAction }) => nextAction === "retry");
  return (
    <div className="row post-actions" role="group" aria-label={words.actions}>
      {first && (
        <Link className="button primary" href={path(`settle/${first.id}?post=${post.id}`)}>
          {unsure.length === 1 ? words.settle : words.settleMany(unsure.length)}
        </Link>
      )}
      {retry && (
        <Button
          kind={isRetryFirst ? "primary" : "plain"}
          isPending={isDoing("retry")}
          isDisabled={isBusy && !isDoing("retry")}
          onPress={retry}
        >
          {doing("retry", words.retry(failed.length))}
        </Button>
      )}
      {review.canDecide && (
        <>
          <Button kind="primary" isDisabled={isBusy} onPress={() => ask("approved")}>
            {words.approve}
          </Button>
          <Button isDisabled={isBusy} onPress={() => ask("returned")}>
            {words.returnIt}
          </Button>
        </>
      )}
      {review.canAsk && (
        <Button kind="primary" isDisabled={isBusy} onPress={() => ask("asked")}>
          {words.askReview}
        </Button>
      )}
      {may("draft") && post.targets.some(({ nextAction }) => nextAction === "fix_content") && (
        <Link className="button" href={path(`write?fix=${post.id}`)}>
          {words.fix}
        </Link>
      )}
      {canEdit && (
        <Link className="button" href={path(`write/${post.id}`)}>
          {words.edit}
        </Link>
      )}
      {canSchedule && (
        <Button isDisabled={isBusy} onPress={() => ask("schedule")}>
          {post.status === "draft" ? words.schedule : words.reschedule}
        </Button>
      )}
      {cancel && (
        <Button isPending={isDoing("cancel")} isDisabled={isBusy && !isDoing("cancel")} onPress={cancel}>
          {doing("cancel", words.cancelPost)}
        </Button>
      )}
      {may("draft") && (
        <Link className="button quiet" href={path(`write?copy=${post.id}`)}>
          {words.duplicate}
        </Link>
      )}
      {canDelete && (
        <Button kind="quiet" isDisabled={isBusy} onPress={() => ask("delete")}>
          {post.status === "draft" ? words.deleteDraft : words.deleteRecord}
        </Button>
      )}
    </div>
  );
}
