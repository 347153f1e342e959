// Tests `crier account connect` with sign-in and tokens: links, required settings, and several accounts at once.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../clock.ts";
import { networks } from "../../app/networks.ts";
import { startSimulator, type Simulator } from "../../simulator/server.ts";
import { crier } from "../support/command-line.ts";

const PLACE = "https://crier.example";

let folder: string;
let simulator: Simulator;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-connect-"));
  simulator = await startSimulator({ networks: networks.simulated, clock: systemClock });
  env = {
    CRIER_DATA: folder,
    CRIER_URL: PLACE,
    CRIER_ENDPOINT_LINKEDIN: simulator.endpoint("linkedin", "api"),
  };
  await crier(["profile", "create", "me"], env);
});
afterAll(async () => {
  await simulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

const connect = (network: string, args: readonly string[], more: Record<string, string> = {}, input = "") =>
  crier(["account", "connect", network, "--profile", "me", ...args], { ...env, ...more }, input);
const application = { CRIER_X_CLIENT_ID: "id", CRIER_X_CLIENT_SECRET: "canary-secret" };

describe("where people sign in", () => {
  test("without an application it says what to register, with the exact address, and which settings to make", async () => {
    const { code, out, err } = await connect("x", []);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const words of [
      `${PLACE}/connect/x/callback`,
      "CRIER_X_CLIENT_ID",
      "CRIER_X_CLIENT_SECRET",
      "tweet.write",
    ])
      expect(err).toContain(words);
  });

  test("with one it prints a link, and whether anybody answers there", async () => {
    const { code, out, err } = await connect("x", [], application);
    expect(code).toBe(0);
    expect(out.trim()).toMatch(/^https:\/\/crier\.example\/connect\/x\?ticket=[\w-]{100,}$/);
    expect(err).toContain("crier serve");
    const json = JSON.parse((await connect("x", ["--json"], application)).out) as Record<string, string>;
    expect(json["redirectUri"]).toBe(`${PLACE}/connect/x/callback`);
    expect(Date.parse(json["expiresAt"] ?? "") - Date.now()).toBeWithin(3_500_000, 3_600_000);
    expect(out + err + JSON.stringify(json)).not.toContain("canary");
  });

  test("a profile that is not there, and a secret as an argument, are refused", async () => {
    const wrong = await crier(["account", "connect", "x", "--profile", "you"], { ...env, ...application });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain("Unknown profile you");
    expect((await connect("x", ["--accessToken", "canary"], application)).code).toBe(2);
  });
});

describe("tokens handed over", () => {
  const tokens = () => {
    const { accessToken = "" } = simulator.connection("linkedin", "ok-pages").credentials;
    return JSON.stringify({ accessToken });
  };
  const listed = async () =>
    (
      JSON.parse((await crier(["account", "list", "--profile", "me", "--json"], env)).out) as {
        accounts: { id: string; handle: string }[];
      }
    ).accounts;

  test.each([
    ["no JSON", "canary"],
    ["a list", '["canary"]'],
    ["a number", '{"accessToken": 7}'],
    ["nothing that is needed", "{}"],
    ["something that nobody asks for", '{"accessToken": "canary", "colour": "canary-red"}'],
    ["a token that the network refuses", '{"accessToken": "canary"}'],
  ])("%s is refused, and not repeated", async (_, input) => {
    const { code, out, err } = await connect("linkedin", ["--credentials-stdin"], {}, input);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).not.toContain("canary");
    expect(err).not.toContain("    at ");
  });

  test("good for several accounts: they are listed, and nothing is connected before one is named", async () => {
    const { code, err } = await connect("linkedin", ["--credentials-stdin"], {}, tokens());
    expect(code).toBe(1);
    expect(err.match(/urn:li:organization:\d+/g)?.length).toBeGreaterThan(1);
    expect(await listed()).toEqual([]);
    const unknown = await connect("linkedin", ["--credentials-stdin", "--account", "nobody"], {}, tokens());
    expect(unknown.err).toContain("None of them is nobody");
    expect(await listed()).toEqual([]);
  });

  test("one that is named is connected, then all; the first keeps its id", async () => {
    const page = /urn:li:organization:\d+/.exec(
      (await connect("linkedin", ["--credentials-stdin"], {}, tokens())).err,
    )?.[0];
    const one = await connect("linkedin", ["--credentials-stdin", "--account", page ?? ""], {}, tokens());
    expect({ code: one.code, lines: one.out.trim().split("\n").length }).toEqual({ code: 0, lines: 1 });
    const all = await connect("linkedin", ["--credentials-stdin", "--all"], {}, tokens());
    expect(all.out.trim().split("\n").length).toBeGreaterThan(1);
    expect(all.out).toContain(one.out.trim());
    expect(await listed()).toHaveLength(all.out.trim().split("\n").length);
  });

  test("disconnecting says what the network knows of it", async () => {
    const [first] = await listed();
    const { code, err } = await crier(["account", "disconnect", first?.id ?? ""], env);
    expect(code).toBe(0);
    expect(err).toContain("uses the same sign-in");
    expect((await crier(["account", "disconnect", first?.id ?? ""], env)).code).toBe(1);
  });

  test("the typed networks take JSON as well", async () => {
    const input = JSON.stringify({ server: "http://127.0.0.1:1", token: "canary" });
    const { code, err } = await connect("mastodon", ["--credentials-stdin"], {}, input);
    expect(code).toBe(1);
    expect(err).not.toContain("canary");
    expect((await connect("x", ["--help"])).out).toContain("refreshToken");
  });
});
