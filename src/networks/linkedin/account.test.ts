// Connecting LinkedIn: which accounts a token may use, sign-in, refresh and revocation (networks/linkedin.facts.md 3).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { onlyOne, openBench, type Bench } from "../../tests/support/network-fixture.ts";
import { StepFailedError } from "../network.ts";
import { simulatedLinkedin } from "../../simulator/linkedin/index.ts";
import { linkedin } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: linkedin, simulated: simulatedLinkedin })));
afterAll(() => bench[Symbol.asyncDispose]());

const stopOf = async (act: Promise<unknown>) => {
  const stopped = await act.catch((error: unknown) => error);
  if (!(stopped instanceof StepFailedError)) throw new Error("not stopped");
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
  test("an expired token and one without scopes are refused with advice", async () => {
    expect(await stopOf(login("expired"))).toMatchObject({ kind: "refused", category: "auth" });
    const lone = await stopOf(login("ok-lone"));
    expect(lone.detail).toContain("may not post for any profile or page");
  });
  test("an outage of the network does not invalidate the token", async () => {
    expect(await stopOf(login("down"))).toMatchObject({ kind: "notSent" });
    const io = bench.io("ok");
    const call: typeof io.call = async (request) =>
      request.url.includes("organizationAcls")
        ? { kind: "lost", detail: "No answer." }
        : await io.call(request);
    const lost = linkedin.connect.login(io.credentials, { ...io, call });
    expect(await stopOf(lost)).toMatchObject({ kind: "notSent" });
  });
  test("live values", async () => {
    const { values } = await linkedin.liveOptions(bench.io("ok"));
    expect(values).toMatchObject({ name: "Simulated ok", visibility: ["PUBLIC", "LOGGED_IN"] });
    const member = await linkedin.liveOptions(bench.io("ok-member"));
    expect(member.values["visibility"]).toContain("CONNECTIONS");
    expect(linkedin.liveOptions(bench.io("expired"))).rejects.toBeInstanceOf(StepFailedError);
  });

  const redirectUri = "https://crier.test/connect/linkedin/callback";
  /** Signs in at the simulated page, as a browser does. */
  async function signIn(handle: string, applicationId: string) {
    const application = { id: applicationId, secret: "application-secret" };
    const io = bench.io(handle, { application });
    const { oauth } = linkedin.connect;
    if (!oauth) throw new Error("no sign-in");
    const query = new URLSearchParams({
      response_type: "code",
      client_id: application.id,
      redirect_uri: redirectUri,
      state: "s",
      scope: oauth.scopes.join(oauth.scopeSeparator),
      login_hint: handle,
    });
    const page = `${io.endpoint(oauth.authorize.endpoint)}${oauth.authorize.path}?${query}`;
    const message = await io.call({ method: "GET", url: page });
    const back = message.kind === "answered" ? new URL(message.headers["location"] ?? "") : null;
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
    expect(linkedin.liveOptions(dead)).rejects.toBeInstanceOf(StepFailedError);
  });
  test("without an application there is no sign-in", async () => {
    const grant = { code: "c", redirectUri, verifier: null };
    const refused = linkedin.connect.oauth?.exchange(grant, bench.io("ok", { application: null }));
    expect((await stopOf(refused ?? Promise.resolve())).detail).toContain("CRIER_LINKEDIN_CLIENT_ID");
  });
});
