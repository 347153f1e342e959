// Writes a value as JSON piece by piece, where the whole text takes longer to write than anything may have the loop for itself.

type Members = (value: object) => readonly (readonly [name: string, value: unknown])[];

/**
 * The pieces of what JSON.stringify gives for the same value; it has to be of plain objects, lists and simple values.
 * @param membersOf the members of an object in the order in which they are written
 */
export function* jsonPieces(value: unknown, membersOf: Members = Object.entries): Generator<string> {
  if (Array.isArray(value)) {
    yield "[";
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ",";
      yield* jsonPieces(item ?? null, membersOf);
    }
    yield "]";
  } else if (typeof value === "object" && value !== null) {
    const members = membersOf(value).filter(([, member]) => member !== undefined);
    yield "{";
    for (const [at, [name, member]] of members.entries()) {
      yield `${at > 0 ? "," : ""}${JSON.stringify(name)}:`;
      yield* jsonPieces(member, membersOf);
    }
    yield "}";
  } else yield JSON.stringify(value);
}
