// Sends unusual texts and requests generated from the schemas (D2–D4): none may cause a 5xx.
import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { CODES } from "../../../errors.ts";
import { storable } from "../../../store/postgres/statements.ts";
import type { Answer, World } from "../../support/world.ts";
import { create, list, openWorldWith, target, uncertainPost } from "../../support/posting.ts";
import { UNUSUAL_TEXTS } from "./unusual-texts.ts";
import { onPostgres } from "../../support/postgres.ts";
import { generatedCases, sampleOf } from "../../support/generated-cases.ts";
import { anyBody, placesForText, type Schema } from "./schemas.ts";

let world: World;
let postId: string;
let targetId: string;
let draftId: string;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ghost", "pins:ok", "photos:ok"]);
  const post = await uncertainPost(world);
  [postId, targetId] = [post.id, target(post).id];
  draftId = String((await create(world, { accounts: ["bluesky"] })).json["id"]);
});
afterAll(() => world[Symbol.asyncDispose]());

/** In the fast run about 40, from the whole list. */
const TEXTS = sampleOf(UNUSUAL_TEXTS, 40);
const REQUESTS = generatedCases(2500, 400);

const ASYNC = { prefer: "respond-async" };

function bodies(): { method: string; path: string; body: Schema }[] {
  const routes = world.routes.filter(({ path }) => path.startsWith("/v1/"));
  return routes.flatMap(({ method, path, body }) =>
    body
      ? [
          {
            method,
            path: path.replace("/v1", "").replace(":id", path.includes("reconcile") ? postId : draftId),
            body: body as Schema,
          },
        ]
      : [],
  );
}

/** A refusal in words, or a success; what went in is never the reason for a 5xx. */
function expectClearAnswer(answer: Answer, request: unknown): void {
  const { status, headers, json } = answer;
  const shown = () =>
    `${status} ${JSON.stringify(json).slice(0, 400)} for ${JSON.stringify(request).slice(0, 400)}`;
  if (status >= 500) throw new Error(shown());
  if (status < 400) return;
  const text = JSON.stringify(json);
  const isProblem =
    headers.get("content-type") === "application/problem+json" &&
    String(json["code"]) in CODES &&
    json["status"] === status;
  if (!isProblem || /\.ts:\d+|node_modules|\bat \w+ \(/.test(text)) throw new Error(shown());
}

test("unusual text in any body field never causes a 5xx (D4)", async () => {
  const known = { targetId, action: "mark_published", media: draftId };
  let request = 0;
  for (const { method, path, body } of bodies()) {
    const places = placesForText(body, known);
    // Only what describes a picture, a moment or a duration is all numbers.
    expect({ path, hasText: places.length > 0 }).toEqual({
      path,
      hasText: !/\/(derive|poster|rotate)$/.test(path),
    });
    const jobs = places.flatMap((place) => TEXTS.map((text) => place.with(text)));
    const worker = async () => {
      for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) {
        expectClearAnswer(await world.ask(method, path, job, ASYNC), { method, path, job });
        request++;
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
  }
  console.log(`${TEXTS.length} texts, ${request} requests`);
  expect(UNUSUAL_TEXTS.length).toBeGreaterThanOrEqual(500);
});

test("unusual text in queries, paths, headers and forms never causes a 5xx (D4)", async () => {
  for (const text of TEXTS.filter(({ length }) => length < 3000)) {
    const word = encodeURIComponent(text.toWellFormed());
    for (const name of [
      "q",
      "cursor",
      "platform",
      "status",
      "from",
      "limit",
      "accountId",
      word.slice(0, 100),
    ])
      expectClearAnswer(await world.ask("GET", `/posts?${name}=${word}`), { name, text });
    expectClearAnswer(await world.ask("GET", `/posts/${word}`), { path: text });
    const form = new FormData();
    form.set("file", new Blob(["x"]), text);
    form.set("altText", text);
    expectClearAnswer(await world.ask("POST", "/media", form), { form: text });
    expectClearAnswer(await world.ask("POST", "/media", { url: text, filename: text }), { url: text });
    expectClearAnswer(await world.ask("POST", "/media", { url: `https://${text}/` }), { host: text });
    // What HTTP itself lets through as a header.
    if (/^[\x20-\x7e\x80-\xff]*$/.test(text))
      expectClearAnswer(
        await world.ask(
          "POST",
          "/posts",
          { caption: "x", accounts: ["bluesky"], schedule: "draft" },
          { "idempotency-key": text },
        ),
        { header: text },
      );
  }
});

test("unusual captions come back unchanged (D4)", async () => {
  for (const caption of TEXTS) {
    const { status, json } = await create(world, {
      caption,
      accounts: ["pins"],
      options: { pins: { board: "b" } },
    });
    const wellFormed = caption.toWellFormed();
    if (status === 201) expect(json["caption"]).toBe(onPostgres ? storable(wellFormed) : wellFormed);
  }
});

const HINTS = {
  accounts: fc.subarray(["bluesky", "pins:ok", "@GHOST", "pins"], { minLength: 1 }),
  media: fc.constant([]),
  overrides: fc.dictionary(fc.constantFrom("bluesky", "pins", "pins:ok"), fc.string({ minLength: 1 }), {
    maxKeys: 2,
  }),
  options: fc.constantFrom(
    {},
    { pins: { board: "b" } },
    { "pins:ok": { board: "c", note: "n" } },
    { pins: {} },
  ),
  schedule: fc.constantFrom("draft", "now", "2027-01-31T09:00:00+01:00", "2027-01-31T09:00:00"),
  caption: fc.string({ unit: "grapheme", minLength: 1, maxLength: 320 }),
  dryRun: fc.boolean(),
};

test("random requests made from the schemas never cause a 5xx (D4)", async () => {
  const all = bodies();
  const anyRequest = fc
    .constantFrom(...all)
    .chain(({ method, path, body }) => anyBody(body, HINTS).map((json) => ({ method, path, json })));
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ method, path, json }) => {
      const answer = await world.ask(method, path, JSON.stringify(json), ASYNC);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expectClearAnswer(answer, { method, path, json });
    }),
    { numRuns: REQUESTS, seed: 4 },
  );
  console.log(`${REQUESTS} requests`, Object.fromEntries(statuses));
  expect(await list(world)).not.toHaveLength(0);
});
