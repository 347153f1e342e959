// What is still to do before the post can go out, in the server's words, each with the button that repairs it.
import { memo, type RefObject } from "react";
import { Button } from "../parts/Button.tsx";
import { Tile } from "../parts/Tile.tsx";
import { composeWords as words } from "../words/compose.ts";
import { plainWords } from "../words/problem.ts";
import { canCrop } from "../media/facts.ts";
import { useMedia } from "../media/queries.ts";
import { repairsOf, type Controls } from "./repair.ts";
import type { Trouble } from "./troubles.ts";
import type { PostCheck } from "./useCheck.ts";

interface Props {
  /** Accounts that can't take it, while others can. */
  readonly leavable: readonly string[];
  readonly troubles: readonly Trouble[];
  readonly controls: Controls;
  readonly region: RefObject<HTMLElement | null>;
}

export const Problems = memo(function Problems({ leavable, troubles, controls, region }: Props) {
  const missing = troubles.filter(({ isMissing }) => isMissing);
  const wrong = troubles.filter(({ isMissing }) => !isMissing);
  const leaveOut = () => {
    const ids = controls.draftNow().accounts.filter((id) => !leavable.includes(id));
    controls.dispatch({ type: "accounts", ids });
    document.getElementById(TEXT_ID)?.focus();
  };
  return (
    <>
      <p className="hidden" role="status">
        {troubles.length > 0 && words.problems(troubles.length)}
      </p>
      <section
        className="compose-problems"
        aria-label={words.toFinish}
        ref={region}
        hidden={troubles.length === 0}
      >
        <Group title={words.wrong} tone="wrong" list={wrong} controls={controls} />
        <Group title={words.toFinish} tone="missing" list={missing} controls={controls} />
        {leavable.length > 0 && (
          <div className="row">
            <Button size="small" onPress={leaveOut}>
              {words.leaveOutMany(leavable.length)}
            </Button>
          </div>
        )}
      </section>
    </>
  );
});

/** The field into which the post is written. */
export const TEXT_ID = "compose-text";

interface GroupProps extends Pick<Props, "controls"> {
  readonly title: string;
  readonly tone: "wrong" | "missing";
  readonly list: readonly Trouble[];
}

function Group({ title, tone, list, controls }: GroupProps) {
  if (list.length === 0) return null;
  return (
    <div className={`trouble-group ${tone}`}>
      <h2>{title}</h2>
      <ul>
        {list.map((trouble) => (
          <Line key={trouble.key} trouble={trouble} controls={controls} />
        ))}
      </ul>
    </div>
  );
}

interface LineProps extends Pick<Props, "controls"> {
  readonly trouble: Trouble;
}

function Line({ trouble, controls }: LineProps) {
  const { target, message, fix, isMissing, mediaId } = trouble;
  const [file = null] = useMedia(mediaId === null ? NONE : [mediaId]);
  const repairs = repairsOf(trouble, file !== null && canCrop(file), controls);
  const [repair = null] = repairs;
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
        {/* The server's words are for programs, too, and name the field. */}
        {isMissing && fix?.kind === "set_option"
          ? words.notChosenYet(fix.title)
          : plainWords(message, repair !== null)}
      </span>
      {repairs.length > 0 && (
        <div className="trouble-repairs">
          {repairs.map(({ label, run }) => (
            <Button key={label} size="small" onPress={run} data-trouble="">
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

const NONE: readonly string[] = [];

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
