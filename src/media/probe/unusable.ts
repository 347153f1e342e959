// The error for a file that is certainly unusable, so that no other reader has to try it.

export class Unusable extends Error {
  override readonly name = "Unusable";
}

export const CUT = "the file ends before its end";
