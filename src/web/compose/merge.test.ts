// What two people wrote at the same time comes together, or both see it.
import { expect, test } from "bun:test";
import { EMPTY } from "./draft.ts";
import { merge } from "./merge.ts";

const base = { ...EMPTY, caption: "Boats", accounts: ["a", "b"], overrides: { a: "Ships" } };

test("different fields are merged, and the same change by both is not a conflict", () => {
  const mine = { ...base, caption: "Boats are back" };
  const theirs = { ...base, media: ["photo"], overrides: {} };
  expect(merge(base, mine, theirs)).toEqual({
    kind: "merged",
    content: { ...mine, media: ["photo"], overrides: {} },
  });
  expect(merge(base, mine, mine)).toMatchObject({ kind: "merged" });
});

test("the same field, changed in two ways, is for people to decide", () => {
  const mine = { ...base, caption: "Boats are back", media: ["photo"] };
  const theirs = { ...base, caption: "Boats are gone", media: ["photo"] };
  expect(merge(base, mine, theirs)).toEqual({ kind: "conflict", fields: ["caption"] });
});

test("what belongs to accounts that are not chosen stays here, and counts for nothing", () => {
  const mine = { ...base, accounts: ["b"], overrides: { a: "Ships", b: "Ferries" } };
  const theirs = { ...base, caption: "Boats are back" };
  expect(merge(base, mine, theirs)).toMatchObject({
    content: { caption: "Boats are back", accounts: ["b"], overrides: { a: "Ships", b: "Ferries" } },
  });
});

test("the order of keys does not count as a change", () => {
  const options = { a: { one: 1, two: 2 } };
  const turned = { a: { two: 2, one: 1 } };
  expect(merge({ ...base, options }, { ...base, options: turned }, { ...base, options: {} })).toMatchObject({
    content: { options: {} },
  });
});
