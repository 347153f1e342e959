// The error for a file that is certainly unusable, so that no other reader has to try it.

export class UnusableFileError extends Error {
  override readonly name = "UnusableFileError";
}

export const CUT = "the file ends before its end";
