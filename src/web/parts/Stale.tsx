// Says how old a region is, while Crier can't be reached.
import { NoAnswerError, serverTimeOf } from "../api.ts";
import { useZone } from "../profile.tsx";
import { moment } from "../time.ts";
import { regionWords as words } from "../words/region.ts";
import { Button } from "./Button.tsx";
import "./Stale.css";

interface Props {
  readonly query: {
    readonly error: unknown;
    /** By the browser's clock, ms since 1970. */
    readonly dataUpdatedAt: number;
    readonly refetch: () => unknown;
  };
}

export function Stale({ query: { error, dataUpdatedAt, refetch } }: Props) {
  const zone = useZone();
  if (!(error instanceof NoAnswerError) || dataUpdatedAt === 0) return null;
  const at = new Date(serverTimeOf(dataUpdatedAt)).toISOString();
  return (
    <div className="stale" role="status">
      <p>{words.stale(moment(at, zone))}</p>
      <Button size="small" onPress={() => void refetch()}>
        {words.tryAgain}
      </Button>
    </div>
  );
}
