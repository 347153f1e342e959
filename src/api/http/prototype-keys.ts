// Finds keys called `__proto__` in a JSON document. JSON.parse keeps one as an ordinary key, but whoever copies the object
// key by key sets the copy's prototype with it: its fields are then obeyed, and no schema and no fingerprint sees them.
import { pointerTo } from "../../json-pointer.ts";

const KEY = "__proto__";
/** An answer names no more of them. */
const MOST = 20;

/** Only a text with the key, or with an escape that may hide it, is worth a look into what it says. */
const MAYBE = /__proto__|\\u00/i;

/**
 * @param text one JSON document. @param value what JSON.parse makes of it, of a bounded depth
 * @returns JSON Pointers
 */
export function prototypeKeysIn(text: string, value: unknown): string[] {
  const found: string[] = [];
  const path: string[] = [];
  if (MAYBE.test(text)) visit(value);
  return found;

  function visit(part: unknown): void {
    if (typeof part !== "object" || part === null || found.length === MOST) return;
    for (const [key, inner] of Object.entries(part)) {
      path.push(key);
      if (key === KEY && found.length < MOST) found.push(pointerTo(path));
      visit(inner);
      path.pop();
    }
  }
}
