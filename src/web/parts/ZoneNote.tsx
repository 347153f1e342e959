// The zone in which all times of the screen are, and the way to the other one.
import { useZones } from "../profile.tsx";
import { shellWords as words } from "../words/shell.ts";
import { Button } from "./Button.tsx";
import "./ZoneNote.css";

export function ZoneNote() {
  const { zone, other, swap } = useZones();
  return (
    <div className="zone small">
      {words.zone(zone)}
      {other !== null && (
        <Button kind="quiet" size="small" onPress={swap}>
          {words.showIn(other)}
        </Button>
      )}
    </div>
  );
}
