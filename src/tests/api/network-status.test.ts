// Tests how networks work for people who are signed in, and ending what posts wait for: a server's pause, an account's Retry-After.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeOwner, makePerson, signIn, type Owner } from "../support/owner.ts";
import { HOUR, otherProfile, outcome, read, target } from "../support/posting.ts";
import { connectReal } from "../support/real-account.ts";
import { failingServer, limitingServer, type TestServer } from "../support/troubled-servers.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

interface StatusBody {
  readonly description: string;
  readonly networks: readonly {
    readonly platform: string;
    readonly state: string;
    readonly servers: readonly { server: string; until: string; reason: string }[];
    readonly accounts: readonly { accountId: string; profileId: string; handle: string; until: string }[];
  }[];
}

const posted = ({ status }: PostBody) => status === "posted";
const now = (world: World, account: string) =>
  world.post({ caption: "x", accounts: [account], schedule: "now" });
const acts = (world: World, action: string) =>
  world.database.all<{ actor: string; subject: string; profileId: string | null }>(
    `SELECT actor, subject, profile_id AS "profileId" FROM audit WHERE action = '${action}'`,
  );

describe("what posts wait for", () => {
  let server: TestServer;
  let world: World;
  let owner: Owner;
  let manager: Owner;
  let viewer: Owner;

  const status = async ({ ask }: Owner) => {
    const { networks, description } = (await ask("GET", "/networks/status")).json as unknown as StatusBody;
    const mastodon = networks.find(({ platform }) => platform === "mastodon");
    return { description, servers: mastodon?.servers ?? [], accounts: mastodon?.accounts ?? [] };
  };

  async function open(opened: TestServer, handle: string): Promise<void> {
    server = opened;
    world = await openWorld({ CRIER_ALLOW_PRIVATE_HOSTS: server.host });
    await connectReal(world, server.url, handle);
    await makeOwner(world);
    owner = await signIn(world);
    await makePerson(world, "viewer@example.com", { role: "viewer", profiles: "all" });
    viewer = await signIn(world, "viewer@example.com");
    const { profileId } = await otherProfile(world);
    await makePerson(world, "max@example.com", { role: "manager", profiles: [profileId] });
    manager = await signIn(world, "max@example.com");
  }
  const close = async () => {
    await world[Symbol.asyncDispose]();
    server[Symbol.dispose]();
  };

  describe("a server that failed", () => {
    beforeAll(() => open(failingServer(), "down"));
    afterAll(close);

    test("is shown to everybody with the reason, and is tried at once when a manager asks for it", async () => {
      expect(await status(viewer)).toMatchObject({ servers: [], accounts: [] });
      const first = await now(world, "mastodon:down");
      await world.until(first.id, (post) => post.status === "failed", 5000);
      const later = await now(world, "mastodon:down");
      const waits = ({ targets }: PostBody) => targets[0]?.errorCode === "waiting";
      await world.until(later.id, waits, 5000);
      const [pause] = (await status(viewer)).servers;
      expect(pause).toMatchObject({
        server: server.host,
        reason: expect.stringContaining("posts there wait"),
      });
      const until = Date.parse(pause?.until ?? "");
      expect(until).toBeGreaterThan(world.clock.now());
      const body = { server: server.host };
      expect(outcome(await viewer.ask("POST", "/networks/mastodon/resume", body))).toBe("403 not_allowed");
      expect(outcome(await manager.ask("POST", "/networks/nowhere/resume", body))).toBe("404 not_found");
      // While it still fails, one post tries it, and the others wait longer.
      expect((await manager.ask("POST", "/networks/mastodon/resume", body)).status).toBe(204);
      const pausedAgain = async () => Date.parse((await status(viewer)).servers[0]?.until ?? "") > until;
      for (let turns = 0; turns < 500 && !(await pausedAgain()); turns++) world.clock.turn(1);
      expect(await pausedAgain()).toBeTrue();
      expect(target(await read(world, later.id)).attempts).toBe(1);
      server.mend();
      const asked = world.clock.now();
      expect((await manager.ask("POST", "/networks/mastodon/resume", body)).status).toBe(204);
      await world.until(later.id, posted, 1);
      expect(world.clock.now() - asked).toBeLessThan(15_000);
      expect((await status(viewer)).servers).toEqual([]);
      expect(server.published()).toBe(1);
      const entry = { actor: "manager:max@example.com", subject: server.host, profileId: null };
      expect(await acts(world, "server.resume")).toEqual([entry, entry]);
      // What no longer waits changes nothing, and leaves no entry.
      expect(outcome(await owner.ask("POST", "/networks/mastodon/resume", body))).toBe("404 not_found");
      expect(await acts(world, "server.resume")).toHaveLength(2);
    });
  });

  describe("an account that was asked to wait", () => {
    beforeAll(() => open(limitingServer(), "limited"));
    afterAll(close);

    test("is shown to those of its profile, and goes on when somebody who manages it insists", async () => {
      const first = await now(world, "mastodon:limited");
      await world.until(first.id, ({ targets }) => targets[0]?.status === "retrying", 1);
      const second = await now(world, "mastodon:limited");
      await world.until(second.id, ({ targets }) => targets[0]?.errorCode === "waiting", 1);
      const [wait] = (await status(viewer)).accounts;
      expect(wait).toMatchObject({ handle: "limited", profileId: world.profileId });
      expect(Date.parse(wait?.until ?? "")).toBeGreaterThan(world.clock.now() + HOUR / 2);
      // Neither seen nor ended by others.
      expect((await status(manager)).accounts).toEqual([]);
      const path = `/accounts/${wait?.accountId ?? ""}/end-wait`;
      expect(outcome(await manager.ask("POST", path))).toBe("404 not_found");
      expect(outcome(await viewer.ask("POST", path))).toBe("403 not_allowed");
      server.mend();
      const asked = world.clock.now();
      expect((await owner.ask("POST", path)).status).toBe(204);
      await world.until(first.id, posted, 1);
      await world.until(second.id, posted, 1);
      expect(world.clock.now() - asked).toBeLessThan(HOUR / 4);
      expect((await status(viewer)).accounts).toEqual([]);
      expect(outcome(await owner.ask("POST", path))).toBe("404 not_found");
      expect(await acts(world, "account.end_wait")).toEqual([
        { actor: "owner:me@example.com", subject: wait?.accountId ?? "", profileId: world.profileId },
      ]);
      expect(server.published()).toBe(2);
    });
  });
});

test("each network with its last day; before anything was posted no number is made up", async () => {
  await using world = await openWorld();
  await makePerson(world, "viewer@example.com", { role: "viewer", profiles: [world.profileId] });
  const { ask } = await signIn(world, "viewer@example.com");
  const { json } = await ask("GET", "/networks/status");
  const { networks, description } = json as unknown as StatusBody;
  expect(description).toContain("nothing delivered in 24 h");
  expect(networks.find(({ platform }) => platform === "bluesky")).toEqual({
    ...{ platform: "bluesky", name: "Bluesky", state: "ready", lastSuccessAt: null, lastFailureAt: null },
    ...{ lastFailure: null, deliveries: 0, posted: 0, p50Ms: null, p95Ms: null, servers: [], accounts: [] },
    history: Array.from({ length: 24 }, () => ({ deliveries: 0, posted: 0 })),
  } as StatusBody["networks"][number]);
  expect(networks.find(({ platform }) => platform === "tiktok")?.state).toBe("needs_setup");
});
