// Below the name of an account: its address, or why there is none, and the one thing to do.
import { Link } from "wouter";
import { Copy } from "../parts/Copy.tsx";
import { Countdown } from "../parts/Countdown.tsx";
import { External } from "../parts/External.tsx";
import { Time } from "../parts/Time.tsx";
import { usePath } from "../profile.tsx";
import { postWords as words } from "../words/post.ts";
import { useMay } from "../may.ts";
import { AskNow } from "./AskNow.tsx";
import type { LaneProps } from "./Lane.tsx";
import type { PostEvent } from "./queries.ts";

type Props = LaneProps & { readonly last: PostEvent | undefined };

export function LaneOutcome(props: Props) {
  const { target, isOpen, last } = props;
  // Folded, the last step says it.
  const summary =
    !isOpen && target.error === undefined && target.status !== "posted" ? last?.text : undefined;
  return (
    <div className="lane-outcome">
      {target.status === "posted" && <Live {...props} />}
      {target.error !== undefined && <p dir="auto">{target.error}</p>}
      {summary !== undefined && <p dir="auto">{summary}</p>}
      {target.nextAttemptAt !== null && <NextTry at={target.nextAttemptAt} reason={target.waitReason} />}
      {target.nextAttemptAt === null && target.waitReason !== undefined && <p>{target.waitReason}</p>}
      {target.status === "uncertain" && <Unsure {...props} />}
      {target.status === "failed" && <NextStep {...props} />}
      {target.reconciled && <Reconciled {...props} />}
    </div>
  );
}

function Live({ target: { url, remoteId } }: Props) {
  if (url === undefined)
    return (
      <p className="lane-address small">
        {words.noAddress} {remoteId !== null && <Copy text={remoteId} />}
      </p>
    );
  return (
    <p className="lane-address">
      <External href={url}>{shortAddress(url)}</External>
      <Copy text={url}>{words.copyAddress}</Copy>
    </p>
  );
}

/** As people read addresses. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, "");

function NextTry({ at, reason }: { readonly at: string; readonly reason: string | undefined }) {
  return (
    <p>
      {words.nextTry} <Countdown to={at} />. {reason}
    </p>
  );
}

function Unsure({ post, target, evidence, changes }: Props) {
  const path = usePath();
  const may = useMay();
  const nextLookAt = evidence?.nextLookAt ?? null;
  const lookEndsAt = evidence?.lookEndsAt ?? null;
  return (
    <>
      {evidence && (
        <p className="small">
          {nextLookAt === null ? (
            words.noNextLook
          ) : (
            <>
              {words.nextLook} <Countdown to={nextLookAt} />
              {lookEndsAt !== null && (
                <>
                  {" "}
                  {words.looksUntil} <Time at={lookEndsAt} />
                </>
              )}
              .
            </>
          )}
        </p>
      )}
      {may("publish") && (
        <div className="row">
          <Link className="button small" href={path(`settle/${target.id}?post=${post.id}`)}>
            {words.settle}
          </Link>
          <AskNow post={post} target={target} evidence={evidence} changes={changes} />
        </div>
      )}
    </>
  );
}

/** What has to happen before it can be retried; the retry itself is one for the whole post. */
function NextStep({ target: { nextAction, accountId } }: Props) {
  const path = usePath();
  if (nextAction === "reconnect")
    return (
      <p className="small">
        {words.nextSteps.reconnect} <Link href={path(`accounts/${accountId}`)}>{words.toAccount}</Link>
      </p>
    );
  return nextAction === "fix_content" ? <p className="small">{words.nextSteps.fix_content}</p> : null;
}

function Reconciled({ target: { reconciled } }: Props) {
  if (!reconciled) return null;
  const isThere = reconciled.action === "mark_published";
  return (
    <p className="small">
      {isThere ? words.saidThere : words.saidNotThere}, <Time at={reconciled.at} />.
      {reconciled.note !== null && (
        <span dir="auto">
          {" "}
          {words.note}: {reconciled.note}
        </span>
      )}
    </p>
  );
}
