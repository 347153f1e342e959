// Tests how many characters and escapes a JSON body may have (D4).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { MAX_POST_BYTES, MAX_POST_CHARACTERS } from "../../../api/requests/post-input.ts";
import { openWorld, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function send(body: string): Promise<{ readonly status: number; readonly detail: unknown }> {
  const answer = await fetch(`${world.url}/v1/posts/check`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${world.key}`, "content-type": "application/json" },
  });
  return { status: answer.status, detail: ((await answer.json()) as { detail: unknown }).detail };
}

test("a body may have as many escapes as the longest texts have characters, and no more", async () => {
  const most = Math.floor(MAX_POST_BYTES / 12);
  const text = (escapes: string) => send(`{"caption":"x","text":"${escapes}"}`);
  const more = {
    status: 413,
    detail: `The body has more than ${most.toLocaleString("en")} escapes.`,
  };
  expect(await text('\\"'.repeat(most))).toMatchObject({ status: 400 });
  expect(await text('\\"'.repeat(most + 1))).toEqual(more);
  // A character outside the basic plane is written as two escapes, each of which counts.
  const boats = "\\ud83d\\udea3".repeat(Math.floor(most / 2));
  expect(await text(boats)).toMatchObject({ status: 400 });
  expect(await text(`${boats}\\n\\n`)).toEqual(more);
  // A backslash that stands for itself hides no quote, and the quote after it ends the text.
  expect(await text(String.raw`\\\\\"\\`)).toMatchObject({ status: 400 });
});

test("a body has at most the characters of the longest texts, however many bytes each takes", async () => {
  const body = (letters: string) => `{"caption":"x","text":"${letters}"}`;
  const most = MAX_POST_CHARACTERS - body("").length;
  const more = {
    status: 413,
    detail: `The body has more than ${MAX_POST_CHARACTERS.toLocaleString("en")} characters.`,
  };
  for (const letter of ["a", "é", "\u200d", "🚣"]) {
    expect(await send(body(letter.repeat(most)))).toMatchObject({ status: 400 });
    expect(await send(body(letter.repeat(most + 1)))).toEqual(more);
  }
  // An escape is one character.
  const escapes = 10_000;
  for (const escape of ["\\n", "\\u0061"]) {
    const text = escape.repeat(escapes) + "a".repeat(most - escapes);
    expect(await send(body(text))).toMatchObject({ status: 400 });
    expect(await send(body(`${text}a`))).toEqual(more);
  }
  // Spaces between the values count as well.
  expect(await send(body("a") + " ".repeat(most))).toEqual(more);
});
