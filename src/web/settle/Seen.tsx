// What a person sees on the network, in two cards: it is there, or it is not.
import { useState } from "react";
import { useKeys, type Key } from "../keys.tsx";
import { Button } from "../parts/Button.tsx";
import { External, isWebAddress, openExternal } from "../parts/External.tsx";
import { canAsk, useAsk } from "../post/AskNow.tsx";
import type { Changes } from "../post/change.ts";
import { shortAddress } from "../post/LaneOutcome.tsx";
import type { NameOf } from "../post/places.ts";
import type { PostRecord, TargetEvidence, TargetRecord } from "../post/queries.ts";
import { settleWords as words } from "../words/settle.ts";
import { NotThere } from "./NotThere.tsx";
import { There } from "./There.tsx";
import { useSettle } from "./settle.ts";

interface Props {
  readonly post: PostRecord;
  readonly target: TargetRecord;
  readonly evidence: TargetEvidence | undefined;
  readonly nameOf: NameOf;
  readonly changes: Changes;
  readonly onSettled: () => void;
  readonly onWait: () => void;
}

export function Seen({ post, target, evidence, nameOf, changes, onSettled, onWait }: Props) {
  const [chosen, setChosen] = useState<"there" | "not-there" | null>(null);
  const settle = useSettle(post, target, changes, onSettled);
  const ask = useAsk(post, target, changes);
  const { profileUrl = null, searchUrl = null } = evidence?.whereToLook ?? {};
  const place = profileUrl ?? searchUrl;
  const keys: (Key | null)[] = [
    place === null ? null : { key: "o", does: words.keys.open, run: () => openExternal(place) },
    { key: "y", does: words.keys.there, run: () => setChosen("there") },
    { key: "n", does: words.keys.notThere, run: () => setChosen("not-there") },
    chosen === "not-there" && settle.canRetry
      ? { key: "r", does: words.keys.again, run: settle.tryAgain }
      : null,
    chosen === "not-there" ? { key: "f", does: words.keys.leave, run: settle.leaveFailed } : null,
    { key: "w", does: words.keys.wait, run: onWait },
    canAsk(evidence) ? { key: "a", does: words.keys.ask, run: ask.run } : null,
  ];
  useKeys(keys.filter((key) => key !== null));
  return (
    <section className="seen" aria-labelledby="seen">
      <h3 id="seen">{words.see}</h3>
      <WhereToLook
        target={target}
        profileUrl={profileUrl}
        searchUrl={searchUrl}
        nameOf={nameOf}
        isNext={chosen === null}
      />
      <div className="choices-2">
        <There
          isOpen={chosen === "there"}
          onOpen={() => setChosen("there")}
          network={nameOf(target.platform)}
          profileUrl={profileUrl}
          isBusy={changes.isBusy}
          onConfirm={settle.there}
        />
        <NotThere
          isOpen={chosen === "not-there"}
          onOpen={() => setChosen("not-there")}
          settle={settle}
          isBusy={changes.isBusy}
          nameOf={nameOf}
        />
      </div>
      <div className="row keep-waiting">
        <Button kind="quiet" onPress={onWait}>
          {words.keepWaiting}
        </Button>
        <span className="small">{evidence?.nextLookAt ? words.keepWaitingMore : words.keepWaitingHeld}</span>
      </div>
      <p className="small">
        <b>{words.ifWrong}:</b> {words.ifWrongMore}
      </p>
    </section>
  );
}

interface WhereProps {
  readonly target: TargetRecord;
  readonly profileUrl: string | null;
  readonly searchUrl: string | null;
  readonly nameOf: NameOf;
  /** It is what to do first. */
  readonly isNext: boolean;
}

function WhereToLook({ target, profileUrl, searchUrl, nameOf, isNext }: WhereProps) {
  const { handle, platform } = target;
  if (profileUrl === null && searchUrl === null) return <p>{words.noAddress(nameOf(platform), handle)}</p>;
  return (
    <div className="where">
      {profileUrl !== null && isWebAddress(profileUrl) && (
        <>
          <External href={profileUrl} kind={isNext ? "primary" : "plain"}>
            {words.open(handle)}
          </External>
          <span className="small where-address">{shortAddress(profileUrl)}</span>
        </>
      )}
      {searchUrl !== null && isWebAddress(searchUrl) && (
        <span className="small where-address">
          <External href={searchUrl}>{words.search}</External> {shortAddress(searchUrl)}
        </span>
      )}
    </div>
  );
}
