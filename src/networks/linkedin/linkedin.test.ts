// What is LinkedIn's own: words that must be escaped, pieces that LinkedIn asks for, duplicates it names, members nobody can read back (networks/linkedin.md).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { draftOf, image, onlyOne, openBench, video, type Bench } from "../bench-io.ts";
import type { Answer, Call, NetworkRequest } from "../call.ts";
import { objectOf, type JsonObject } from "../json.ts";
import { Stop, type DraftMedia, type Io, type Json, type Wish } from "../network.ts";
import { simulatedLinkedin } from "../../simulator/linkedin.ts";
import { versionAt } from "./api.ts";
import { linkedin } from "./index.ts";
import { littleText } from "./little-text.ts";
import { complaints, type Chosen } from "./post.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: linkedin, simulated: simulatedLinkedin })));
afterAll(() => bench[Symbol.asyncDispose]());

const published = () => bench.simulator.published("linkedin");
const answer = (status: number, value: Json, headers: Record<string, string> = {}): Answer => ({
  kind: "answered",
  status,
  headers,
  text: JSON.stringify(value),
  json: value,
});
const bodyOf = ({ body }: NetworkRequest) => objectOf(body && "json" in body ? body.json : null);

async function send(handle: string, text: string, media: readonly DraftMedia[] = [], options: object = {}) {
  const sent: NetworkRequest[] = [];
  const io = bench.io(handle, { media });
  const prepared = await linkedin.prepare(draftOf(text, media, options), io);
  const call: Call = (request) => {
    sent.push(request);
    return io.call(request);
  };
  const sentAt = bench.clock.now();
  const outcome = await linkedin.commit(prepared, { ...io, call });
  return { io, prepared, outcome, sentAt, body: bodyOf(onlyOne(sent)) };
}
const verify = (
  { prepared, sentAt, io }: Pick<Awaited<ReturnType<typeof send>>, "prepared" | "sentAt" | "io">,
  taken: readonly string[] = [],
) => linkedin.verify(prepared, { sentAt, taken }, io);
const stopOf = async (act: Promise<unknown>) => {
  const stopped = await act.catch((error: unknown) => error);
  if (!(stopped instanceof Stop)) throw new Error("not stopped");
  return stopped.outcome;
};

describe("connecting", () => {
  const login = (handle: string, more: Record<string, string> = {}) =>
    linkedin.connect.login({ ...bench.io(handle).credentials, ...more }, bench.io(handle));

  test("a token is for a member, for a page, or for several", async () => {
    const member = onlyOne(await login("ok-member"));
    expect(member.remoteId).toMatch(/^urn:li:person:/);
    expect(member).toMatchObject({ handle: "simulated-ok-member", server: null });
    expect(member.credentials).toEqual(bench.io("ok-member").credentials);
    const page = onlyOne(await login("ok"));
    expect(page).toMatchObject({ handle: "ok", displayName: "Simulated ok" });
    expect(page.profileUrl).toContain("/company/ok");
    const pages = await login("ok-pages");
    expect(pages.map(({ handle }) => handle)).toEqual(["ok-pages", "ok-pages-2"]);
    expect(new Set(pages.map(({ credentials }) => credentials["author"])).size).toBe(2);
  });
  test("it ends in 60 days unless said otherwise", async () => {
    const { expiresAt } = onlyOne(await login("ok"));
    expect(expiresAt).toBe(bench.clock.now() + 60 * 86_400_000);
    const named = onlyOne(await login("ok", { expiresAt: "2027-01-31T12:00:00Z" }));
    expect(named.expiresAt).toBe(Date.parse("2027-01-31T12:00:00Z"));
    expect(await stopOf(login("ok", { expiresAt: "soon" }))).toMatchObject({ category: "auth" });
  });
  test("a dead token, and one for nothing, are refused with what to do", async () => {
    expect(await stopOf(login("expired"))).toMatchObject({ kind: "refused", category: "auth" });
    const lone = await stopOf(login("ok-lone"));
    expect(lone.detail).toContain("no profile and for no page");
  });
  test("a network that is down says nothing about the token", async () => {
    expect(await stopOf(login("down"))).toMatchObject({ kind: "notSent" });
  });
  test("live values", async () => {
    const { values } = await linkedin.creator(bench.io("ok"));
    expect(values).toMatchObject({ name: "Simulated ok", visibility: ["PUBLIC", "LOGGED_IN"] });
    const member = await linkedin.creator(bench.io("ok-member"));
    expect(member.values["visibility"]).toContain("CONNECTIONS");
    expect(linkedin.creator(bench.io("expired"))).rejects.toBeInstanceOf(Stop);
  });

  const redirectUri = "https://crier.test/connect/linkedin/callback";
  /** Signs in at the simulated page, as a browser does. */
  async function signIn(handle: string, applicationId: string) {
    const application = { id: applicationId, secret: "application-secret" };
    const io = bench.io(handle, { application });
    const { oauth } = linkedin.connect;
    if (!oauth) throw new Error("no sign-in");
    const query = new URLSearchParams({
      ...{ response_type: "code", client_id: application.id, redirect_uri: redirectUri, state: "s" },
      ...{ scope: oauth.scopes.join(oauth.scopeSeparator), login_hint: handle },
    });
    const page = `${io.endpoint(oauth.authorize.endpoint)}${oauth.authorize.path}?${query}`;
    const said = await io.call({ method: "GET", url: page });
    const back = said.kind === "answered" ? new URL(said.headers["location"] ?? "") : null;
    const code = back?.searchParams.get("code") ?? "";
    return { io, fields: await oauth.exchange({ code, redirectUri, verifier: null }, io) };
  }

  test("by sign-in, with a token that can't be renewed", async () => {
    const { io, fields } = await signIn("ok-member", "own");
    expect(Object.keys(fields).toSorted()).toEqual(["accessToken", "expiresAt"]);
    const account = onlyOne(await linkedin.connect.login(fields, io));
    expect(account.expiresAt).toBe(bench.clock.now() + 60 * 86_400_000);
    expect(await linkedin.connect.refresh?.(account.credentials, io)).toBeNull();
  });
  test("a partner's application is given a new token, and the sign-in can be ended", async () => {
    const { io, fields } = await signIn("ok-member", "partner");
    const account = onlyOne(await linkedin.connect.login(fields, io));
    const renewed = await linkedin.connect.refresh?.(account.credentials, io);
    expect(renewed?.credentials["accessToken"]).not.toBe(account.credentials["accessToken"]);
    expect(renewed?.credentials["author"]).toBe(account.credentials["author"]);
    await linkedin.connect.revoke?.(renewed?.credentials ?? {}, io);
    const dead = bench.io("ok-member", { credentials: renewed?.credentials ?? {} });
    expect(linkedin.creator(dead)).rejects.toBeInstanceOf(Stop);
  });
  test("without an application there is no sign-in", async () => {
    const grant = { code: "c", redirectUri, verifier: null };
    const refused = linkedin.connect.oauth?.exchange(grant, bench.io("ok", { application: null }));
    expect((await stopOf(refused ?? Promise.resolve())).detail).toContain("CRIER_LINKEDIN_CLIENT_ID");
  });
});

describe("words", () => {
  test.each([
    ["plain words, 100% fine!", "plain words, 100% fine!"],
    ["a (b) [c] {d} <e>", "a \\(b\\) \\[c\\] \\{d\\} \\<e\\>"],
    ["*f* _g_ ~h~ i|j \\ k@l", "\\*f\\* \\_g\\_ \\~h\\~ i\\|j \\\\ k\\@l"],
    ["#launch at https://example.com/a_(b)#c now", "#launch at https://example.com/a_(b)#c now"],
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
  test("a card has its image, and its words are not escaped", async () => {
    const card = { article_url: "https://example.com/a_b", article_title: "A (title)" };
    const { body } = await send("ok", "Card", [await image(1)], card);
    const thumbnail = expect.stringMatching(/^urn:li:image:/);
    expect(body["content"]).toEqual({
      article: { source: "https://example.com/a_b", title: "A (title)", thumbnail },
    });
  });
  test("a page has no connections, and a post needs something", async () => {
    const only = linkedin.prepare(draftOf("x", [], { visibility: "CONNECTIONS" }), bench.io("ok"));
    expect(await stopOf(only)).toMatchObject({ category: "content" });
    expect(await stopOf(linkedin.prepare(draftOf(" "), bench.io("ok")))).toMatchObject({
      category: "content",
    });
  });
  test("a member's token may not ask how far a file is: it waits a little and goes on", async () => {
    const before = bench.clock.now();
    const { outcome } = await send("ok-member", "A picture", [await image(1)]);
    expect(outcome.kind).toBe("accepted");
    expect(bench.clock.now() - before).toBe(3000);
  });
  test("today's last post waits for midnight UTC", async () => {
    const io = bench.io("ok");
    const prepared = await linkedin.prepare(draftOf("late"), io);
    const told = { status: 429, code: "TOO_MANY_REQUESTS", message: "Throttled" };
    const outcome = await linkedin.commit(prepared, { ...io, call: async () => answer(429, told) });
    const midnight = Date.parse("2026-11-22T00:00:00Z");
    expect(outcome).toMatchObject({ kind: "busy", retryAfterMs: midnight - bench.clock.now() });
  });
  test("a 201 with no name, or a strange one, is no success", async () => {
    const io = bench.io("ok");
    const prepared = await linkedin.prepare(draftOf("x"), io);
    const told = async (headers: Record<string, string>) =>
      await linkedin.commit(prepared, { ...io, call: async () => answer(201, null, headers) });
    expect(await told({ "x-restli-id": "urn:li:ugcPost:5" })).toMatchObject({ remoteId: "urn:li:ugcPost:5" });
    expect(await told({ "x-linkedin-id": "urn:li:share:5" })).toMatchObject({ remoteId: "urn:li:share:5" });
    for (const name of ["", "urn:li:person:5", "urn:li:share:5/../x", "javascript:alert(1)"])
      expect(await told({ "x-restli-id": name })).toMatchObject({ kind: "unknown" });
  });
});

describe("uploads", () => {
  /** A real video with nine megabytes of nothing behind it: three pieces. */
  async function longVideo(): Promise<DraftMedia> {
    const clip = await video();
    const padding = new Uint8Array(9_000_000);
    new DataView(padding.buffer).setUint32(0, padding.byteLength);
    padding.set(Buffer.from("free"), 4);
    const bytes = Buffer.concat([await clip.bytes(), padding]);
    return { ...clip, size: bytes.byteLength, bytes: async (start, end) => bytes.subarray(start, end) };
  }
  const puts = () => bench.requests.filter(({ method }) => method === "PUT").length;

  test("pieces go where LinkedIn says, and an interrupted upload goes on with the next", async () => {
    const file = await longVideo();
    const draft = draftOf("Long", [file]);
    const before = puts();
    let cut = 0;
    const io = bench.io("ok");
    const call: Call = (request) =>
      request.method === "PUT" && ++cut === 2
        ? Promise.resolve({ kind: "lost", detail: "The line broke." })
        : io.call(request);
    expect(await stopOf(linkedin.prepare(draft, { ...io, call }))).toMatchObject({ kind: "notSent" });
    const again = bench.io("ok", { saved: bench.saved() });
    const prepared = await linkedin.prepare(draft, again);
    expect(puts() - before).toBe(3);
    expect(await linkedin.commit(prepared, again)).toMatchObject({ kind: "accepted" });
    expect(JSON.stringify(prepared)).not.toContain("dms-uploads");
    expect(JSON.stringify(bench.saved())).not.toContain("dms-uploads");
  });

  const begun = (uploadUrl: Json) =>
    answer(200, { value: { image: "urn:li:image:x", uploadUrl, uploadUrlExpiresAt: 4e12 } });
  test.each([
    "https://evil.test/upload",
    "http://www.linkedin.com/upload",
    "https://linkedin.com.evil.test/upload",
    "https://user:pass@www.linkedin.com/upload",
    "javascript:alert(1)",
    null,
  ])("bytes and token do not go to %s", async (url) => {
    const asked: string[] = [];
    const io = bench.io("ok", { endpoint: (purpose) => linkedin.endpoints[purpose] ?? "" });
    const call: Call = async (request) => {
      asked.push(request.url);
      return begun(url);
    };
    const stopped = await stopOf(linkedin.prepare(draftOf("x", [await image(1)]), { ...io, call }));
    expect(stopped).toMatchObject({ kind: "notSent" });
    expect(asked).toEqual(["https://api.linkedin.com/rest/images?action=initializeUpload"]);
  });
  test("parts that are not the whole file in order are not sent", async () => {
    const file = await video();
    const part = (firstByte: number, lastByte: number) => ({
      ...{ uploadUrl: "https://www.linkedin.com/dms-uploads/1", firstByte, lastByte },
    });
    const wrong = [[], [part(0, 10)], [part(1, file.size - 1)], [part(0, 10), part(10, file.size - 1)]];
    for (const uploadInstructions of wrong) {
      const call: Call = async () =>
        answer(200, { value: { video: "urn:li:video:x", uploadToken: "", uploadInstructions } });
      const stopped = await stopOf(linkedin.prepare(draftOf("x", [file]), { ...bench.io("ok"), call }));
      expect(stopped).toMatchObject({ kind: "notSent" });
    }
  });
  test("an upload that LinkedIn refuses halfway is begun anew", async () => {
    const io = bench.io("ok");
    const draft = draftOf("Again", [await image(1)]);
    const call: Call = (request) =>
      request.method === "PUT" ? Promise.resolve(answer(404, null)) : io.call(request);
    expect(await stopOf(linkedin.prepare(draft, { ...io, call }))).toMatchObject({ kind: "busy" });
    expect(bench.saved()).toEqual({});
  });
  test("a file that LinkedIn can't process is refused, and forgotten", async () => {
    const file = await image(1);
    const broken: DraftMedia = { ...file, bytes: async () => new Uint8Array(file.size) };
    const stopped = await stopOf(linkedin.prepare(draftOf("x", [broken]), bench.io("ok")));
    expect(stopped).toMatchObject({ kind: "refused", category: "media" });
    expect(bench.saved()).toEqual({});
  });
  test("a wait that is broken off goes on with the same file", async () => {
    const draft = draftOf("Slow", [await image(1)]);
    const stopped = await stopOf(linkedin.prepare(draft, bench.io("slow", { signal: AbortSignal.abort() })));
    expect(stopped).toMatchObject({ kind: "busy" });
    const before = puts();
    await linkedin.prepare(draft, bench.io("slow", { saved: bench.saved() }));
    expect(puts()).toBe(before);
  });
});

describe("duplicates", () => {
  test("a first one is refused with the address of the other; a later one may be the very post", async () => {
    const first = await send("ok-twice", "Twice");
    const urn = first.outcome.kind === "accepted" ? first.outcome.remoteId : "";
    const second = await send("ok-twice", "Twice");
    expect(second.outcome).toMatchObject({ kind: "refused", category: "content" });
    expect(second.outcome).toMatchObject({ detail: expect.stringContaining(`/feed/update/${urn}/`) });
    const draft = { ...draftOf("Twice"), attempt: 2 };
    const prepared = await linkedin.prepare(draft, first.io);
    bench.clock.turn(3_600_000);
    const replay = await linkedin.commit(prepared, first.io);
    expect(replay).toMatchObject({ kind: "unknown", detail: expect.stringContaining(urn) });
    const later = { prepared, sentAt: bench.clock.now(), io: first.io };
    expect(await verify(later)).toMatchObject({ kind: "found", remoteId: urn });
    expect(await verify(later, [urn])).toMatchObject({ kind: "inconclusive" });
    expect(published().filter(({ account }) => account === "ok-twice")).toHaveLength(1);
  });
});

describe("finding a post", () => {
  test("a member's can't be looked for", async () => {
    const sent = await send("ok-member", "Mine alone");
    expect(await verify(sent)).toMatchObject({
      kind: "inconclusive",
      evidence: expect.stringContaining("lets nobody list"),
    });
  });
  test("never the newest: words, time and being free decide", async () => {
    const one = await send("ok-find", "Only this");
    const urn = one.outcome.kind === "accepted" ? one.outcome.remoteId : "";
    expect(await verify(one)).toMatchObject({ kind: "found", remoteId: urn });
    expect(await verify(one, [urn])).toMatchObject({ kind: "inconclusive" });
    expect(await verify({ ...one, sentAt: one.sentAt + 61_000 })).toMatchObject({ kind: "inconclusive" });
    const other = await linkedin.prepare(draftOf("Something else"), one.io);
    expect(await verify({ ...one, prepared: other })).toMatchObject({ kind: "inconclusive" });
  });
  test("words beside a picture are not the same post as the words alone", async () => {
    const words = await send("ok-words-2", "Both");
    const picture = await linkedin.prepare(draftOf("Both", [await image(1)]), words.io);
    expect(await verify({ ...words, prepared: picture })).toMatchObject({ kind: "inconclusive" });
    await linkedin.commit(picture, words.io);
    expect(await verify({ ...words, prepared: picture })).toMatchObject({ kind: "found" });
    expect(await verify(words)).toMatchObject({ kind: "found" });
  });
  test("pages back past many newer posts", async () => {
    const wanted = await send("ok-busy", "The one");
    for (let n = 0; n < 120; n++) {
      bench.clock.turn(100);
      await send("ok-busy", `Newer ${n}`);
    }
    expect(await verify(wanted)).toMatchObject({ kind: "found" });
  });
  test("what failed to publish is not found, and what can't be read proves nothing", async () => {
    const { prepared, sentAt, io } = await send("ok-dead", "Dead");
    const commentary = "Dead";
    const post = (more: JsonObject) => ({ id: "urn:li:share:5", createdAt: sentAt, commentary, ...more });
    const listing = async (value: Json) =>
      await verify({ prepared, sentAt, io: { ...io, call: async () => answer(200, value) } });
    expect(await listing({ elements: [post({})] })).toMatchObject({ kind: "found" });
    const failed = post({ lifecycleState: "PUBLISH_FAILED" });
    for (const value of [
      { elements: [failed] },
      { elements: {} },
      {},
      { elements: [post({ createdAt: 1e300 })] },
    ])
      expect(await listing(value)).toMatchObject({ kind: "inconclusive" });
    const twins = { elements: [post({}), post({ id: "urn:li:share:6" })] };
    expect(await listing(twins)).toMatchObject({ kind: "inconclusive" });
  });
});

test("a version is spoken for as long as it is good, and then a younger one", () => {
  const spoken = ["2026-11-21", "2027-07-31", "2027-08-01", "2028-01-31"].map((day) =>
    versionAt(Date.parse(day)),
  );
  expect(spoken).toEqual(["202608", "202608", "202702", "202707"]);
});

describe("limits", () => {
  const file = (kind: "image" | "video") =>
    ({ id: "1", kind, mime: "", width: 9, height: 9, durationMs: null, animated: false }) as const;
  const told = (text: string, media: Wish<Chosen>["media"], options: Chosen) =>
    complaints({ text, media, options }).map(({ rule, certain }) => [rule, certain]);

  test("3,000 is certain; how strictly they are counted is not", () => {
    expect(told("x".repeat(3000), [], {})).toEqual([]);
    expect(told("😀".repeat(2000), [], {})).toEqual([["text.strict", false]]);
    expect(told("(".repeat(2000), [], {})).toEqual([["text.strict", false]]);
  });
  test("a card goes with its title, and with one image at most", () => {
    const card: Chosen = { article_url: "https://example.com", article_title: "A" };
    expect(told("x", [file("image")], card)).toEqual([]);
    expect(told("x", [file("image"), file("image")], card)).toEqual([["options.article_url", true]]);
    expect(told("x", [file("video")], card)).toEqual([["options.article_url", true]]);
    expect(told("x", [], { article_url: "https://example.com" })).toEqual([["options.article_title", true]]);
    expect(told("x", [], { article_title: "A" })).toEqual([["options.article_url", true]]);
    expect(told("x", [], { video_title: "A" })).toEqual([["options.video_title", false]]);
  });
  test("the simulator refuses what LinkedIn refuses", async () => {
    const io: Io = bench.io("ok");
    const good = objectOf(objectOf(await linkedin.prepare(draftOf("x"), io))["body"]);
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
