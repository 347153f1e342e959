// Live events over a real HTTP connection: what arrives, in which order, and what a reader misses: nothing.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { join } from "node:path";
import { ENTRY } from "../support/audit-entry.ts";
import { crier } from "../support/command-line.ts";
import { listen, type LiveClient } from "../support/live-client.ts";
import { makeOwner, signIn, type Owner } from "../support/owner.ts";
import { upload } from "../support/posting.ts";
import { openRaw } from "../support/raw-http.ts";
import { waitUntil } from "../support/wait-until.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
let owner: Owner;
beforeAll(async () => {
  world = await openWorld();
  await makeOwner(world);
  owner = await signIn(world);
  await world.account("bluesky", "ok");
});
afterAll(() => world[Symbol.asyncDispose]());

const draft = (caption = "Hello") => world.post({ caption, accounts: ["bluesky"], schedule: "draft" });
const about = ({ messages }: LiveClient, postId: string) =>
  messages.filter(({ data }) => data["id"] === postId || data["postId"] === postId);
const journalOf = (client: LiveClient, postId: string) =>
  about(client, postId).flatMap(({ event, data }) => (event === "journal" ? [Number(data["seq"])] : []));
const has = (event: string, data: object) => (client: LiveClient) =>
  client.messages.some((each) => each.event === event && Bun.deepMatch(data, each.data));

test("a stream begins with what it is, and whether publishing is paused", async () => {
  using client = await listen(world, owner);
  expect(client.response.status).toBe(200);
  const { headers } = client.response;
  expect(headers.get("content-type")).toBe("text/event-stream");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-accel-buffering")).toBe("no");
  await client.until(has("system", { paused: null }));
  expect(client.lastId).toMatch(/^\d+\.\d+$/);
});

test("what changes between the session and the stream is part of the stream", async () => {
  const { json } = await owner.ask("GET", "/session");
  const { id } = await draft("Meanwhile");
  using client = await listen(world, owner, { query: `&after=${String(json["livePosition"])}` });
  await client.until(has("post", { id, status: "draft" }));
});

test("a post's journal arrives in its order, its state right before the last line", async () => {
  using client = await listen(world, owner);
  const { id } = await world.post({ caption: "Now", accounts: ["bluesky"], schedule: "now" });
  await client.until(has("post", { id, status: "posted" }));
  const { json } = await world.ask("GET", `/posts/${id}/events`);
  expect(journalOf(client, id)).toEqual((json["events"] as { seq: number }[]).map(({ seq }) => seq));
  const own = about(client, id);
  for (const [i, { event, data }] of own.entries())
    if (event === "post")
      expect(own[i + 1]).toEqual({ event: "journal", data: { postId: id, seq: data["seq"] } });
  expect(client.messages.some(({ event }) => event === "queue")).toBeTrue();
});

test("an edited, a scheduled, a cancelled and a deleted post", async () => {
  using client = await listen(world, owner);
  const { id } = await draft();
  await client.until(has("post", { id, status: "draft" }));
  await world.ask("POST", `/posts/${id}/schedule`, { schedule: "2027-03-01T09:00:00Z" });
  await client.until(has("post", { id, status: "scheduled" }));
  expect((await world.ask("POST", `/posts/${id}/cancel`)).status).toBe(200);
  await client.until(
    ({ messages }) => messages.filter(({ data }) => data["status"] === "draft").length === 2,
  );
  expect((await world.ask("DELETE", `/posts/${id}`)).status).toBe(204);
  await client.until(has("post", { id, status: "deleted" }));
});

test("accounts, media, the queue and what needs attention", async () => {
  using client = await listen(world, owner);
  const account = await world.account("telegram", "ok");
  await client.until(has("account", { id: account, status: "active" }));
  await owner.ask("POST", `/accounts/${account}/disconnect`, {});
  await client.until(has("account", { id: account, status: "disconnected" }));
  expect(client.messages.some(({ event }) => event === "attention")).toBeTrue();

  const before = client.messages.length;
  const slots = { slots: [{ weekdays: [1], time: "09:00" }] };
  await owner.ask("PUT", `/profiles/${world.profileId}/slots`, slots);
  await client.until(({ messages }) => messages.slice(before).some(({ event }) => event === "queue"));

  const media = await upload(world);
  await client.until(has("media", { id: media, status: "created" }));
  await world.ask("PATCH", `/media/${media}`, { altText: "Hills" });
  await client.until(has("media", { id: media, status: "changed" }));
  await world.ask("DELETE", `/media/${media}`);
  await client.until(has("media", { id: media, status: "deleted" }));
});

test("a large upload tells how far it is", async () => {
  using client = await listen(world, owner);
  const { json } = await world.ask("POST", "/media/presign", {
    ...{ filename: "a.mp4", contentType: "video/mp4", size: 400 },
  });
  const { uploadId: id, uploadUrl } = json as { uploadId: string; uploadUrl: string };
  const headers = { "content-type": "video/mp4", "content-range": "bytes 0-99/400" };
  await fetch(uploadUrl, { method: "PUT", headers, body: new Uint8Array(100) });
  await client.until(has("media", { id, progress: 0.25 }));
});

test("another profile's changes are not seen", async () => {
  const { json } = await owner.ask("POST", "/profiles", { name: "other" });
  using other = await listen(world, owner, { profile: String(json["id"]) });
  using own = await listen(world, owner);
  const { id } = await draft();
  await world.account("mastodon", "ok");
  await own.until(has("post", { id }));
  // Both are told in the same look.
  await own.until(({ messages }) => messages.some(({ event }) => event === "account"));
  expect(other.messages.map(({ event }) => event)).toEqual(["system"]);
  // A reader of nothing but comments is up to date, too.
  await other.until(({ comments, lastId }) => comments.length > 0 && lastId === own.lastId);

  await owner.ask("DELETE", `/profiles/${String(json["id"])}`, {});
  await other.until(({ isOver }) => isOver);
  expect(own.isOver).toBeFalse();
});

describe("a reader that comes back gets what it missed", () => {
  test("after the client was away", async () => {
    const first = await draft("First");
    let lastId = "";
    {
      using client = await listen(world, owner, { lastId: "0.0" });
      await client.until(has("post", { id: first.id }));
      ({ lastId } = client);
    }
    const [second, third] = [await draft("Second"), await draft("Third")];
    using again = await listen(world, owner, { lastId });
    await again.until(has("post", { id: third.id }));
    expect(about(again, first.id)).toEqual([]);
    const posts = again.messages.flatMap(({ event, data }) => (event === "post" ? [data["id"]] : []));
    expect(posts).toEqual([second.id, third.id]);
    expect(again.messages.some(({ event }) => event === "reset")).toBeFalse();
    using byQuery = await listen(world, owner, { query: `&after=${lastId}` });
    await byQuery.until(has("post", { id: third.id }));
    expect(about(byQuery, first.id)).toEqual([]);
  });

  test("after the server was away, and streams end at once when it stops", async () => {
    using client = await listen(world, owner);
    const { id } = await draft("Before");
    await client.until(has("post", { id }));
    let meanwhile = "";
    await world.restart(0, async () => {
      await client.until(({ isOver }) => isOver);
      await using store = await world.elsewhere().open();
      await store.posts.revise(world.profileId, id, () => ({
        ...{ at: world.clock.now(), post: { caption: "Meanwhile" } },
        ...{ event: { kind: "edited", detail: "caption" }, audit: { ...ENTRY, action: "post.edit" } },
      }));
      meanwhile = id;
    });
    using again = await listen(world, owner, { lastId: client.lastId });
    await again.until(has("post", { id: meanwhile }));
    expect(about(again, id).map(({ event }) => event)).toEqual(["post", "journal"]);
  });

  test.each([
    ["of nothing that can be read", "garbage"],
    ["from the future, as after a restore", "999999999.0"],
  ])("an id %s: everything is to be read anew", async (_, lastId) => {
    using client = await listen(world, owner, { lastId });
    await client.until(({ messages }) => messages.length >= 2);
    expect(client.messages.slice(0, 2).map(({ event }) => event)).toEqual(["reset", "system"]);
  });

  test("1,000 missed events are sent; after more, everything is to be read anew", async () => {
    const { id } = await draft("Long");
    using client = await listen(world, owner);
    await client.until(({ lastId }) => lastId !== "");
    await flood(world, id, 1000);
    const { lastId } = client;
    using second = await listen(world, owner, { lastId });
    await second.until(({ messages }) => about(second, id).length > 0 && messages.length >= 1002);
    expect(second.messages.filter(({ event }) => event === "journal")).toHaveLength(1000);
    await flood(world, id, 1);
    using third = await listen(world, owner, { lastId });
    await third.until(has("system", {}));
    expect(third.messages[0]).toEqual({ event: "reset", data: {} });
    expect(about(third, id)).toEqual([]);
  });

  test("more than 1,000 deleted files while away: everything is to be read anew, and the stream stays open", async () => {
    using client = await listen(world, owner);
    await client.until(({ lastId }) => lastId !== "");
    const { lastId } = client;
    await deleteFiles(world, 1000);
    using listener = await listen(world, owner, { lastId });
    await listener.until(has("system", {}));
    expect(listener.messages.filter(({ data }) => data["status"] === "deleted")).toHaveLength(1000);
    await deleteFiles(world, 3000);
    using anew = await listen(world, owner, { lastId });
    await anew.until(has("system", {}));
    expect(anew.messages.map(({ event }) => event)).toEqual(["reset", "system"]);
    // What comes now is told again.
    const { id } = await draft();
    await anew.until(has("post", { id }));
  });

  test("only once, even if no one else has heard of it yet", async () => {
    const { id } = await draft("Once");
    using client = await listen(world, owner);
    await client.until(has("system", {}));
    const { lastId } = client;
    // Time stands still, so that the next look comes only afterwards.
    await flood(world, id, 3);
    using again = await listen(world, owner, { lastId });
    await waitUntil(() => has("system", {})(again));
    expect(journalOf(again, id)).toHaveLength(3);
    await flood(world, id, 1);
    await again.until(() => journalOf(again, id).length > 3);
    await client.until(() => journalOf(client, id).length > 3);
    expect(journalOf(again, id)).toEqual(journalOf(client, id));
  });

  test("again and again, while another process writes: every event, in its order", async () => {
    const { id } = await draft("Busy");
    using all = await listen(world, owner);
    await all.until(({ lastId }) => lastId !== "");
    // Fewer than what ends in a `reset`.
    const writer = writeEvents(world, id, 900);
    const isWritten = () => journalOf(all, id).length >= 900;
    const seqs: number[] = [];
    for (let { lastId } = all; !isWritten();) {
      using client = await listen(world, owner, { lastId });
      // What was missed ends with `system`; then comes what is new.
      await client.until(({ messages }) => isWritten() || (messages.at(-1)?.event ?? "system") !== "system");
      seqs.push(...journalOf(client, id));
      ({ lastId } = client);
    }
    expect(await writer).toBe(0);
    const expected = journalOf(all, id);
    expect(expected).toEqual([...new Set(expected)].toSorted((x, y) => x - y));
    // What came without its position came again.
    const once = [...new Set(seqs)];
    expect(once.length).toBeGreaterThan(0);
    expect(once).toEqual(expected.slice(0, once.length));
  });

  test("a number is not given to another event when the newest post is deleted", async () => {
    const gone = await draft("Gone");
    using client = await listen(world, owner);
    await client.until(({ lastId }) => lastId !== "");
    const { lastId } = client;
    await world.ask("DELETE", `/posts/${gone.id}`);
    const { id } = await draft("In its place");
    await client.until(has("post", { id }));
    using again = await listen(world, owner, { lastId });
    await again.until(has("post", { id }));
    expect(again.messages[0]?.event).not.toBe("reset");
  });
});

describe("changes by another process are seen", () => {
  test("through the store, within a second", async () => {
    using client = await listen(world, owner);
    const { id } = await draft("Theirs");
    await client.until(has("post", { id }));
    const before = about(client, id).length;
    // The next look has not begun.
    await waitUntil(() => world.clock.armed(100));
    await using store = await world.elsewhere().open();
    await store.posts.revise(world.profileId, id, () => ({
      ...{ at: world.clock.now(), post: { caption: "Edited there" } },
      ...{ event: { kind: "edited", detail: "caption" }, audit: { ...ENTRY, action: "post.edit" } },
    }));
    world.clock.turn(1000);
    await waitUntil(() => about(client, id).length > before);
  });

  test("by the command line", async () => {
    using client = await listen(world, owner);
    const args = ["post", "create", "From the terminal", "--to", "bluesky", "--draft", "--profile", "test"];
    const ran = await crier(args, world.settings);
    expect(ran).toMatchObject({ code: 0 });
    await client.until(has("post", { status: "draft" }));
  });
});

describe("a stream ends", () => {
  test("when its session is ended", async () => {
    const leaving = await signIn(world);
    using client = await listen(world, leaving);
    using other = await listen(world, owner);
    await leaving.ask("DELETE", "/session");
    await client.until(({ isOver }) => isOver);
    expect((await listen(world, leaving)).response.status).toBe(401);
    expect(other.isOver).toBeFalse();
  });

  test("when its session is over; to listen does not keep it alive", async () => {
    const idle = await signIn(world);
    using client = await listen(world, idle);
    await client.until(({ comments }) => comments.length > 1);
    expect(client.isOver).toBeFalse();
    world.clock.set(world.clock.now() + 7 * 24 * 3_600_000);
    await client.until(({ isOver }) => isOver);
    owner = await signIn(world);
  });
});

test("who asks wrongly gets no stream", async () => {
  const status = async (query: string, headers = {}) =>
    (await fetch(`${world.url}/admin/live${query}`, { headers: { cookie: owner.cookie, ...headers } }))
      .status;
  expect(await status("")).toBe(400);
  expect(await status(`?profile=${world.appliance.newId()}`)).toBe(404);
  expect(await status(`?profile=${world.profileId}`, { cookie: "" })).toBe(401);
  const head = await fetch(`${world.url}/admin/live?profile=${world.profileId}`, {
    ...{ method: "HEAD", headers: { cookie: owner.cookie } },
  });
  expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
});

test("a silent stream gets a comment every 15 seconds", async () => {
  using client = await listen(world, owner);
  await client.until(({ comments }) => comments.length > 0);
  for (const count of [2, 3]) {
    await waitUntil(() => world.clock.armed(15_000));
    world.clock.turn(15_000);
    await waitUntil(() => client.comments.length === count);
  }
});

test("a 51st stream is refused; there is room again when one leaves", async () => {
  const clients = await Promise.all(Array.from({ length: 50 }, () => listen(world, owner)));
  try {
    expect(clients.map(({ response }) => response.status)).toEqual(clients.map(() => 200));
    const { response } = await listen(world, owner);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "temporarily_unavailable" });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    clients.pop()?.[Symbol.dispose]();
    await waitUntil(async () => {
      using next = await listen(world, owner);
      return next.response.status === 200;
    });
  } finally {
    for (const client of clients) client[Symbol.dispose]();
  }
});

test("a stream stays open where silent connections are closed, and nothing looks for changes without one", async () => {
  await using own = await openWorld({}, undefined, null, () => {}, { idleS: 1, answeringS: 60 });
  await makeOwner(own);
  const me = await signIn(own);
  {
    using client = await listen(own, me);
    // Connected later: once this is closed, the stream has been silent for longer.
    using idle = await openRaw(own.url);
    idle.send(`GET /livez HTTP/1.1\r\nHost: ${new URL(own.url).host}\r\n\r\n`);
    await idle.closed();
    await own.account("bluesky", "ok");
    await client.until(({ messages }) => messages.some(({ event }) => event === "account"));
    // It is armed again when a look has ended, which takes a while on a server.
    await waitUntil(() => own.clock.armed(100));
  }
  await waitUntil(() => !own.clock.armed(100) && !own.clock.armed(15_000));
});

test("a slow reader is dropped before much waits for it, and the others are not held up", async () => {
  const lines: string[] = [];
  await using own = await openWorld({ CRIER_LOG: "info" }, undefined, null, (line) => lines.push(line));
  await makeOwner(own);
  const me = await signIn(own);
  await own.account("bluesky", "ok");
  const { id } = await own.post({ caption: "Busy", accounts: ["bluesky"], schedule: "draft" });
  using fast = await listen(own, me);
  const { port, hostname, host } = new URL(own.url);
  const slow = connect(Number(port), hostname).pause();
  slow.write(
    `GET /admin/live?profile=${own.profileId} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${me.cookie}\r\n\r\n`,
  );
  const before = process.memoryUsage.rss();
  const dropped = () => lines.some((line) => line.includes("live_reader_slow"));
  // The system's own buffers take a few megabytes, at about 90 bytes an event.
  let rounds = 0;
  for (; rounds < 200 && !dropped(); rounds++) {
    await flood(own, id, 900);
    const last = fast.lastId;
    await fast.until(({ lastId }) => lastId !== last);
  }
  expect(dropped()).toBeTrue();
  expect(fast.isOver).toBeFalse();
  expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(300);
  // What the reader did not fetch is given up soon.
  slow.resume();
  await new Promise((resolve) => slow.once("close", resolve).on("error", () => {}));
});

/** Adds audit entries, as a team that tidies up does. */
async function deleteFiles({ database, profileId }: World, count: number): Promise<void> {
  await database.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($count AS integer))
     INSERT INTO audit (at, actor, action, profile_id, subject, detail)
     SELECT 0, 'cli', 'media.delete', $profileId,
       '00000000-0000-7000-8000-' || substr(CAST(1000000000000 + i AS text), 2), '{}' FROM n`,
    { count, profileId },
  );
}

/** Adds events to a post from another process, one by one. @returns its exit code */
function writeEvents({ database: { place } }: World, postId: string, count: number): Promise<number> {
  const script = `
    const { openTestDatabase } = await import(${JSON.stringify(join(import.meta.dir, "../support/test-database.ts"))});
    await using database = openTestDatabase(${JSON.stringify(place)});
    for (let i = 0; i < ${count}; i++)
      await database.run("INSERT INTO event (post_id, kind, detail, at) VALUES ($id, 'converting', '', 0)", { id: "${postId}" });`;
  return Bun.spawn([process.execPath, "-e", script], { stdout: "ignore", stderr: "inherit" }).exited;
}

/** Adds events to a post, as a busy appliance would. */
async function flood({ database }: World, postId: string, count: number): Promise<void> {
  await database.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($count AS integer))
     INSERT INTO event (post_id, kind, detail, at) SELECT $postId, 'converting', '', 0 FROM n`,
    { count, postId },
  );
}
