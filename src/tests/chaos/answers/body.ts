// Describes the body of an answer and what it means to a correct reader.

export interface Body {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** What it says to one who can read it; "nothing" may pass for nothing else than a riddle. */
  readonly says: "taken" | "refused" | "limited" | "found" | "absent" | "nothing";
  /** Exactly as the network says it, but for the headers. */
  readonly exact?: true;
  /** Where the id was replaced by something that could be an id: what it says instead. */
  readonly id?: string;
}

export function bodyOf(
  name: string,
  text: string | Uint8Array,
  says: Body["says"],
  headers: Readonly<Record<string, string>> = {},
): Body {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return { name, bytes, says, headers: { "content-type": "application/json", ...headers } };
}
