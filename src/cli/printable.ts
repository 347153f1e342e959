// Escapes control characters in text from networks and files before a terminal shows it.

/** Colours and dim are Crier's own; anything else that begins with ESC, and every other control, goes. */
const STEERS =
  // eslint-disable-next-line no-control-regex -- control characters are what this finds
  /\u001b\[(?:0|1|2|22|3[0-7]|39|9[0-7])m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Without what moves the cursor, hides text or turns the direction of writing; lines and tabs stay. */
export function printable(text: string): string {
  return text.replaceAll(STEERS, (found) => (found.length > 1 ? found : ""));
}

/** JSON for a terminal or a file: what `JSON.stringify` leaves of control characters is escaped, so that nothing is lost. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
