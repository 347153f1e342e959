// Why a file can't be used, when that is certain: nobody needs to be asked again.

export class Unusable extends Error {
  override readonly name = "Unusable";
}

export const CUT = "the file ends before its end";
