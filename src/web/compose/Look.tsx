// How the post looks on each network: made only from the server's check, one account at a time or all side by side.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { memo, useState } from "react";
import { Button } from "../parts/Button.tsx";
import { useNetworkNames } from "../networks.ts";
import { placeOf } from "../post/places.ts";
import type { Account } from "../today/queries.ts";
import { composeWords as words } from "../words/compose.ts";
import { useMedia } from "../media/queries.ts";
import { Preview } from "./Preview.tsx";
import type { Check } from "./useCheck.ts";
import "./Look.css";

interface Props {
  readonly check: Check;
  /** The accounts that are chosen. */
  readonly accounts: readonly Account[];
  readonly media: readonly string[];
  /** The account whose text is written; null for everyone's. */
  readonly selected: string | null;
  readonly isWall: boolean;
  readonly setWall: (isWall: boolean) => void;
}

export const Look = memo(function Look({ check, accounts, media, selected, isWall, setWall }: Props) {
  const [looked, setLooked] = useState<string | null>(null);
  const [before, setBefore] = useState(selected);
  // Whose text is touched is looked at.
  if (before !== selected) {
    setBefore(selected);
    setLooked(selected);
  }
  const nameOf = useNetworkNames();
  const files = useMedia(media);
  const targets =
    check.data?.targets.filter(({ accountId }) => accounts.some(({ id }) => id === accountId)) ?? [];
  const place = Math.max(
    0,
    targets.findIndex(({ accountId }) => accountId === looked),
  );
  const target = targets[place];
  const turn = (by: number) =>
    setLooked(targets[(place + by + targets.length) % targets.length]?.accountId ?? null);
  const known = files.filter((file) => file !== null);
  const accountOf = (id: string) => accounts.find((account) => account.id === id);
  return (
    <section className={`compose-look ${isWall ? "wall" : ""}`} aria-label={words.look}>
      <div className="look-head">
        <h2>{words.look}</h2>
        {targets.length > 1 && (
          <>
            {!isWall && (
              <span className="look-turn">
                <Button kind="quiet" size="small" aria-label={words.previous} onPress={() => turn(-1)}>
                  <ChevronLeft size={16} aria-hidden="true" />
                </Button>
                <span dir="auto" className="look-name" aria-live="polite">
                  {target && placeOf(target, nameOf)}
                </span>
                <Button kind="quiet" size="small" aria-label={words.next} onPress={() => turn(1)}>
                  <ChevronRight size={16} aria-hidden="true" />
                </Button>
              </span>
            )}
            <Button size="small" kind="quiet" aria-pressed={isWall} onPress={() => setWall(!isWall)}>
              {isWall ? words.one : words.wall}
            </Button>
          </>
        )}
      </div>
      {target === undefined ? (
        <p className="small look-none">{words.previewNone}</p>
      ) : (
        <div className={`previews ${check.error === null ? "" : "old"}`}>
          {(isWall ? targets : [target]).map((each) => (
            <Preview key={each.accountId} target={each} account={accountOf(each.accountId)} files={known} />
          ))}
        </div>
      )}
      {target !== undefined && <p className="small">{words.preview}</p>}
    </section>
  );
});
