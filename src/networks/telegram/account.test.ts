// Connecting a channel: what is entered, what Telegram reports, and what can't be connected (networks/telegram.facts.md 3).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { onlyOne, openBench, type Bench } from "../../tests/support/network-fixture.ts";
import { StepFailedError } from "../network.ts";
import { simulatedTelegram } from "../../simulator/telegram/index.ts";
import { telegram } from "./index.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench({ network: telegram, simulated: simulatedTelegram })));
afterAll(() => bench[Symbol.asyncDispose]());

describe("connecting", () => {
  const token = (handle: string) => bench.io(handle).credentials["token"] ?? "";
  const login = (handle: string, chat: string, store = "") =>
    telegram.connect.login({ token: token(handle), chat, store }, bench.io(handle));

  test.each(["@ok_news", "ok_news", "https://t.me/ok_news", "t.me/ok_news/"])(
    "%s is a channel",
    async (chat) => {
      const account = onlyOne(await login("ok-news", chat, bench.io("ok-news").credentials["store"]));
      expect(account).toMatchObject({ server: null, handle: "ok_news", expiresAt: null });
      expect(account.remoteId).toMatch(/^-100\d+$/);
      expect(account.credentials).toEqual(bench.io("ok-news").credentials);
      expect(account.profileUrl).toContain("/ok_news");
    },
  );
  test("a private channel is known by its number", async () => {
    const { chatId = "" } = bench.io("ok-private").credentials;
    expect(onlyOne(await login("ok-private", chatId))).toMatchObject({ handle: chatId, profileUrl: null });
  });
  test.each([
    ["a token that is none", { token: "../me", chat: "@ok_news" }, "not a bot token"],
    ["a name that is none", { token: "1:0123456789", chat: "no name" }, "not a channel"],
  ])("%s is refused before anything is asked", async (_, fields, expectedMessage) => {
    const requested = bench.requests.length;
    const refused = telegram.connect.login(fields, bench.io("ok"));
    expect(refused).rejects.toMatchObject({ outcome: { detail: expect.stringContaining(expectedMessage) } });
    expect(bench.requests.length).toBe(requested);
  });
  test("a refused connection is reported with advice and without the token", async () => {
    const news = bench.io("ok-news").credentials;
    const cases: [() => Promise<unknown>, string][] = [
      [() => login("expired-x", "@expired_x"), "Connect the channel again"],
      [() => login("ok-news", "@nobody_here"), "chat not found"],
      [() => login("ok-news", news["store"] ?? ""), "not to groups or people"],
      [() => login("ok-guest", "@ok_guest"), "Make the bot an administrator"],
      [() => login("ok-news", "@ok_news", news["chatId"]), "must be private"],
      [() => login("ok-news", "@ok_news", "@friends"), "Enter the number"],
    ];
    for (const [refused, says] of cases) {
      const stopped = await refused().catch((error: unknown) => error);
      if (!(stopped instanceof StepFailedError)) throw new Error(`not refused: ${says}`);
      expect(stopped.outcome).toMatchObject({ kind: "refused", category: "auth" });
      expect(stopped.outcome.detail).toContain(says);
      expect(stopped.outcome.detail).not.toContain("simulated-");
    }
  });
  test("live values", async () => {
    const { values } = await telegram.liveOptions(bench.io("ok-closed"));
    expect(values).toMatchObject({ username: "ok_closed", has_protected_content: true });
    expect(telegram.liveOptions(bench.io("ok-guest"))).rejects.toBeInstanceOf(StepFailedError);
  });
});
