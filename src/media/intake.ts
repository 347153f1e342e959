// Takes a file in: bytes to the store, looked at, remembered. What can't be used leaves nothing behind.
import { Problem } from "../errors.ts";
import type { Files } from "./files.ts";
import type { MediaFacts, Probe } from "./probe.ts";
import { MIMES } from "./sniff.ts";

export interface Intake {
  /** @throws Problem media_too_large, media_type_unsupported, media_type_mismatch or media_unreadable */
  take(file: Incoming): Promise<TakenMedia>;
}

export interface Incoming {
  readonly profileId: string;
  readonly filename: string;
  /** What the sender says it is; only a known and wrong type is refused (D30). */
  readonly declaredMime: string;
  readonly altText: string | null;
  readonly stream: AsyncIterable<Uint8Array>;
  readonly limitBytes: number;
}

export interface TakenMedia extends Pick<
  MediaFacts,
  "kind" | "mime" | "size" | "width" | "height" | "durationMs"
> {
  readonly id: string;
  readonly profileId: string;
  readonly sha256: string;
  readonly filename: string;
  readonly altText: string | null;
  readonly createdAt: number;
  readonly facts: Omit<MediaFacts, "kind" | "mime" | "size" | "width" | "height" | "durationMs">;
}

interface IntakeDeps {
  readonly files: Files;
  readonly probe: Probe;
  readonly remember: (media: TakenMedia) => Promise<void>;
  /** Whether any profile's media has these bytes. */
  readonly isUsed: (sha256: string) => Promise<boolean>;
  readonly now: () => number;
  readonly newId: () => string;
}

export function openIntake({ files, probe, remember, isUsed, now, newId }: IntakeDeps): Intake {
  return { take };

  async function take(file: Incoming): Promise<TakenMedia> {
    const { sha256, size } = await files.write(file.stream, file.limitBytes);
    try {
      const {
        kind,
        mime,
        width,
        height,
        durationMs,
        size: _,
        ...facts
      } = await probe.probe(files.path(sha256));
      refuseMismatch(file.declaredMime, mime);
      const filename = plainName(file.filename) || `${sha256.slice(0, 8)}.${mime.split("/")[1]}`;
      const id = newId();
      const media = {
        id,
        profileId: file.profileId,
        sha256,
        filename,
        kind,
        mime,
        size,
        width,
        height,
        durationMs,
      };
      const taken: TakenMedia = { ...media, altText: file.altText, createdAt: now(), facts };
      await remember(taken);
      return taken;
    } catch (error) {
      // The same bytes may be somebody's media already.
      if (!(await isUsed(sha256))) await files.remove(sha256);
      throw error;
    }
  }
}

function refuseMismatch(declared: string, found: string): void {
  const type = declared.split(";")[0]?.trim().toLowerCase() ?? "";
  const known: readonly string[] = MIMES;
  if (!known.includes(type) || type === found) return;
  throw new Problem("media_type_mismatch", `The file is declared as ${type}, but its bytes are ${found}.`);
}

/** A name to show, never part of a path. */
function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return last
    .replaceAll(/[\u0000-\u001f\u007f]/g, "")
    .trim()
    .slice(0, 255);
}
