// Reports the progress of a long conversion in the post's events, rarely enough to stay readable.
import type { Engine } from "./engine.ts";
import type { Work } from "../../domain/store/journal.ts";

const EVERY_MS = 5000;
const STEP = 0.1;

/** Hears how far the conversion of a file is (0 to 1), and writes it down now and then; a short one says nothing. */
export function reportConversion(
  work: Work,
  { journal, connections, clock }: Engine,
): (share: number) => void {
  const name = connections.network(work.platform)?.name ?? work.platform;
  let reported = { share: 0, at: clock.monotonic() };
  return (share) => {
    const at = clock.monotonic();
    if (at - reported.at < EVERY_MS || share - reported.share < STEP || share >= 1) return;
    reported = { share, at };
    const percent = Math.floor(share * 100);
    const detail = `converting the video for ${name}: ${percent} %`;
    // What can't be written now is reported the next time, or not at all: nothing depends on it.
    journal.note(work, { kind: "converting", detail, at: clock.now(), data: { percent } }).catch(() => {});
  };
}
