// Tests simulated accounts (D40): each behaves as its name says, apart from the others.
import { afterEach, describe, expect, test } from "bun:test";
import { atCommandLine } from "../../publishing/actor.ts";
import { createPost } from "../../publishing/create.ts";
import { networks } from "../../networks/index.ts";
import { HANDLES } from "../../simulator/behaviours.ts";
import { connectReal } from "../support/real-account.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";
import { createProfile } from "../../admin/profiles.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const mastodon = networks.find("mastodon");
if (!mastodon) throw new Error("there is no Mastodon");

/** Posts ten times to one account, one after the other. */
async function ten(account: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) {
    const { id } = await world.post({ caption: `post ${n}`, accounts: [account], schedule: "now" });
    ids.push(id);
  }
  return ids;
}

describe("simulated accounts (D40)", () => {
  test("ten posts to @ghost are all uncertain within seconds (D40)", async () => {
    world = await openWorld();
    await world.account("facebook", "ghost");
    const from = world.clock.now();
    for (const id of await ten("facebook:ghost")) {
      const { targets } = await world.until(id, ({ status }) => status === "uncertain");
      expect(targets[0]).toMatchObject({ status: "uncertain", attempts: 1 });
    }
    expect(world.clock.now() - from).toBeLessThan(10_000);
  });

  test("a failing account causes no pause for another profile or account (D40)", async () => {
    world = await openWorld();
    await world.account("bluesky", "ghost");
    for (const id of await ten("bluesky:ghost")) await world.until(id, isSettled);
    const { appliance } = world;
    const other = await createProfile("cli", { name: "other" }, appliance);
    await appliance.connections.simulate(other.id, mastodon, "ghost", "cli");
    const request = { caption: "other", accounts: null, media: [], overrides: {}, options: {} };
    const { post } = await createPost(atCommandLine(other.id), request, "now", null, appliance.publishing);
    for (;;) {
      const [target] = (await appliance.store.posts.get(other.id, post.id))?.targets ?? [];
      if (target?.state === "uncertain") break;
      expect(target?.failure).toBeNull();
      world.clock.turn(200);
      await new Promise(setImmediate);
    }
  });

  test.each(["x", "mastodon"])(
    "D40 @limited of %s waits twice for every post, not only the first",
    async (id) => {
      world = await openWorld();
      await world.account(id, "limited");
      for (const caption of ["one", "two"]) {
        const post = await world.post({ caption, accounts: [`${id}:limited`], schedule: "now" });
        const { targets } = await world.until(post.id, isSettled);
        expect(targets[0]).toMatchObject({ status: "posted", attempts: 3 });
      }
    },
  );

  test("@part takes posts of one part, and refuses what follows one of them (D40)", async () => {
    world = await openWorld();
    await world.account("threads", "part");
    const send = async (more: Record<string, unknown>) => {
      const { id } = await world.post({
        caption: "part",
        accounts: ["threads:part"],
        schedule: "now",
        ...more,
      });
      return (await world.until(id, isSettled)).targets[0];
    };
    const first = await send({});
    expect(first).toMatchObject({ status: "posted" });
    expect(await send({ caption: "another" })).toMatchObject({ status: "posted" });
    const options = { threads: { reply_to_id: first?.remoteId } };
    expect(await send({ caption: "its answer", options })).toMatchObject({
      status: "failed",
      errorCode: "refused",
    });
  });

  test("any other handle is refused with the list (D40)", async () => {
    world = await openWorld();
    const { connections } = world.appliance;
    for (const handle of ["wat", "fial", "", "okay", "ok 2", "constructor", "-ok"]) {
      const refused = connections.simulate(world.profileId, mastodon, handle, "cli");
      await expect(refused).rejects.toThrow("is not the handle of a simulated account");
      for (const each of HANDLES.split(", ")) await expect(refused).rejects.toThrow(`${each} (`);
    }
    for (const handle of ["@OK", "ok-2", "lost-one.two"])
      expect(await connections.simulate(world.profileId, mastodon, handle, "cli")).toMatchObject({
        simulated: true,
      });
  });
});

test("what waits for a real server that fails shows until when, and why", async () => {
  const server = "http://127.0.0.1:1";
  world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: "127.0.0.1:1" });
  for (let n = 0; n < 6; n++) await connectReal(world, server, `real-${n}`);
  const post = await world.post({ caption: "x", accounts: ["mastodon"], schedule: "now" });
  await world.until(post.id, ({ targets }) => targets.every(({ status }) => status === "retrying"));
  const later = await world.post({ caption: "y", accounts: ["mastodon:real-0"], schedule: "now" });
  const { targets } = await world.until(
    later.id,
    ({ targets: [first] }) => first?.waitReason !== undefined,
    0,
  );
  const [held] = targets;
  expect(held).toMatchObject({
    status: "pending",
    attempts: 0,
    errorCode: "waiting",
    errorCategory: "network_down",
  });
  expect(held?.waitReason).toContain("requests in a row to 127.0.0.1:1 failed");
  const wait = Date.parse(held?.nextAttemptAt ?? "") - world.clock.now();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThan(601_000);
  const [retrying] = (await world.ask("GET", `/posts/${post.id}`)).json["targets"] as (typeof held)[];
  expect(retrying?.waitReason).toBeString();
  await world.ask("POST", `/posts/${later.id}/cancel`);
  const canceled = (await world.ask("GET", `/posts/${later.id}`)).json["targets"] as (typeof held)[];
  expect(canceled[0]).toMatchObject({ status: "draft", nextAttemptAt: null, errorCode: null });
});
