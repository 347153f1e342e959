// Tests posts over HTTP, on simulated networks.
import { describe, expect, test } from "bun:test";
import { SAMPLES } from "../../media/samples/index.ts";
import { lookAt } from "../support/owner.ts";
import { needsReconnect } from "../support/posting.ts";
import { openWorld, isSettled, type PostBody, type World } from "../support/world.ts";

async function photo(world: World): Promise<string> {
  const form = new FormData();
  form.set(
    "file",
    new Blob([await Bun.file(SAMPLES.photo.path).bytes()], { type: "image/jpeg" }),
    "photo.jpg",
  );
  form.set("altText", "Hills");
  const { json } = await world.ask("POST", "/media", form);
  return (json as { media: { id: string } }).media.id;
}

const target = (post: PostBody, handle: string) => {
  const found = post.targets.find((each) => each.handle === handle);
  if (!found) throw new Error(`no target ${handle}`);
  return found;
};

describe("publishing now", () => {
  test("one post with a photo lands on both networks, each with its own address", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    await world.account("mastodon", "ok");
    const media = [await photo(world)];
    const made = await world.post({ caption: "Hello https://example.com #crier", media, schedule: "now" });
    const post = await world.until(made.id, isSettled);
    expect(post.status).toBe("posted");
    expect(post.publishedAt).not.toBeNull();
    for (const each of post.targets) {
      expect(each).toMatchObject({ status: "posted", simulated: true, nextAction: "none", attempts: 1 });
      expect(each.url).toStartWith(`${world.url}/simulator#`);
      expect(each.remoteId).toBeString();
      expect("error" in each).toBeFalse();
    }
    const page = await (await lookAt(world, "/simulator")).text();
    expect(page).toContain("Hello");
  });

  test("every target succeeds or fails on its own: partial", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    await world.account("mastodon", "fail");
    const post = await world.until((await world.post({ caption: "Hello", schedule: "now" })).id, isSettled);
    expect(post.status).toBe("partial");
    expect(target(post, "fail")).toMatchObject({ status: "failed", retryable: true, errorCode: "refused" });
    // The network's own words, with nothing masked that is not a secret.
    expect(target(post, "fail").error).toContain("refused by the simulator");
    expect(target(post, "fail").error).not.toContain("[secret]");
  });

  test("@limited is tried again by itself until the network takes it", async () => {
    await using world = await openWorld();
    await world.account("mastodon", "limited");
    const { id } = await world.post({ caption: "Hello", schedule: "now" });
    const waiting = await world.until(id, ({ targets }) => targets[0]?.status === "retrying");
    expect(waiting.status).toBe("publishing");
    expect(waiting.targets[0]).toMatchObject({ nextAction: "wait", errorCode: "busy" });
    expect(waiting.targets[0]?.nextAttemptAt).toBeString();
    const post = await world.until(id, isSettled, 5000);
    expect(post.targets[0]).toMatchObject({ status: "posted", attempts: 3, errorCode: null });
  });

  for (const platform of ["bluesky", "mastodon"]) {
    test(`@lost on ${platform}: published, the answer dropped, found by asking`, async () => {
      await using world = await openWorld();
      await world.account(platform, "lost");
      const { id } = await world.post({ caption: "Lost and found", schedule: "now" });
      const post = await world.until(id, isSettled);
      const [first] = post.targets;
      expect(first).toMatchObject({ status: "posted", attempts: 1, verification: { verdict: "live" } });
    });
  }

  test("@ghost on bluesky: not published, proven absent twice, sent again under the same record key", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ghost");
    const { id } = await world.post({ caption: "Boo", schedule: "now" });
    const uncertain = await world.until(id, ({ targets }) => targets[0]?.status === "uncertain");
    expect(uncertain.status).toBe("uncertain");
    // A new attempt is verified anew: at first its request may still arrive, and only later its post is absent.
    const isAbsent = ({ targets: [target] }: PostBody) =>
      target !== undefined && target.attempts > 1 && target.verification?.verdict === "absent";
    await world.until(id, isAbsent, 2000);
    const given = await world.until(id, ({ targets }) => targets[0]?.status === "failed", 10_000);
    expect(given.targets[0]).toMatchObject({ attempts: 5, errorCode: "not_published", retryable: true });
    expect(given.targets[0]?.error).toStartWith(
      "Attempt 5 was the last, and the post is not on the network. ",
    );
  });

  test("@ghost on mastodon stays uncertain: its server gives no proof of absence", async () => {
    await using world = await openWorld();
    await world.account("mastodon", "ghost");
    const { id } = await world.post({ caption: "Boo", schedule: "now" });
    const post = await world.until(id, ({ targets }) => targets[0]?.verification !== null);
    expect(post.targets[0]).toMatchObject({
      status: "uncertain",
      attempts: 1,
      verification: { verdict: "unknown" },
    });
    world.clock.turn(3 * 86_400_000);
    expect(target((await world.ask("GET", `/posts/${id}`)).json as PostBody, "ghost").status).toBe(
      "uncertain",
    );
  });

  test("@down is known not to have published: tried five times, then failed and retryable", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "down");
    const { id } = await world.post({ caption: "Anyone there?", schedule: "now" });
    const post = await world.until(id, isSettled, 30_000);
    expect(post.targets[0]).toMatchObject({
      status: "failed",
      attempts: 5,
      errorCode: "not_sent",
      retryable: true,
    });
  });

  test("@expired needs reconnecting, and the account says so", async () => {
    await using world = await openWorld();
    await world.account("mastodon", "expired");
    const post = await world.until((await world.post({ caption: "Hello", schedule: "now" })).id, isSettled);
    expect(post.targets[0]).toMatchObject({
      status: "failed",
      nextAction: "reconnect",
      errorCategory: "auth",
    });
    await needsReconnect(world, "expired");
    const { json } = await world.ask("GET", "/accounts");
    expect(json["accounts"]).toMatchObject([{ status: "needs_reconnect", canPublish: false }]);
  });

  test("`now` waits for the networks and answers with what is known", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const { status, json, headers } = await world.ask("POST", "/posts", {
      caption: "Hello",
      schedule: "now",
    });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/v1/posts/${String(json["id"])}`);
    expect(json).toMatchObject({ status: "posted" });
  });
});

describe("drafts and lists", () => {
  test("a draft publishes nothing", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const draft = await world.post({ caption: "Later", schedule: "draft" });
    expect(draft).toMatchObject({ status: "draft", targets: [{ status: "draft", attempts: 0 }] });
    world.clock.turn(3_600_000);
    const { json } = await world.ask("GET", `/posts/${draft.id}`);
    expect(json).toMatchObject({ status: "draft" });
  });

  test("scheduling a draft checks the accounts it has, not one connected since", async () => {
    await using world = await openWorld();
    await world.account("mastodon", "ok");
    const draft = await world.post({ caption: "x".repeat(400), schedule: "draft" });
    // Takes 300 characters, but is no target of this post.
    await world.account("bluesky", "ok");
    const { status, json } = await world.ask("POST", `/posts/${draft.id}/schedule`, { schedule: "now" });
    expect({ status, targets: (json as PostBody).targets.length }).toEqual({ status: 200, targets: 1 });
  });

  test("a scheduled post waits for its time", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const schedule = new Date(world.clock.now() + 600_000).toISOString();
    const made = await world.post({ caption: "At ten", schedule });
    expect(made).toMatchObject({ status: "scheduled", scheduledFor: schedule });
    world.clock.turn(599_000);
    expect((await world.ask("GET", `/posts/${made.id}`)).json).toMatchObject({ status: "scheduled" });
    expect(await world.until(made.id, isSettled)).toMatchObject({ status: "posted" });
  });

  test("the list is newest first and its cursor survives new posts", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5])
      ids.unshift((await world.post({ caption: `${n}`, schedule: "draft" })).id);
    const first = (await world.ask("GET", "/posts?limit=2")).json;
    await world.post({ caption: "new", schedule: "draft" });
    const second = (await world.ask("GET", `/posts?limit=10&cursor=${String(first["nextCursor"])}`)).json;
    const seen = [first, second].flatMap(({ posts }) => (posts as PostBody[]).map(({ id }) => id));
    expect(seen).toEqual(ids);
    expect(second["nextCursor"]).toBeNull();
  });
});

describe("idempotency keys", () => {
  test("outlive their post by 31 days, and then make room", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const make = async (key: string) => {
      const body = { caption: "Hello", schedule: "draft" };
      const { status, json } = await world.ask("POST", "/posts", body, { "idempotency-key": key });
      return { status, code: json["code"] ?? null, id: String(json["id"]) };
    };
    const { id } = await make("one");
    expect((await world.ask("DELETE", `/posts/${id}`)).status).toBe(204);
    world.clock.turn(30 * 86_400_000);
    await make("two");
    expect(await make("one")).toMatchObject({ status: 409, code: "idempotency_conflict" });
    world.clock.turn(2 * 86_400_000);
    await make("three");
    expect((await make("one")).status).toBe(201);
  });
});

describe("nothing is lost or doubled over a restart", () => {
  test("a due post is delivered after a restart, and a posted one is not sent again", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const schedule = new Date(world.clock.now() + 600_000).toISOString();
    const { id } = await world.post({ caption: "After the restart", schedule });
    await world.restart();
    world.clock.turn(600_000);
    const post = await world.until(id, isSettled);
    await world.restart();
    world.clock.turn(3_600_000);
    const after = (await world.ask("GET", `/posts/${id}`)).json as PostBody;
    expect(after.targets[0]).toEqual(post.targets[0]);
  });
});
