// Numbers and counts as people read them: "1 post", "11,666 posts".

const FORMAT = new Intl.NumberFormat("en-GB");

/** With a comma at each thousand. */
export const numberOf = (value: number): string => FORMAT.format(value);

/**
 * A count and what is counted, or a whole sentence about it.
 * @param one what follows a 1, such as `post` or `post waits.`
 * @param more what follows any other number; without it, `one` with an s
 */
export const countOf = (many: number, one: string, more = `${one}s`): string =>
  `${numberOf(many)} ${many === 1 ? one : more}`;
