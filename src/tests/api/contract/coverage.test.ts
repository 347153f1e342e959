// One test per sentence of the contract and per decision: ids without a test fail, and so do tests without an id.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PENDING, SENTENCES } from "./sentences.ts";

/** The sections of the contract and the decisions that this suite answers for. */
const SECTIONS = [
  "1",
  "2.1",
  "2.2",
  "2.3",
  "2.3a",
  "2.4",
  "3",
  "4",
  "4.1",
  "4.2",
  "4.3",
  "4.4",
  "4.5",
  "4.6",
  "4.7",
  "4.8",
  "5",
  "6",
  "7",
  "8",
  "9",
];
const DECISIONS = [
  ...Array.from({ length: 28 }, (_, i) => `${i + 1}`),
  "25a",
  "29",
  "30",
  "31",
  "32",
  "33",
  "35",
  "37",
  "38",
  "39",
  "43",
];

const known = Object.entries(SENTENCES).flatMap(([where, words]) => words.map((word) => `${where} ${word}`));
const pending = Object.values(PENDING).flat();

/** Names of tests, as they begin in the source; what a loop adds stands after a colon. */
function namesIn(source: string): string[] {
  return [...source.matchAll(/\btest\(\s*(["'`])(.*?)\1/g)].map(
    ([, , name = ""]) => name.split(":")[0] ?? "",
  );
}

const names = readdirSync(import.meta.dir)
  .filter((file) => file.endsWith(".test.ts") && file !== "coverage.test.ts")
  .flatMap((file) => namesIn(readFileSync(join(import.meta.dir, file), "utf8")));

test("every sentence and decision has a test of its name", () => {
  expect(known.filter((id) => !names.includes(id))).toEqual([]);
});

test("no test names what is neither in the contract nor decided", () => {
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test("what is pending has no test yet", () => {
  expect(pending.filter((id) => names.includes(id) || known.includes(id))).toEqual([]);
});

test("no id twice, and two tests never share one", () => {
  for (const list of [known, pending, names])
    expect(list.filter((id, at) => list.indexOf(id) !== at)).toEqual([]);
});

test("every section and every decision is there, tested or pending with its reason", () => {
  const where = new Set([...known, ...pending].map((id) => id.split(" ").slice(0, -1).join(" ")));
  const wanted = [
    ...SECTIONS.map((section) => `contract ${section}`),
    ...DECISIONS.map((number) => `D${number}`),
  ];
  expect(wanted.filter((each) => !where.has(each))).toEqual([]);
  expect([...where].filter((each) => !wanted.includes(each))).toEqual([]);
});

test("a missing and an unknown name are seen", () => {
  expect(namesIn('test("D1 a", f); test(`D2 b: ${c}`, f);\n  test(\n "D3 c", f)')).toEqual([
    "D1 a",
    "D2 b",
    "D3 c",
  ]);
});
