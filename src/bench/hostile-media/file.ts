// Describes one file of the campaign: its bytes, its declared type and the expected answer.

export interface HostileFile {
  /** What it is, for people; with the seed it identifies the file. */
  readonly name: string;
  readonly filename: string;
  readonly declared: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `any`: damaged with an unpredictable result; a picture may still be whole. */
  readonly expected: "refused" | "taken" | "any";
}

export function file(
  name: string,
  filename: string,
  content: string | Uint8Array,
  expected: HostileFile["expected"] = "refused",
  declared = "",
): HostileFile {
  const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
  return { name, filename, declared, bytes: new Uint8Array(bytes), expected };
}
