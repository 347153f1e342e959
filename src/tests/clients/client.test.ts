// The client for TypeScript: its types are those of this server, and it repeats only what is safe to repeat.
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { join } from "node:path";
import { typesOf } from "../../../client/generate.ts";
import { createClient, CrierError, SignatureError, verifyWebhook } from "../../../client/src/index.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openReceiver, subscribe, type Receiver } from "../support/webhook-receiver.ts";
import { turnUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}` });
  for (const handle of ["ok", "fail", "ghost"]) await world.account("mastodon", handle);
  await world.account("bluesky", "ok");
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  receiver[Symbol.dispose]();
});

/** Between the client and the server. @returns null to let the request through */
type Fault = (request: Request) => Promise<Response | null>;

/** A client whose first requests meet these faults, one each; and what it sent. */
function clientWith(faults: readonly Fault[] = [], repeats?: number) {
  const coming = [...faults];
  const sent: Request[] = [];
  const client = createClient({
    url: world.url,
    key: world.key,
    ...(repeats !== undefined && { repeats }),
    fetch: async (request) => {
      sent.push(request.clone() as Request);
      return (await coming.shift()?.(request)) ?? (await fetch(request));
    },
  });
  return { client, sent };
}

const refused: Fault = () => Promise.reject(new TypeError("connection refused"));
/** The server did it, and nobody heard. */
const lostAnswer: Fault = async (request) => {
  await (await fetch(request)).text();
  throw new TypeError("connection reset");
};
const busy =
  (status: number, retryAfter = "0"): Fault =>
  async () =>
    new Response("", { status, headers: { "retry-after": retryAfter } });

const errorOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => error,
  );

test("the types in the package are those of this server: otherwise run scripts/client", async () => {
  const document = await (await fetch(`${world.url}/v1/openapi.json`)).json();
  const types = await typesOf(document as Parameters<typeof typesOf>[0]);
  const path = join(import.meta.dir, "../../../client/src/schema.ts");
  expect(types === (await Bun.file(path).text())).toBeTrue();
  expect(types).toContain('"/posts/{id}/cancel"');
});

test("the package has the version of the program", async () => {
  const versionOf = async (path: string) =>
    ((await Bun.file(join(import.meta.dir, "../../..", path)).json()) as { version: string }).version;
  expect(await versionOf("client/package.json")).toBe(await versionOf("package.json"));
});

describe("a post", () => {
  test("is created, and waited for until every account has its outcome", async () => {
    const { client, sent } = clientWith();
    const post = await client.createPost(
      { caption: "Hello", accounts: ["bluesky:ok", "mastodon:fail"], schedule: "now" },
      { waitSeconds: 0 },
    );
    expect(sent[0]?.headers.get("prefer")).toBe("wait=0");
    const settled = await whileTimeRuns(world, client.waitUntilSettled(post.id, { everyMs: 5 }));
    expect(settled.status).toBe("partial");
    expect(settled.targets.map(({ status }) => status).toSorted()).toEqual(["failed", "posted"]);
  });

  test("whose outcome is uncertain is waited for while Crier asks the network", async () => {
    const { client } = clientWith();
    const wish = { caption: "Hello", accounts: ["mastodon:ghost"], schedule: "now" };
    const { id } = await client.createPost(wish, { waitSeconds: 0 });
    const { status, targets } = await whileTimeRuns(world, client.waitUntilSettled(id, { everyMs: 1 }));
    expect([status, targets[0]?.nextAction]).toEqual(["uncertain", "reconcile"]);
  });

  test("waiting ends with the signal", async () => {
    const { client } = clientWith();
    const { id } = await client.createPost({ caption: "Later", schedule: "2027-06-01T09:00:00Z" });
    const signal = AbortSignal.timeout(50);
    const error = await errorOf(client.waitUntilSettled(id, { everyMs: 10_000, signal }));
    expect(error).toMatchObject({ name: "TimeoutError" });
  });

  test("whose answer was lost is created once, with the same key on each try", async () => {
    const { client, sent } = clientWith([lostAnswer, refused, busy(503)]);
    const post = await client.createPost({ caption: "Only once", accounts: ["bluesky"], schedule: "draft" });
    expect(sent.length).toBe(4);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key")))).toEqual(
      new Set([post.idempotencyKey]),
    );
    const { posts } = await client.GET("/posts", { params: { query: { q: "Only once" } } });
    expect(posts.map(({ id }) => id)).toEqual([post.id]);
  });

  test("has the key of the caller, who gets the same post with it", async () => {
    const { client } = clientWith();
    const wish = { caption: "Hello", accounts: ["bluesky"], schedule: "draft" };
    const [first, second] = [
      await client.createPost(wish, { idempotencyKey: "order-7" }),
      await client.createPost(wish, { idempotencyKey: "order-7" }),
    ];
    expect(second.id).toBe(first.id);
    expect(first.idempotencyKey).toBe("order-7");
    const other = client.createPost({ ...wish, caption: "Else" }, { idempotencyKey: "order-7" });
    expect(await errorOf(other)).toMatchObject({ code: "idempotency_conflict", status: 409 });
  });
});

describe("a request that fails", () => {
  test("is sent again if it only reads, and not if it changes something without a key", async () => {
    const reading = clientWith([refused, busy(502)]);
    await reading.client.GET("/accounts");
    expect(reading.sent.length).toBe(3);
    const changing = clientWith([busy(503)]);
    const error = await errorOf(changing.client.POST("/labels", { body: { name: "a", colour: "grey" } }));
    expect(error).toMatchObject({ code: "unexpected_answer", status: 503, problem: null, retryAfter: 0 });
    expect(changing.sent.length).toBe(1);
    const unheard = clientWith([refused]);
    expect(
      await errorOf(unheard.client.POST("/labels", { body: { name: "a", colour: "grey" } })),
    ).toBeInstanceOf(TypeError);
    expect(unheard.sent.length).toBe(1);
  });

  test("is sent again after a refusal for its rate, whatever it does", async () => {
    const { client, sent } = clientWith([busy(429)]);
    const { label } = await client.POST("/labels", { body: { name: "summer", colour: "grey" } });
    expect([label.name, sent.length]).toEqual(["summer", 2]);
  });

  test("is given up after the repeats, and at once if the wait would be long", async () => {
    const tired = clientWith([refused, refused, refused], 1);
    expect(await errorOf(tired.client.GET("/accounts"))).toBeInstanceOf(TypeError);
    expect(tired.sent.length).toBe(2);
    const asked = clientWith([busy(503, "3600")]);
    expect(await errorOf(asked.client.GET("/accounts"))).toMatchObject({ retryAfter: 3600 });
    expect(asked.sent.length).toBe(1);
  });

  test("stops when its signal says so", async () => {
    const { client, sent } = clientWith([busy(503, "30")]);
    const error = await errorOf(client.GET("/accounts", { signal: AbortSignal.timeout(30) }));
    expect(error).toMatchObject({ name: "TimeoutError" });
    expect(sent.length).toBe(1);
  });

  test("says why, with the problem of the server", async () => {
    const { client } = clientWith();
    const error = await errorOf(client.createPost({ caption: "a".repeat(400), accounts: ["bluesky"] }));
    expect(error).toBeInstanceOf(CrierError);
    expect(error).toMatchObject({
      code: "preflight_failed",
      status: 422,
      problem: { networks: [{ platform: "bluesky" }] },
    });
    const stranger = createClient({ url: world.url, key: "crier_live_wrong" });
    const secret = await errorOf(stranger.GET("/accounts"));
    expect(secret).toMatchObject({ code: "unauthorized", status: 401 });
    expect(Bun.inspect(secret)).not.toContain("crier_live_wrong");
  });

  test("is not sent to another address than its own", async () => {
    using elsewhere = Bun.serve({ port: 0, fetch: () => Response.redirect(`${world.url}/v1/accounts`, 301) });
    const client = createClient({ url: elsewhere.url.origin, key: world.key });
    expect(await errorOf(client.POST("/queue/order" as never))).toMatchObject({ status: 301 });
  });
});

describe("a file", () => {
  const photo = Bun.file(SAMPLES.photo.path);

  test("is uploaded with its description", async () => {
    const { client, sent } = clientWith();
    const media = await client.upload(photo, { filename: "hills.jpg", altText: "Hills" });
    expect(media).toMatchObject({ filename: "hills.jpg", mime: "image/jpeg", altText: "Hills" });
    // The address for the bytes needs no key, and may be someone else's.
    const put = sent.find(({ method }) => method === "PUT");
    expect(put?.headers.has("authorization")).toBeFalse();
  });

  test("goes on where the connection broke", async () => {
    const half = Math.floor(photo.size / 2);
    const brokenInTheMiddle: Fault = async (request) => {
      const headers = new Headers(request.headers);
      headers.set("content-range", `bytes 0-${half - 1}/${photo.size}`);
      await fetch(request.url, { method: "PUT", headers, body: photo.slice(0, half) });
      throw new TypeError("connection reset");
    };
    const pass: Fault = async () => null;
    const { client, sent } = clientWith([pass, brokenInTheMiddle]);
    const media = await client.upload(photo, { filename: "photo.jpg" });
    expect([media.mime, media.size]).toEqual(["image/jpeg", photo.size]);
    const puts = sent.filter(({ method }) => method === "PUT");
    expect(puts.map(({ headers }) => headers.get("content-range"))).toEqual([
      null,
      `bytes ${half}-${photo.size - 1}/${photo.size}`,
    ]);
  });

  test("without a known type goes as a form, and the server looks what it is", async () => {
    const { client, sent } = clientWith();
    const media = await client.upload(new Blob([await photo.arrayBuffer()]), { filename: "hills" });
    expect(media).toMatchObject({ filename: "hills", mime: "image/jpeg" });
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(["/v1/media"]);
  });

  test("that the server refuses is an error with its code", async () => {
    const { client } = clientWith();
    const error = await errorOf(client.upload(new Blob(["no photo"]), { filename: "photo.jpg" }));
    expect(error).toMatchObject({ name: "CrierError", status: 422 });
  });
});

test("lists are read page by page to their end", async () => {
  const { client } = clientWith();
  for (let n = 0; n < 5; n++)
    await client.createPost({ caption: `Page ${n}`, accounts: ["bluesky"], schedule: "draft" });
  const sizes: number[] = [];
  for await (const { posts } of client.pages("/posts", { q: "Page", limit: "2" })) sizes.push(posts.length);
  expect(sizes).toEqual([2, 2, 1]);
  for await (const { posts } of client.pages("/posts", { q: "Page 3" }))
    expect(posts[0]?.caption).toBe("Page 3");
  for await (const { posts } of client.pages("/posts", { q: "Page 3", view: "light" })) {
    // @ts-expect-error -- a row has less than a post
    expect(posts[0]?.caption).toBeUndefined();
  }
  const types: string[] = [];
  for await (const { events } of client.pages("/events", { limit: "1" }))
    types.push(...events.map(({ type }) => type));
  expect(types).toContain("account.connected");
});

test("a webhook's message is verified, and a changed or an old one is refused", async () => {
  const { secret } = await subscribe(world, receiver.url, { events: ["target.posted"] });
  await world.post({ caption: "Hello", accounts: ["bluesky"], schedule: "now" });
  await turnUntil(world, () => receiver.arrivals.length > 0);
  const { headers = {}, body = "" } = receiver.arrivals[0] ?? {};
  const sentAt = Number(headers["webhook-timestamp"]) * 1000;
  try {
    setSystemTime(new Date(sentAt));
    const message = verifyWebhook(secret, headers, body);
    expect(message).toMatchObject({ id: headers["webhook-id"], type: "target.posted" });
    if (message.type === "target.posted") expect(message.data.target.platform).toBe("bluesky");
    expect(verifyWebhook(secret, new Headers(headers), body)).toEqual(message);
    expect(() => verifyWebhook(secret, headers, `${body} `)).toThrow(SignatureError);
    expect(() => verifyWebhook(secret, {}, body)).toThrow(SignatureError);
    setSystemTime(new Date(sentAt + 10 * 60_000));
    expect(() => verifyWebhook(secret, headers, body)).toThrow(SignatureError);
  } finally {
    setSystemTime();
  }
});
