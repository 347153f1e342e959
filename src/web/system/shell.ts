// Writes a path as a shell takes it.
export const quote = (path: string): string =>
  /^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
