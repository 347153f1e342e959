// Translates disk errors into messages for the operator.
import { Problem, codeOf } from "../../errors.ts";

/** The disk said no: not the caller's fault, and nothing a caller can repair. The message is for the operator. */
export class FilesError extends Error {
  override readonly name = "FilesError";
  constructor(
    readonly reason: "read_only" | "absent" | "failed",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Runs `act`; a refusal of the disk becomes Problem disk_full or FilesError. */
export async function onDisk<T>(root: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw asFault(cause, root);
  }
}

function asFault(cause: unknown, root: string): unknown {
  const code = codeOf(cause);
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return new Problem(
        "disk_full",
        "Nothing was stored: the disk of the media folder is full.",
        {},
        { cause },
      );
    case "EROFS":
    case "EACCES":
    case "EPERM":
      return new FilesError("read_only", `The media folder ${root} can't be written to (${code}).`, {
        cause,
      });
    case "EIO":
    case "EMFILE":
    case "ENFILE":
      return new FilesError("failed", `The media folder ${root} failed (${code}).`, { cause });
    default:
      return cause;
  }
}

/** @param where what was looked through */
export function refuseMissing(name: string, where: string): never {
  throw new FilesError("absent", `No file ${name} in ${where}.`);
}

/** The same, as a problem for a caller who needs the file. */
export function refuseDeleted(): never {
  throw new Problem("media_unreadable", "This file is no longer available.");
}
