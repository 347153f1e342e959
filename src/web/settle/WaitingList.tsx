// What waits to be settled, with the one on the desk marked.
import { Link } from "wouter";
import { Tile } from "../parts/Tile.tsx";
import { settleWords as words } from "../words/settle.ts";
import type { Waiting } from "./waiting.ts";

interface Props {
  readonly waiting: readonly Waiting[];
  readonly targetId: string;
  readonly addressOf: (entry: Waiting) => string;
}

export function WaitingList({ waiting, targetId, addressOf }: Props) {
  return (
    <nav className="settle-list" aria-label={words.list}>
      <h2 className="small">{words.waits(waiting.length)}</h2>
      <ol>
        {waiting.map((entry) => {
          const { target, excerpt } = entry;
          const isHere = target.id === targetId;
          return (
            <li key={target.id}>
              <Link
                ref={isHere ? intoView : null}
                href={addressOf(entry)}
                aria-current={isHere ? "true" : undefined}
              >
                <Tile platform={target.platform} isSimulated={target.simulated} />
                <span className="settle-entry">
                  <span dir="auto">{excerpt === "" ? words.noText : excerpt}</span>
                  <span className="small" dir="auto">
                    {target.handle}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Also the last of a hundred is seen when it comes onto the desk. */
function intoView(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "center" });
}
