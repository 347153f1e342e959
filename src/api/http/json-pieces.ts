// Writes a value as JSON piece by piece, where the whole text takes longer to write than anything may have the loop for itself.
import { shareLoop } from "../../event-loop.ts";

/** Characters that are written at once. */
const PIECE = 64 * 1024;

type Members = (value: object) => readonly (readonly [name: string, value: unknown])[];

/**
 * What JSON.stringify gives for the same value, in pieces, each in a turn of the loop of its own if there are many.
 * @param value of plain objects, lists and simple values
 * @param membersOf the members of an object in the order in which they are written
 */
export async function* jsonInTurns(value: unknown, membersOf?: Members): AsyncGenerator<string, void> {
  let text = "";
  for (const part of partsOf(value, membersOf)) {
    text += part;
    if (text.length < PIECE) continue;
    await shareLoop(text.length);
    yield text;
    text = "";
  }
  yield text;
}

function* partsOf(value: unknown, membersOf: Members = Object.entries): Generator<string> {
  if (Array.isArray(value)) {
    yield "[";
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ",";
      yield* partsOf(item ?? null, membersOf);
    }
    yield "]";
  } else if (typeof value === "object" && value !== null) {
    const members = membersOf(value).filter(([, member]) => member !== undefined);
    yield "{";
    for (const [at, [name, member]] of members.entries()) {
      yield `${at > 0 ? "," : ""}${JSON.stringify(name)}:`;
      yield* partsOf(member, membersOf);
    }
    yield "}";
  } else yield JSON.stringify(value);
}
