// Specific to LinkedIn: escaping, link cards, daily quotas, API versions (networks/linkedin.facts.md).
import type { Options } from "./options.ts";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { answer } from "../../tests/support/network-answers.ts";
import {
  draftFor,
  image,
  onlyOne,
  openBench,
  video,
  type Bench,
} from "../../tests/support/network-fixture.ts";
import type { Call, NetworkRequest } from "../client/call.ts";
import { objectOf, type JsonObject } from "../client/json.ts";
import { StepFailedError, type DraftMedia, type Io, type PlannedPost } from "../network.ts";
import { simulatedLinkedin } from "../../simulator/linkedin/index.ts";
import { versionAt } from "./api.ts";
import { linkedin } from "./index.ts";
import { littleText } from "./little-text.ts";
import { validate } from "./rules.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: linkedin, simulated: simulatedLinkedin })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("linkedin");
const bodyOf = ({ body }: NetworkRequest) => objectOf(body && "json" in body ? body.json : null);

async function send(handle: string, text: string, media: readonly DraftMedia[] = [], options: object = {}) {
  const sent: NetworkRequest[] = [];
  const io = bench.io(handle, { media });
  const prepared = await linkedin.prepare(draftFor(linkedin, text, media, options), io);
  const call: Call = (request) => {
    sent.push(request);
    return io.call(request);
  };
  const sentAt = bench.clock.now();
  const outcome = await linkedin.commit(prepared, { ...io, call });
  return { io, prepared, outcome, sentAt, body: bodyOf(onlyOne(sent)) };
}
const stopOf = async (act: Promise<unknown>) => {
  const stopped = await act.catch((error: unknown) => error);
  if (!(stopped instanceof StepFailedError)) throw new Error("not stopped");
  return stopped.outcome;
};

describe("texts", () => {
  test.each([
    ["plain words, 100% fine!", "plain words, 100% fine!"],
    ["a (b) [c] {d} <e>", "a \\(b\\) \\[c\\] \\{d\\} \\<e\\>"],
    ["*f* _g_ ~h~ i|j \\ k@l", "\\*f\\* \\_g\\_ \\~h\\~ i\\|j \\\\ k\\@l"],
    ["#launch at https://example.com/a_(b)#c now", "#launch at https://example.com/a_%28b%29\\#c now"],
    [
      "https://en.wikipedia.org/wiki/Foo_(bar) (more)",
      "https://en.wikipedia.org/wiki/Foo_%28bar%29 \\(more\\)",
    ],
    [
      "https://medium.com/@user/x-1?a=[1]~*|#frag!",
      "https://medium.com/%40user/x-1?a=%5B1%5D%7E%2A%7C\\#frag!",
    ],
    ["https://a.io/%28?q={x}\\y~z", "https://a.io/%28?q=%7Bx%7D%5Cy%7Ez"],
    ["https://me@example.com/ http://[::1]/a", "https://me\\@example.com/ http://\\[::1\\]/a"],
    ["#two_words and # alone", "\\#two\\_words and \\# alone"],
    ["with @[Ada (x)](urn:li:person:a)", "with \\@\\[Ada \\(x\\)\\]\\(urn:li:person:a\\)"],
    ["by @[Ada Inc.](urn:li:organization:123)!", "by @[Ada Inc.](urn:li:organization:123)!"],
    ["example.com/a_b", "example.com/a\\_b"],
  ])("%s", (text, sent) => {
    expect(littleText(text)).toBe(sent);
  });

  test("nothing is cut off at LinkedIn", async () => {
    const text = "All of (it) {arrives} | here_and *there* <ok> #yes https://example.com/x_y?z=1#w ~end~ \\";
    await send("ok-words", text);
    expect(published().at(-1)?.text).toBe(text);
  });
});

describe("publishing", () => {
  test("options reach the request", async () => {
    const chosen = { visibility: "CONNECTIONS", reshare_disabled: true, feed: "NONE", video_title: "Clip" };
    const { body, outcome } = await send("ok-member", "Options", [await video()], chosen);
    expect(outcome.kind).toBe("accepted");
    expect(body).toMatchObject({
      visibility: "CONNECTIONS",
      isReshareDisabledByAuthor: true,
      distribution: { feedDistribution: "NONE" },
      content: { media: { id: expect.stringMatching(/^urn:li:video:/), title: "Clip" } },
    });
  });
  test("a link card has its image, and its title is not escaped", async () => {
    const card = { article_url: "https://example.com/a_b", article_title: "A (title)" };
    const { body } = await send("ok", "Card", [await image(1)], card);
    const thumbnail = expect.stringMatching(/^urn:li:image:/);
    expect(body["content"]).toEqual({
      article: { source: "https://example.com/a_b", title: "A (title)", thumbnail },
    });
  });
  test("a page can't post to connections, and a post needs content", async () => {
    const only = linkedin.prepare(draftFor(linkedin, "x", [], { visibility: "CONNECTIONS" }), bench.io("ok"));
    expect(await stopOf(only)).toMatchObject({ category: "content" });
    expect(await stopOf(linkedin.prepare(draftFor(linkedin, " "), bench.io("ok")))).toMatchObject({
      category: "content",
    });
  });
  test("with a member's token, which can't read a file's state, Crier waits a little and continues", async () => {
    const before = bench.clock.now();
    const { outcome } = await send("ok-member", "A picture", [await image(1)]);
    expect(outcome.kind).toBe("accepted");
    expect(bench.clock.now() - before).toBe(3000);
  });
  test("today's last post waits for midnight UTC", async () => {
    const io = bench.io("ok");
    const prepared = await linkedin.prepare(draftFor(linkedin, "late"), io);
    const problemsOf = { status: 429, code: "TOO_MANY_REQUESTS", message: "Throttled" };
    const outcome = await linkedin.commit(prepared, { ...io, call: async () => answer(429, problemsOf) });
    const midnight = Date.parse("2026-11-22T00:00:00Z");
    expect(outcome).toMatchObject({ kind: "busy", retryAfterMs: midnight - bench.clock.now() });
  });
  test("a 201 without a valid URN is not a success", async () => {
    const io = bench.io("ok");
    const prepared = await linkedin.prepare(draftFor(linkedin, "x"), io);
    const outcomeWith = async (headers: Record<string, string>) =>
      await linkedin.commit(prepared, { ...io, call: async () => answer(201, null, headers) });
    expect(await outcomeWith({ "x-restli-id": "urn:li:ugcPost:5" })).toMatchObject({
      remoteId: "urn:li:ugcPost:5",
    });
    expect(await outcomeWith({ "x-linkedin-id": "urn:li:share:5" })).toMatchObject({
      remoteId: "urn:li:share:5",
    });
    for (const name of ["", "urn:li:person:5", "urn:li:share:5/../x", "javascript:alert(1)"])
      expect(await outcomeWith({ "x-restli-id": name })).toMatchObject({ kind: "unknown" });
  });
});

test("a version is used while it is supported, then a newer one", () => {
  const spoken = ["2026-11-21", "2027-07-31", "2027-08-01", "2028-01-31"].map((day) =>
    versionAt(Date.parse(day)),
  );
  expect(spoken).toEqual(["202608", "202608", "202702", "202707"]);
});

describe("limits", () => {
  const file = (kind: "image" | "video") =>
    ({
      id: "1",
      kind,
      mime: "",
      width: 9,
      height: 9,
      durationMs: null,
      animated: false,
      altText: null,
    }) as const;
  const problemsOf = (text: string, media: PlannedPost<Options>["media"], options: Options) =>
    validate({ text, media, options }).map(({ rule, certain }) => [rule, certain]);

  test("a text over 3,000 characters is refused; a stricter count only warns", () => {
    expect(problemsOf("x".repeat(3000), [], {})).toEqual([]);
    expect(problemsOf("😀".repeat(2000), [], {})).toEqual([["text.strict", false]]);
    expect(problemsOf("(".repeat(2000), [], {})).toEqual([["text.strict", false]]);
  });
  test("a link card needs a title and has at most one image", () => {
    const card: Options = { article_url: "https://example.com", article_title: "A" };
    expect(problemsOf("x", [file("image")], card)).toEqual([]);
    expect(problemsOf("x", [file("image"), file("image")], card)).toEqual([["options.article_url", true]]);
    expect(problemsOf("x", [file("video")], card)).toEqual([["options.article_url", true]]);
    expect(problemsOf("x", [], { article_url: "https://example.com" })).toEqual([
      ["options.article_title", true],
    ]);
    expect(problemsOf("x", [], { article_title: "A" })).toEqual([["options.article_url", true]]);
    expect(problemsOf("x", [], { video_title: "A" })).toEqual([["options.video_title", false]]);
  });
  test("the simulator refuses what LinkedIn refuses", async () => {
    const io: Io = bench.io("ok");
    const good = objectOf(objectOf(await linkedin.prepare(draftFor(linkedin, "x"), io))["body"]);
    const wrong: [JsonObject, number][] = [
      [{ ...good, commentary: "x".repeat(3001) }, 400],
      [{ ...good, author: "urn:li:organization:1" }, 403],
      [{ ...good, visibility: "SECRET" }, 400],
      [{ ...good, poll: {} }, 422],
      [{ ...good, content: { media: { id: "urn:li:image:nobody" } } }, 404],
      [{ ...good, content: { multiImage: { images: [] } } }, 400],
      [{ ...good, content: { article: { source: "https://example.com" } } }, 422],
    ];
    for (const [json, status] of wrong) {
      const headers = {
        authorization: `Bearer ${io.credentials["accessToken"]}`,
        "linkedin-version": "202608",
      };
      const url = `${io.endpoint("api")}/rest/posts`;
      expect(await io.call({ method: "POST", url, headers, body: { json } })).toMatchObject({ status });
      const old = { ...headers, "linkedin-version": "202410" };
      expect(await io.call({ method: "POST", url, headers: old, body: { json: good } })).toMatchObject({
        status: 426,
      });
    }
  });
});
