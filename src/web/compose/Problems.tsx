// What is still to do before the post can go out, in the server's words, each with the button that repairs it.
import { memo, type RefObject } from "react";
import { Button } from "../parts/Button.tsx";
import { Tile } from "../parts/Tile.tsx";
import { composeWords as words } from "../words/compose.ts";
import type { Dispatch, Draft } from "./draft.ts";
import { repairOf, type Hands } from "./repair.ts";
import type { Trouble } from "./troubles.ts";
import type { PostCheck } from "./useCheck.ts";

interface Props {
  /** Accounts that can't take it, while others can. */
  readonly leavable: readonly string[];
  readonly troubles: readonly Trouble[];
  readonly draft: Draft;
  readonly dispatch: Dispatch;
  readonly hands: Hands;
  readonly region: RefObject<HTMLElement | null>;
}

export function Problems({ leavable, troubles, draft, dispatch, hands, region }: Props) {
  const missing = troubles.filter(({ isMissing }) => isMissing);
  const wrong = troubles.filter(({ isMissing }) => !isMissing);
  const leaveOut = () => {
    dispatch({ type: "accounts", ids: draft.accounts.filter((id) => !leavable.includes(id)) });
    document.getElementById(TEXT_ID)?.focus();
  };
  return (
    <section
      className="compose-problems"
      aria-label={words.toFinish}
      ref={region}
      hidden={troubles.length === 0}
    >
      <Group title={words.wrong} tone="wrong" list={wrong} {...{ draft, hands }} />
      <Group title={words.toFinish} tone="missing" list={missing} {...{ draft, hands }} />
      {leavable.length > 0 && (
        <div className="row">
          <Button size="small" onPress={leaveOut}>
            {words.leaveOutMany(leavable.length)}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The field into which the post is written. */
export const TEXT_ID = "compose-text";

interface GroupProps extends Pick<Props, "draft" | "hands"> {
  readonly title: string;
  readonly tone: "wrong" | "missing";
  readonly list: readonly Trouble[];
}

function Group({ title, tone, list, draft, hands }: GroupProps) {
  if (list.length === 0) return null;
  return (
    <div className={`trouble-group ${tone}`}>
      <h2>{title}</h2>
      <ul>
        {list.map((trouble) => (
          <Line key={trouble.key} trouble={trouble} draft={draft} hands={hands} />
        ))}
      </ul>
    </div>
  );
}

interface LineProps extends Pick<Props, "draft" | "hands"> {
  readonly trouble: Trouble;
}

function Line({ trouble, draft, hands }: LineProps) {
  const { target, message } = trouble;
  const repair = repairOf(trouble, draft, hands);
  return (
    <li className="trouble">
      {target !== null && (
        <Tile platform={target.platform} handle={target.handle} isSimulated={target.simulated} />
      )}
      {/* Where it can't be repaired by a press, the reader begins here. */}
      <span
        dir="auto"
        tabIndex={repair === null ? -1 : undefined}
        data-trouble={repair === null ? "" : undefined}
      >
        {message}
      </span>
      {repair !== null && (
        <Button size="small" onPress={repair.run} data-trouble="">
          {repair.label}
        </Button>
      )}
    </li>
  );
}

/** Things that may go otherwise than expected, but keep nothing from going out. */
export const Hints = memo(function Hints({ check }: { readonly check: PostCheck }) {
  const hints = check.targets.flatMap((target) => target.warnings.map((warning) => ({ target, ...warning })));
  if (hints.length === 0) return null;
  return (
    <details className="compose-hints">
      <summary>
        {words.hints} <span className="badge quiet">{hints.length}</span>
      </summary>
      <ul>
        {hints.map(({ target, rule, message }) => (
          <li key={`${target.accountId} ${rule} ${message}`} className="trouble">
            <Tile platform={target.platform} handle={target.handle} isSimulated={target.simulated} />
            <span dir="auto">{message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
});
