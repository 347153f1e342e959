// What a check of the doctor found, and what to do about it.

export interface Finding {
  readonly what: string;
  /** `note`: works, but something is missing or could be better. */
  readonly state: "ok" | "note" | "wrong";
  readonly found: string;
  /** What to do about it; null when there is nothing to do. */
  readonly todo: string | null;
  /** The command that does it, as it is typed on the server; null where there is not one. */
  readonly command: string | null;
}

export const ok = (what: string, found: string): Finding => ({
  what,
  state: "ok",
  found,
  todo: null,
  command: null,
});
const finding =
  (state: "note" | "wrong") =>
  (what: string, found: string, todo: string, command: string | null = null): Finding => ({
    what,
    state,
    found,
    todo,
    command,
  });
export const note = finding("note");
export const wrong = finding("wrong");
