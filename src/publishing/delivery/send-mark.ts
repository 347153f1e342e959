// Writes the send mark of an attempt: once the network's connection stands, and before the first byte leaves.
import type { Json } from "../../networks/network.ts";
import type { Work } from "../../domain/store/journal.ts";
import type { Engine } from "./engine.ts";

/**
 * `none`: nothing asked for it. `failed`: it could not be written, or nobody knows whether it was. `expired`: it was written,
 * but so slowly that others may have taken this process for dead. The others are those of `Journal.mark`.
 */
export type MarkResult = "none" | "marked" | "paused" | "late" | "failed" | "expired";

export interface SendMark {
  /** Asked by the publishing request when its connection stands. */
  maySend(): Promise<boolean>;
  /** Writes it, unless the request has asked for it already. @returns what became of it */
  write(): Promise<Exclude<MarkResult, "none">>;
  /** What became of it, once that is known. */
  result(): Promise<MarkResult>;
}

/** The mark of one attempt, with the exact request it is for. */
export function openSendMark(work: Work, prepared: Json, engine: Engine): SendMark {
  let written: Promise<Exclude<MarkResult, "none">> | null = null;
  return {
    maySend: async () => (await write()) === "marked",
    write,
    result: () => written ?? Promise.resolve("none"),
  };

  function write() {
    return (written ??= writeMark(work, prepared, engine).then((result) => {
      if (result === "marked") engine.reached("marked");
      return result;
    }));
  }
}

/** Committed and fsynced. A mark that can't be written: no send. */
async function writeMark(work: Work, prepared: Json, { clock, disk, journal, log, markWithinMs }: Engine) {
  const fingerprint = new Bun.CryptoHasher("sha256").update(JSON.stringify(prepared)).digest("hex");
  const what = { json: prepared, fingerprint };
  const start = { wall: clock.now(), monotonic: clock.monotonic() };
  try {
    const facts = { at: start.wall, dueAt: null, prepared: what, detail: "about to publish" };
    const result = await journal.mark(work, facts);
    // A process or a machine that stood still: one of the two clocks went on.
    const ms = Math.max(clock.now() - start.wall, clock.monotonic() - start.monotonic);
    return result === "marked" && markWithinMs !== null && ms > markWithinMs ? "expired" : result;
  } catch (error) {
    disk.release();
    log.error("send_mark_failed", { targetId: work.id, cause: error });
    return "failed";
  }
}
