// Tests accounts at the admin API and the command line: same answers, one audit entry per change.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openCallers, OWNER, type Callers } from "../support/two-callers.ts";

const APPLICATION = { CRIER_LINKEDIN_CLIENT_ID: "id", CRIER_LINKEDIN_CLIENT_SECRET: "secret" };

let callers: Callers;
beforeAll(async () => void (callers = await openCallers(APPLICATION)));
afterAll(() => callers[Symbol.asyncDispose]());

const simulated = (handle: string) =>
  callers.ask("POST", `/profiles/${callers.world.profileId}/accounts`, {
    ...{ platform: "bluesky", simulated: true, handle },
  });
const crierConnect = (handle: string) =>
  callers.crier("account", "connect", "bluesky", "--profile", "test", "--simulated", "--handle", handle);

async function handles(): Promise<string[]> {
  const { appliance, profileId } = callers.world;
  return (await appliance.store.accounts.ofProfile(profileId)).map(({ handle }) => handle);
}

test("an account and its row are one transaction", async () => {
  const { rowsOf, world } = callers;
  const rows = await rowsOf(async () => {
    const refused = await world.database.refuse("INSERT ON audit");
    expect((await simulated("ok-half")).status).toBe(500);
    expect((await crierConnect("ok-half")).code).toBe(1);
    await refused[Symbol.asyncDispose]();
    expect(await handles()).not.toContain("ok-half");
  });
  expect(rows).toEqual([]);
});

test("an @ before a handle is left out", async () => {
  const rows = await callers.rowsOf(async () => {
    expect((await simulated("@ok-one")).status).toBe(201);
    expect((await crierConnect("@ok-two")).code).toBe(0);
    expect(await handles()).toEqual(expect.arrayContaining(["ok-one", "ok-two"]));
  });
  expect(rows).toEqual([`${OWNER} account.connect`, "cli account.connect"]);
});

test("of two who disconnect an account one does; both are refused afterwards, in the same words", async () => {
  const { ask, crier, rowsOf } = callers;
  const [account] = (await simulated("ok-bye")).json["accounts"] as { id: string }[];
  const path = `/accounts/${account?.id ?? ""}`;
  const rows = await rowsOf(() =>
    Promise.all([ask("POST", `${path}/disconnect`), ask("POST", `${path}/disconnect`)]),
  );
  expect(rows).toEqual([`${OWNER} account.disconnect`]);
  const err = "bluesky ok-bye is disconnected.";
  const refused = await rowsOf(async () => {
    for (const verb of ["check", "disconnect"]) {
      const { json } = await ask("POST", `${path}/${verb}`);
      expect(json).toMatchObject({ code: "account_disconnected", detail: err });
      expect(await crier("account", verb, account?.id ?? "")).toMatchObject({ code: 1, err });
    }
  });
  expect(refused).toEqual([]);
});

test("an account that has to be connected again is marked so, with one row", async () => {
  const { ask, crier, rowsOf } = callers;
  const [account] = (await simulated("expired")).json["accounts"] as { id: string }[];
  const id = account?.id ?? "";
  const rows = await rowsOf(async () => {
    const { json } = await ask("POST", `/accounts/${id}/check`);
    expect(json).toMatchObject({ status: "needs_reconnect" });
    expect(await crier("account", "check", id)).toMatchObject({ code: 1, err: String(json["statusDetail"]) });
  });
  expect(rows).toEqual([`${OWNER} account.check`, "cli account.check"]);
});

test("a link to connect with is in the audit log, for every caller", async () => {
  const { ask, crier, rowsOf, world } = callers;
  const rows = await rowsOf(async () => {
    const { json } = await ask("POST", `/profiles/${world.profileId}/connect/linkedin`);
    const { out } = await crier("account", "connect", "linkedin", "--profile", "test", "--json");
    const link = JSON.parse(out) as Record<string, unknown>;
    expect(link["url"]).toContain("/connect/linkedin?ticket=");
    expect(Object.keys(link).toSorted()).toEqual(["expiresAt", "redirectUri", "url"]);
    expect(json["redirectUri"]).toBe(link["redirectUri"]);
  });
  expect(rows).toEqual([`${OWNER} account.connect_link`, "cli account.connect_link"]);
});
