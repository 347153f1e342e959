// Reads CSV (RFC 4180) record by record. Libraries take a text as a whole: one of a megabyte that is all quotes or all
// separators occupies them for several hundred ms, during which nothing else would be answered.

/** What a record may hold; each bounds the time that a record takes. */
const MOST_CELLS = 50;
const LONGEST_CELL = 70_000;
/** Between records nothing else runs. */
export const MOST_EMPTY = 5000;

/** The text is not CSV from here on. */
export class CsvError extends Error {
  override readonly name = "CsvError";
}

/**
 * The records, empty lines left out. The separator is a comma, a semicolon or a tab: whichever the first line has most of.
 * Lines end as they do on any system.
 * @throws CsvError with a sentence for people
 */
export function* csvRecords(file: string): Generator<string[], void> {
  const text = file.startsWith("\ufeff") ? file.slice(1) : file;
  const separator = separatorOf(text);
  let empty = 0;
  for (let at = 0; at < text.length;) {
    const { cells, end } = recordAt(text, at, separator);
    at = end;
    if (cells.length > 1 || cells[0] !== "") yield cells;
    else if (++empty > MOST_EMPTY) throw new CsvError(`It has more than ${MOST_EMPTY} empty lines.`);
  }
}

const SEPARATORS = [",", ";", "\t"] as const;

function separatorOf(text: string): string {
  const line = text.slice(0, 1000).split(/[\r\n]/, 1)[0] ?? "";
  const counts = SEPARATORS.map((each) => ({ each, count: line.split(each).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.each ?? ",";
}

function recordAt(text: string, start: number, separator: string): { cells: string[]; end: number } {
  const cells: string[] = [];
  for (let at = start; ;) {
    if (cells.length === MOST_CELLS) throw new CsvError(`A row has more than ${MOST_CELLS} columns.`);
    const { value, end } = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, separator);
    if (value.length > LONGEST_CELL) throw tooLong();
    cells.push(value);
    const next = text[end];
    if (next === separator) at = end + 1;
    else if (next === undefined || next === "\n") return { cells, end: end + 1 };
    else if (next === "\r") return { cells, end: end + (text[end + 1] === "\n" ? 2 : 1) };
    else
      throw new CsvError(
        "After the closing quote of a cell there is more text. Write a quote in a cell twice.",
      );
  }
}

interface Cell {
  readonly value: string;
  /** Where the text goes on. */
  readonly end: number;
}

function plainAt(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
  return { value: text.slice(start, end), end };
}

/** A quote in it is written twice. */
function quotedAt(text: string, start: number): Cell {
  let value = "";
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new CsvError("A cell begins with a quote that is never closed.");
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
    if (value.length > LONGEST_CELL) throw tooLong();
  }
}

const tooLong = () => new CsvError(`A cell has more than ${LONGEST_CELL} characters.`);
