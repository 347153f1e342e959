// Moves one of a list to another place.

export function moveItem<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
