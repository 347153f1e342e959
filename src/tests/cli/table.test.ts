// Tables for terminals of any width: aligned, with a last column that wraps, or with several lines a row.
import { describe, expect, test } from "bun:test";
import { stripVTControlCharacters } from "node:util";
import { height, table, width, wrap } from "../../cli/table.ts";

const HEAD = ["network", "account", "details"];
const REFUSED = "Bluesky refused the post. Change it and try again.";
const ADDRESS = "https://bsky.app/profile/alice.example/post/3n2uqgy2wvsfd";

const drawn = (rows: readonly (readonly string[])[], columns: number | null, head = HEAD) =>
  stripVTControlCharacters(table(head, rows, columns)).split("\n");

describe("a table", () => {
  test("for a program: one line a row, and every column", () => {
    expect(drawn([["bluesky", "alice", ""]], null)).toEqual(["network  account  details", "bluesky  alice"]);
  });

  test("with room for everything: aligned", () => {
    expect(drawn([["x", "bob", "ok"]], 80)).toEqual(["network  account  details", "x        bob      ok"]);
  });

  test("a column with nothing in it is left out", () => {
    expect(drawn([["x", "bob", ""]], 80)).toEqual(["network  account", "x        bob"]);
  });

  test("the last column wraps between words, below itself", () => {
    expect(drawn([["bluesky", "alice", REFUSED]], 50)).toEqual([
      "network  account  details",
      "bluesky  alice    Bluesky refused the post. Change",
      "                  it and try again.",
    ]);
  });

  test("an address is not broken: it has a line of its own", () => {
    const rows = [
      ["bluesky", "alice", ADDRESS],
      ["x", "bob", REFUSED],
    ];
    expect(drawn(rows, 60)).toEqual(["bluesky  alice", `  ${ADDRESS}`, "x        bob", `  ${REFUSED}`]);
  });

  test("where not even the short cells fit, each has a line with its name", () => {
    const head = ["id", "network", "account", "state"];
    expect(drawn([["01a20364-73eb-7416", "bluesky (simulated)", "alice", ""]], 30, head)).toEqual([
      "01a20364-73eb-7416",
      "  network: bluesky (simulated)",
      "  account: alice",
    ]);
  });

  test("what a network says can't move the cursor or begin another line", () => {
    const [, row = ""] = drawn([["x", "bob", "a\u001b[2Jb\nc\rd"]], 80);
    expect(row).toBe("x        bob      a[2Jb cd");
  });
});

describe("text", () => {
  test("wraps under its own beginning, and leaves long words whole", () => {
    expect(wrap("  one two three", 10)).toBe("  one two\n  three");
    expect(wrap(`See ${ADDRESS} there`, 20)).toBe(`See\n${ADDRESS}\nthere`);
    expect(wrap("as it is, however long", null)).toBe("as it is, however long");
  });

  test("is as high as the rows it takes, and as wide as a terminal shows it", () => {
    expect(height("12345\n1234567890", 5)).toBe(3);
    expect(width("\u001b[31m日本\u001b[39m")).toBe(4);
  });
});
