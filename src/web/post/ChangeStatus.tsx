// How a change stands: on its way, unknown because the answer was lost, refused.
import { isProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { postWords as words } from "../words/post.ts";
import type { Changes } from "./change.ts";
import "./ChangeStatus.css";

export function ChangeStatus({ changes: { state, dismiss } }: { readonly changes: Changes }) {
  return (
    <div aria-live="polite" className="change-status">
      {state.kind === "sending" && <p className="hidden">{words.doing[state.change.name]}</p>}
      {state.kind === "unknown" && <Banner tone="unsure" title={words.unknown} more={words.unknownMore} />}
      {state.kind === "missed" && (
        <Banner tone="waiting" title={words.missed} more={words.missedMore}>
          <Button size="small" onPress={state.again}>
            {words.sendAgain}
          </Button>
          <Button size="small" kind="quiet" onPress={dismiss}>
            {words.close}
          </Button>
        </Banner>
      )}
      {state.kind === "known" && (
        <Banner tone="waiting" title={words.known} more={words.knownMore}>
          <Button size="small" kind="quiet" onPress={dismiss}>
            {words.close}
          </Button>
        </Banner>
      )}
      {state.kind === "refused" && isProblem(state.error, "revision_conflict") && (
        <Banner tone="waiting" title={words.changedMeanwhile} more={words.changedMeanwhileMore}>
          <Button size="small" kind="quiet" onPress={dismiss}>
            {words.close}
          </Button>
        </Banner>
      )}
      {state.kind === "refused" && !isProblem(state.error, "revision_conflict") && (
        <ErrorBox error={state.error} />
      )}
    </div>
  );
}

interface BannerProps {
  readonly tone: "unsure" | "waiting" | "failed" | "quiet";
  readonly title: string;
  readonly more: string;
  readonly children?: React.ReactNode;
}

/** A sentence over a screen about the whole of it. */
export function Banner({ tone, title, more, children }: BannerProps) {
  return (
    <div className={`banner ${tone}`}>
      <p dir="auto">
        <b>{title}.</b> {more}
      </p>
      {children !== undefined && <div className="row">{children}</div>}
    </div>
  );
}
