// Marks stand where the server's check put them, also while somebody goes on typing.
import { expect, test } from "bun:test";
import { piecesOf, shift } from "./pieces.ts";

const segment = (kind: "link" | "tag" | "over", from: number, to: number) =>
  ({ kind, from, to, shown: "", href: null }) as const;
const marks = (text: string, segments: Parameters<typeof piecesOf>[1]) =>
  piecesOf(text, segments).map(({ text: part, marks: names }) =>
    names === "" ? part : `[${names}:${part}]`,
  );

test("marks may overlap, and the pieces are the whole text", () => {
  const segments = [segment("link", 4, 8), segment("over", 6, 10)];
  expect(marks("See link now", segments)).toEqual(["See ", "[link:li]", "[link over:nk]", "[over: n]", "ow"]);
  expect(marks("", [])).toEqual([]);
});

test("what is typed moves the marks behind it, and loses only the one in which it is", () => {
  const checked = "See link and #tag";
  const segments = [segment("link", 4, 8), segment("tag", 13, 17)];
  expect(marks("Oh! See link and #tag", shift(segments, checked, "Oh! See link and #tag"))).toEqual([
    "Oh! See ",
    "[link:link]",
    " and ",
    "[tag:#tag]",
  ]);
  expect(marks("See liXnk and #tag", shift(segments, checked, "See liXnk and #tag"))).toEqual([
    "See liXnk and ",
    "[tag:#tag]",
  ]);
});

test("what is over the limit reaches to the end of the text", () => {
  const segments = [segment("over", 4, 6)];
  expect(marks("12345678", shift(segments, "123456", "12345678"))).toEqual(["1234", "[over:5678]"]);
  expect(marks("123", shift(segments, "123456", "123"))).toEqual(["123"]);
});
