// Tests the operator's application at a network: saved in Crier, used at once, tested, and never shown again.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CLIENT } from "../support/oauth-network/simulated.ts";
import { openOAuthWorld, type OAuthWorld } from "../support/oauth-network/world.ts";
import { makeOwner, signIn, type Owner } from "../support/owner.ts";
import { storedBytes } from "../support/stored-bytes.ts";

const WITHOUT = { CRIER_GUILD_CLIENT_ID: "", CRIER_GUILD_CLIENT_SECRET: "" };
const ROUTE = "/networks/guild/application";
const SAVED = { clientId: CLIENT.id, clientSecret: CLIENT.secret };

let oauth: OAuthWorld;
let owner: Owner;
let lines: string[];

async function open(env: Record<string, string>) {
  lines = [];
  oauth = await openOAuthWorld({ ...env, CRIER_LOG: "debug" }, undefined, (line) => void lines.push(line));
  await makeOwner(oauth.world);
  owner = await signIn(oauth.world);
}
beforeEach(() => open(WITHOUT));
afterEach(() => oauth[Symbol.asyncDispose]());

const guild = async () => {
  const { networks } = (await owner.ask("GET", "/networks")).json as {
    networks: { id: string; connect: { oauth: { ready: boolean } | null } }[];
  };
  return networks.find(({ id }) => id === "guild");
};
const account = async (handle: string) =>
  (await oauth.world.appliance.store.accounts.ofProfile(oauth.world.profileId)).find(
    (one) => one.handle === handle,
  );
const findings = async () => {
  const { json } = await owner.ask("POST", `${ROUTE}/test`);
  const all = json["findings"] as { about: string; verdict: string; text: string }[];
  return Object.fromEntries(all.map(({ about, verdict, text }) => [about, { verdict, text }]));
};

describe("an application saved in Crier", () => {
  test("signs people in without a restart, renews, and ends the sign-in", async () => {
    expect((await guild())?.connect.oauth?.ready).toBeFalse();
    const saved = await owner.ask("PUT", ROUTE, SAVED);
    expect(saved).toMatchObject({
      status: 200,
      json: {
        ...{ network: "guild", source: "app", clientId: CLIENT.id, scopes: null, accounts: null },
        saved: { clientId: CLIENT.id, by: "owner:me@example.com" },
        redirectUri: `${oauth.world.url}/connect/guild/callback`,
      },
    });
    expect((await guild())?.connect.oauth?.ready).toBeTrue();
    expect((await oauth.connect("ok")).text).toContain("Connected");
    const before = await account("ok");
    oauth.world.clock.turn(119 * 60_000);
    const post = await oauth.world.post({ caption: "Renewed", accounts: ["ok"], schedule: "now" });
    await oauth.world.until(post.id, ({ status }) => status === "posted");
    expect((await account("ok"))?.credentialsAt).toBeGreaterThan(before?.credentialsAt ?? Infinity);
    await owner.ask("POST", `/accounts/${before?.id ?? ""}/disconnect`);
    expect((await account("ok"))?.statusDetail).toContain("was revoked");
  });

  test("makes the network available on the status page", async () => {
    const available = async () => {
      // What was read is shown for five seconds.
      oauth.world.clock.turn(6000);
      const { networks } = (await (await fetch(`${oauth.world.url}/status.json`)).json()) as {
        networks: { platform: string; available: boolean }[];
      };
      return networks.find(({ platform }) => platform === "guild")?.available;
    };
    expect(await available()).toBeFalse();
    await owner.ask("PUT", ROUTE, SAVED);
    expect(await available()).toBeTrue();
  });

  test("requests the scopes that it names", async () => {
    await owner.ask("PUT", ROUTE, { ...SAVED, scopes: ["posts.write", "pages.write"] });
    const { json } = await owner.ask("GET", "/networks");
    expect(JSON.stringify(json)).toContain('"scopes":["posts.write","pages.write"]');
    await oauth.connect("ok");
    expect((await account("ok"))?.scopes).toEqual(["posts.write", "pages.write"]);
  });

  test("shows its secret nowhere: not in answers, the log, the audit log or the database", async () => {
    const answers = [
      await owner.ask("PUT", ROUTE, SAVED),
      await owner.ask("GET", ROUTE),
      await owner.ask("POST", `${ROUTE}/test`),
      await owner.ask("GET", "/networks"),
      await owner.ask("PUT", ROUTE, { ...SAVED, extra: CLIENT.secret }),
      await owner.ask("GET", "/audit"),
    ].map(({ json }) => JSON.stringify(json));
    expect(answers.at(-1)).toContain('"action":"application.set"');
    expect(answers.join()).not.toContain(CLIENT.secret);
    expect(lines.join()).not.toContain(CLIENT.secret);
    expect((await storedBytes(oauth.world)).includes(CLIENT.secret)).toBeFalse();
  });

  test("is useless under another client id: the secret is sealed together with it", async () => {
    await owner.ask("PUT", ROUTE, SAVED);
    await oauth.world.restart(0, async () => {
      await oauth.world.database.run("UPDATE network_application SET client_id = 'of-an-attacker'");
    });
    owner = await signIn(oauth.world);
    expect((await owner.ask("GET", ROUTE)).status).toBe(500);
  });

  test("stays through a restart, and is gone when it is removed", async () => {
    await owner.ask("PUT", ROUTE, SAVED);
    await oauth.world.restart();
    owner = await signIn(oauth.world);
    expect((await owner.ask("GET", ROUTE)).json).toMatchObject({ source: "app", clientId: CLIENT.id });
    await oauth.connect("ok");
    const removed = await owner.ask("DELETE", ROUTE);
    expect(removed.json).toMatchObject({ source: null, clientId: null, saved: null });
    expect(removed.json["accounts"]).toMatch(
      /^1 account at Guild publishes until the sign-in ends, the first on \d{4}-\d\d-\d\d\. Without an application/,
    );
    expect((await owner.ask("DELETE", ROUTE)).status).toBe(404);
    expect((await owner.ask("POST", `${ROUTE}/test`)).status).toBe(404);
  });

  test("that takes the place of another says what becomes of the accounts of that one", async () => {
    await owner.ask("PUT", ROUTE, SAVED);
    await oauth.connect("ok");
    oauth.world.clock.turn(1000);
    // Another secret of the same application changes nothing for them.
    expect(
      (await owner.ask("PUT", ROUTE, { ...SAVED, clientSecret: "rotated" })).json["accounts"],
    ).toBeNull();
    const { json } = await owner.ask("PUT", ROUTE, { clientId: "another", clientSecret: "one" });
    expect(json["accounts"]).toContain(
      "1 account at Guild was connected with the application before this one.",
    );
    expect((await owner.ask("GET", ROUTE)).json["accounts"]).toContain("Connect it again.");
  });

  test.each([
    [{ clientId: "  ", clientSecret: "s" }, "/clientId"],
    [{ clientId: "i", clientSecret: " " }, "/clientSecret"],
    [{ clientId: "i" }, "/clientSecret"],
    [{ ...SAVED, scopes: ["a b"] }, "/scopes/0"],
  ])("that lacks something is refused: %j", async (body, pointer) => {
    const { status, json } = await owner.ask("PUT", ROUTE, body);
    expect([status, JSON.stringify(json["errors"])]).toEqual([400, expect.stringContaining(`"${pointer}"`)]);
    expect((await owner.ask("GET", ROUTE)).json["source"]).toBeNull();
  });

  test("exists only where people sign in, and for those who are signed in to Crier", async () => {
    expect((await owner.ask("PUT", "/networks/bluesky/application", SAVED)).status).toBe(404);
    expect((await owner.ask("GET", "/networks/nowhere/application")).status).toBe(404);
    expect((await fetch(`${oauth.world.url}/admin${ROUTE}`)).status).toBe(401);
  });
});

describe("the server's settings", () => {
  test("win over what is saved, and say so", async () => {
    await oauth[Symbol.asyncDispose]();
    await open({});
    expect((await owner.ask("GET", ROUTE)).json).toMatchObject({
      source: "env",
      clientId: CLIENT.id,
      saved: null,
    });
    const { json } = await owner.ask("PUT", ROUTE, { clientId: "other", clientSecret: "other" });
    expect(json).toMatchObject({ source: "env", clientId: CLIENT.id, saved: { clientId: "other" } });
    expect((await oauth.connect("ok")).text).toContain("Connected");
  });
});

describe("a test of the application", () => {
  test("knows a right id and secret, and says what only a sign-in shows", async () => {
    await owner.ask("PUT", ROUTE, SAVED);
    expect(await findings()).toMatchObject({
      application: { verdict: "ok", text: "Guild knows this application, and its secret is right." },
      address: {
        verdict: "unknown",
        text: expect.stringContaining(`${oauth.world.url}/connect/guild/callback`),
      },
      permissions: { verdict: "unknown", text: expect.stringContaining("posts.read, posts.write") },
    });
    expect(await oauth.world.appliance.store.accounts.ofProfile(oauth.world.profileId)).toEqual([]);
  });

  test.each([
    ["a wrong secret", { ...SAVED, clientSecret: "wrong" }],
    ["an unknown id", { clientId: "wrong", clientSecret: CLIENT.secret }],
  ])("finds %s", async (_, body) => {
    await owner.ask("PUT", ROUTE, body);
    const { application } = await findings();
    expect([application?.verdict, application?.text]).toEqual([
      "fault",
      expect.stringContaining("Guild does not accept Crier's application"),
    ]);
  });

  test("finds an address that is not registered, and a permission that is not granted", async () => {
    await owner.ask("PUT", ROUTE, SAVED);
    oauth.lever.page = "address";
    expect((await findings())["address"]).toMatchObject({
      verdict: "fault",
      text: expect.stringContaining("does not accept the redirect address"),
    });
    oauth.lever.page = "scope";
    expect((await findings())["permissions"]).toMatchObject({
      verdict: "fault",
      text: expect.stringContaining("products and scopes"),
    });
  });

  test("says so when the network does not answer", async () => {
    await owner.ask("PUT", ROUTE, SAVED);
    oauth.lever.fault = "reset-before-handling";
    expect((await findings())["application"]).toEqual({
      verdict: "unknown",
      text: "Guild could not be reached. Test again in a few minutes.",
    });
  });
});
