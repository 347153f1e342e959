// Tests how many characters and escapes a JSON body may have (D4).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import { MAX_POST_BYTES, MAX_POST_CHARACTERS } from "../../../api/requests/post-input.ts";
import { openWorld, type World } from "../../support/world.ts";

const NOT_JSON = "The body is not one JSON document in UTF-8.";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account("mastodon", "ok");
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

const body = (text: string) => `{"caption":"x","text":"${text}"}`;
const most = MAX_POST_CHARACTERS - body("").length;

test("a body has no more escapes than the longest texts have characters", async () => {
  const mostEscapes = Math.floor(MAX_POST_BYTES / 12);
  const more = {
    status: 413,
    detail: `The body has more than ${mostEscapes.toLocaleString("en")} escapes.`,
  };
  expect(await send(body('\\"'.repeat(mostEscapes)))).toMatchObject({ status: 400 });
  expect(await send(body('\\"'.repeat(mostEscapes + 1)))).toEqual(more);
  // A backslash that stands for itself hides no quote, and the quote after it ends the text.
  expect(await send(body(String.raw`\\\\\"\\`))).toMatchObject({ status: 400 });
});

test("a body has at most the characters of the longest texts, however many bytes each takes", async () => {
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
  for (const escape of ["\\n", "\\u0061", "\\u00e9", "\\ud83d\\udea3", "\\ud83d"]) {
    const text = escape.repeat(escapes) + "a".repeat(most - escapes);
    expect(await send(body(text))).toMatchObject({ status: 400 });
    expect(await send(body(`${text}a`))).toEqual(more);
  }
  // Spaces between the values count as well.
  expect(await send(body("a") + " ".repeat(most))).toEqual(more);
});

test("escapes mean what JSON says, wherever the body is cut while it arrives", async () => {
  const caption = String.raw`\ud83d\udea3 \u00E9\u07ff\u0800\uFFFF\ufeff \\u00e9 \\\u00e9 \u0061\u0022\u005c\u0000\u001f\u007f\u0020\"\u005a \ud83d\ud83d\udea3 \udea3 \ud83dx\ud83d\n`;
  const bytes = new TextEncoder().encode(
    `{"schedule":"draft","accounts":["mastodon"],"caption":"${caption}"}`,
  );
  const { caption: expected } = JSON.parse(new TextDecoder().decode(bytes)) as { caption: string };
  for (let cut = 1; cut < bytes.length; cut++) {
    const answer = await sendCut(bytes, cut);
    const stored = (await answer.json()) as { caption: string };
    expect({ cut, caption: stored.caption }).toEqual({ cut, caption: expected.toWellFormed() });
  }
});

test("an escape outside a text is refused, wherever the body is cut while it arrives", async () => {
  const bytes = new TextEncoder().encode(
    String.raw`{"schedule":"draft","accounts":["mastodon"],"caption":\u0020"Plain"}`,
  );
  for (let cut = 1; cut < bytes.length; cut++)
    expect({ cut, status: (await sendCut(bytes, cut)).status }).toEqual({ cut, status: 400 });
});

/** Creates a post with a body that arrives in three pieces. */
async function sendCut(bytes: Uint8Array<ArrayBuffer>, cut: number): Promise<Response> {
  const pieces = new ReadableStream<Uint8Array>({
    async start(stream) {
      stream.enqueue(bytes.subarray(0, cut));
      await setImmediate();
      stream.enqueue(bytes.subarray(cut, cut + 7));
      await setImmediate();
      stream.enqueue(bytes.subarray(cut + 7));
      stream.close();
    },
  });
  return await fetch(`${world.url}/v1/posts`, {
    method: "POST",
    body: pieces,
    headers: { authorization: `Bearer ${world.key}`, "content-type": "application/json" },
  });
}

test("a malformed escape is refused, and one outside a text as well", async () => {
  for (const wrong of [String.raw`\u12`, String.raw`\u00g9`, String.raw`\ud83d\u`, "\\", String.raw`\x41`])
    expect(await send(body(wrong))).toMatchObject({ status: 400, detail: NOT_JSON });
  for (const outside of [String.raw`\ufeff`, String.raw`\u00a0`, String.raw`\u007b`, String.raw`\u0020`])
    for (const document of [outside + body("a"), `{"a":${outside}1}`, `{"a":1}${outside}`])
      expect(await send(document)).toMatchObject({ status: 400, detail: NOT_JSON });
});
