// The bucket when it does not do as it should: said in words, asked again where that may help, never taken for an absence.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock, type Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import { startFaultProxy, type Break } from "../../tests/real/fault-proxy.ts";
import type { Swift } from "../../tests/real/swift.ts";
import { bucket as storage } from "../../tests/support/storages.ts";
import { openBucket, type Bucket } from "./s3.ts";
import { tryBucket } from "./s3-check.ts";
import { bucketFault } from "./s3-errors.ts";
import { openOwnership } from "./s3-owner.ts";
import { bucketFiles } from "./s3-files.ts";

const dirs: string[] = [];
const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), "crier-bucket-"));
  dirs.push(dir);
  return dir;
};
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

/** Waits are over at once. */
const hasty: Clock = { ...systemClock, after: (ms, act) => systemClock.after(ms < 10_000 ? 0 : ms, act) };
const NEVER = new AbortController().signal;
const NAME = "a".repeat(64);
const place = {
  endpoint: "http://127.0.0.1:1",
  region: "us-east-1",
  bucket: "media",
  prefix: "test",
  accessKey: "key",
  secretKey: "hunter2-secret",
};

/** Every request that there is. */
const requests = (bucket: Bucket): Record<string, () => Promise<unknown>> => {
  const path = join(folder(), "a");
  writeFileSync(path, "hello");
  return {
    look: () => bucket.look(NAME),
    bytes: () => bucket.bytes(NAME, 0, 5),
    put: () => bucket.put(NAME, Bun.file(path), "image/jpeg"),
    remove: () => bucket.remove(NAME),
    list: () => bucket.list("", ""),
  };
};

async function detailOf(act: () => Promise<unknown>): Promise<string> {
  const cause = await act().then(
    () => new Error("it went well"),
    (error: unknown) => error,
  );
  if (!(cause instanceof Problem)) throw cause;
  expect({ code: cause.code, status: cause.status }).toEqual({ code: "storage_unavailable", status: 503 });
  expect(cause.detail).not.toContain(place.secretKey);
  return cause.detail;
}

test("no server there: each request says so, after another try", async () => {
  const waits: number[] = [];
  const clock: Clock = {
    ...hasty,
    after(ms, act) {
      waits.push(ms);
      return hasty.after(ms, act);
    },
  };
  for (const [name, act] of Object.entries(requests(openBucket(place, clock, NEVER)))) {
    waits.length = 0;
    const detail = await detailOf(act);
    expect({ name, detail }).toEqual({
      name,
      detail: "The media storage is unavailable: nothing listens at http://127.0.0.1:1 (ConnectionRefused).",
    });
    expect(waits.filter((ms) => ms < 10_000)).toEqual([250, 1000]);
  }
});

test.each([
  ["RequestTimeTooSkewed", "clock"],
  ["InvalidAccessKeyId", "CRIER_S3_ACCESS_KEY"],
  ["AccessDenied", "get, put and delete"],
  ["PermanentRedirect", "CRIER_S3_REGION"],
])("%s, which no storage here says, has words too and is not asked again", (code, todo) => {
  const fault = bucketFault(Object.assign(new Error(code), { code }), place);
  expect(fault).toMatchObject({ code, isPassing: false, todo: expect.stringContaining(todo) });
});

test("a server that never answers is not waited for forever", async () => {
  using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const clock: Clock = { ...systemClock, after: (_, act) => systemClock.after(20, act) };
  const bucket = openBucket({ ...place, endpoint: `http://127.0.0.1:${silent.port}` }, clock, NEVER);
  for (const act of Object.values(requests(bucket)))
    expect(await detailOf(act)).toContain("does not answer as it should");
});

test("a storage that ignores ranges is found out, and nothing of what it sends is used", async () => {
  let stored = new Uint8Array();
  await using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (request.method === "PUT") stored = new Uint8Array(await request.arrayBuffer());
      return new Response(request.method === "GET" ? stored : null);
    },
  });
  const bucket = openBucket({ ...place, endpoint: server.url.origin }, hasty, NEVER);
  expect(await tryBucket(bucket, "tried")).toMatchObject({
    code: "RangeIgnored",
    todo: expect.stringContaining("Range header"),
  });
  expect(await bucket.bytes("tried", 0, stored.byteLength)).toEqual(stored);
  expect(await detailOf(() => bucket.bytes("tried", 8, 14))).toContain("sends whole files");
});

test("nothing is waited for when the appliance stops", async () => {
  using silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const stopping = new AbortController();
  const endpoint = `http://127.0.0.1:${silent.port}`;
  const acts = Object.values(requests(openBucket({ ...place, endpoint }, systemClock, stopping.signal)));
  const under = acts.map((act) => act());
  stopping.abort();
  for (const each of await Promise.allSettled([...under, ...acts.map((act) => act())]))
    expect(each).toMatchObject({ status: "rejected", reason: { code: "stopping" } });
});

describe.skipIf(storage.skipped !== null)(`a real one ${storage.name}`, () => {
  const closing = new AsyncDisposableStack();
  let swift: Swift;
  beforeAll(async () => {
    swift = closing.use(await storage.start());
  });
  afterAll(() => closing.disposeAsync());
  const at = (changes: Partial<typeof place> = {}, clock = hasty) =>
    openBucket({ ...swift, prefix: "test", ...changes }, clock, NEVER);

  test.each([
    ["a bucket that is not there", { bucket: "other" }, "no bucket other at", "_BUCKET"],
    ["a wrong secret key", { secretKey: "hunter2-secret" }, "the keys do not fit", "_SECRET_KEY"],
    ["a wrong region", { region: "eu-west-3" }, "the bucket media is not in the region eu-west-3", "_REGION"],
  ])(
    "%s is said in words, by each request, and nothing is taken for absent",
    async (_, changes, words, setting) => {
      for (const act of Object.values(requests(at(changes)))) expect(await detailOf(act)).toContain(words);
      const fault = await tryBucket(at(changes), "tried");
      expect(fault?.found).toContain(words);
      expect(fault?.todo).toContain(`CRIER_S3${setting}`);
    },
  );

  test("tried out, it is well and left as it was", async () => {
    const bucket = at({ prefix: "tried" });
    expect(await tryBucket(bucket, "tried")).toBeNull();
    expect(await bucket.list("", "")).toEqual([]);
  });

  test("what is not there is absent, and removing it is fine", async () => {
    const bucket = at({ prefix: "empty" });
    expect(await bucket.look(NAME)).toBeNull();
    await expect(bucket.bytes(NAME, 0, 1)).rejects.toMatchObject({ reason: "absent" });
    await bucket.remove(NAME);
    expect(await bucket.list("", "")).toEqual([]);
  });

  test.each<Break>(["drop-before", "drop-after", "502-after", "half-after"])(
    "each request survives a first answer that is spoiled: %s",
    async (fault) => {
      const spoiled = new Set<string>();
      await using proxy = await startFaultProxy(swift.endpoint, ({ method, path }) => {
        const kind = `${method} ${path}`;
        if (spoiled.has(kind)) return null;
        spoiled.add(kind);
        return fault;
      });
      const { put, look, bytes, list, remove } = requests(at({ endpoint: proxy.url, prefix: fault }));
      await put?.();
      expect(await look?.()).toEqual({ size: 5, mime: "image/jpeg" });
      expect(await bytes?.()).toEqual(new TextEncoder().encode("hello"));
      expect(await list?.()).toMatchObject([{ name: NAME }]);
      await remove?.();
      expect(spoiled.size).toBe(5);
      expect(await at({ prefix: fault }).list("", "")).toEqual([]);
    },
  );

  test("lists page by page, in order, each once", async () => {
    const bucket = at({ prefix: "pages" });
    const path = join(folder(), "a");
    writeFileSync(path, "x");
    const names = ["1", "2", "3"].map((letter) => letter.repeat(64));
    for (const name of names.toReversed()) await bucket.put(name, Bun.file(path), "image/png");
    expect((await bucket.list("", "")).map(({ name }) => name)).toEqual(names);
    expect((await bucket.list("", names[0] ?? "")).map(({ name }) => name)).toEqual(names.slice(1));
    expect(await bucket.list("", names[2] ?? "")).toEqual([]);
  });

  test("copies here are bounded, the longest unused go first, and one in use stays", async () => {
    const root = folder();
    const files = await bucketFiles({
      bucket: at({ prefix: "cache" }),
      root,
      cacheBytes: 250,
      ours: async () => {},
      clock: systemClock,
    });
    const copies = () =>
      readdirSync(join(root, "cache"), { recursive: true }).filter((name) =>
        /[0-9a-f]{64}$/.test(String(name)),
      );
    const [a, b, c] = await Promise.all(["a", "b", "c"].map((letter) => files.write(of(letter), 100)));
    expect(copies()).toHaveLength(2);
    {
      using first = await files.local(a?.sha256 ?? "");
      for (const each of [b, c]) (await files.local(each?.sha256 ?? ""))[Symbol.dispose]();
      expect(await Bun.file(first.path).text()).toBe("a".repeat(100));
    }
    // In use least lately, when it was let go of.
    await files.write(of("d"), 100);
    expect(copies()).toHaveLength(2);
    expect(new TextDecoder().decode(await files.bytes(a?.sha256 ?? ""))).toBe("a".repeat(100));
    const next = await bucketFiles({
      bucket: at({ prefix: "cache" }),
      root,
      cacheBytes: 100,
      ours: async () => {},
      clock: systemClock,
    });
    expect(copies()).toHaveLength(1);
    expect(await next.has(b?.sha256 ?? "")).toBe(true);
  });

  test("bytes that are not what their name says are not used", async () => {
    const bucket = at({ prefix: "wrong" });
    const path = join(folder(), "a");
    writeFileSync(path, "other");
    await bucket.put(NAME, Bun.file(path), "image/png");
    const files = await bucketFiles({
      bucket,
      root: folder(),
      cacheBytes: 0,
      ours: async () => {},
      clock: systemClock,
    });
    expect(await detailOf(() => files.local(NAME))).toContain("holds different bytes");
  });

  test("a part that belongs to another appliance is left alone", async () => {
    const bucket = at({ prefix: "shared" });
    const open = (owner: string) =>
      bucketFiles({
        bucket,
        root: folder(),
        cacheBytes: 0,
        ours: openOwnership(bucket, owner),
        clock: systemClock,
      });
    const [first, second] = [await open("first"), await open("second")];
    const { sha256 } = await first.write(of("s"), 100);
    expect(await detailOf(() => second.write(of("t"), 100))).toContain("belongs to another Crier");
    const request = { now: Date.now() + 31 * 86_400_000, ageMs: 0, goOn: async () => true };
    expect(await detailOf(() => second.sweepUnknown(async () => false, request))).toContain(
      "CRIER_S3_PREFIX",
    );
    await second.drop(sha256, async () => false);
    expect(await (await open("first")).has(sha256)).toBe(true);
  });

  test("what one process made for a network to fetch is found at another one, for seven days", async () => {
    const open = () =>
      bucketFiles({
        bucket: at({ prefix: "adapted" }),
        root: folder(),
        cacheBytes: 0,
        ours: async () => {},
        isShared: true,
        clock: systemClock,
      });
    const [maker, other] = [await open(), await open()];
    const { sha256 } = await maker.adapted.write(of("m"), 100);
    expect(await other.open(sha256)).toBeNull();
    await maker.share(sha256, "image/jpeg");
    await maker.share(sha256, "image/jpeg");
    expect(await other.has(sha256)).toBe(true);
    expect(new TextDecoder().decode(await other.bytes(sha256, 0, 3))).toBe("mmm");
    const opened = await other.open(sha256);
    expect(opened?.size).toBe(100);
    expect(new TextDecoder().decode(await new Response(await opened?.part(90, 100)).bytes())).toBe(
      "m".repeat(10),
    );
    {
      using local = await other.local(sha256);
      expect(await Bun.file(local.path).text()).toBe("m".repeat(100));
    }
    const sweep = (days: number) =>
      other.sweepUnknown(async () => true, {
        now: Date.now() + days * 86_400_000,
        ageMs: Infinity,
        goOn: async () => true,
      });
    expect(await sweep(6)).toBe(0);
    expect(await sweep(8)).toBe(1);
    expect(await (await open()).has(sha256)).toBe(false);
  });

  test("unknown files are deleted after thirty days, and known ones stay", async () => {
    const files = await bucketFiles({
      bucket: at({ prefix: "unknown" }),
      root: folder(),
      cacheBytes: 0,
      ours: async () => {},
      clock: systemClock,
    });
    const [known, unknown] = [await files.write(of("k"), 100), await files.write(of("u"), 100)];
    const isUsed = async (sha256: string) => sha256 === known.sha256;
    const sweep = (days: number) =>
      files.sweepUnknown(isUsed, { now: Date.now() + days * 86_400_000, ageMs: 0, goOn: async () => true });
    expect(await sweep(29)).toBe(0);
    expect(await sweep(31)).toBe(1);
    expect([await files.has(known.sha256), await files.has(unknown.sha256)]).toEqual([true, false]);
  });
});

async function* of(letter: string) {
  yield new TextEncoder().encode(letter.repeat(100));
}
