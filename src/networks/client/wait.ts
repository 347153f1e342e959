// Waits until a network has processed an uploaded file.
import type { Io } from "../network.ts";
import { busyStep } from "./outcome.ts";

const PROCESSING_TIMEOUT_MS = 15 * 60_000;
const RETRY_AFTER_MS = 60_000;

/**
 * Asks again and again until the file is ready, for 15 minutes at most.
 * @param check returns null when the file is ready, else the ms until it should be asked again
 * @param detail what a person reads when it takes too long
 * @throws StepFailedError "busy" when the time is up or Crier stops
 */
export async function untilProcessed(
  io: Io,
  detail: string,
  check: () => Promise<number | null>,
): Promise<void> {
  const until = io.now() + PROCESSING_TIMEOUT_MS;
  for (let waitMs = await check(); waitMs !== null; waitMs = await check()) {
    if (io.now() > until || io.signal.aborted) throw busyStep(detail, RETRY_AFTER_MS);
    await io.pause(waitMs);
  }
}
