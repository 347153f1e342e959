// The server's log: what happens to posts and accounts, as JSON for programs or as text for people, and never a secret.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLog } from "../../log.ts";
import { onTerminal } from "../support/terminal.ts";
import { openWorld } from "../support/world.ts";

interface Line {
  readonly level: string;
  readonly event: string;
  readonly platform?: string;
  readonly postId?: string;
  readonly targetId?: string;
  readonly detail?: string;
}

describe("at level info", () => {
  test("deliveries, failures, lost answers and how they were resolved, accounts to reconnect, the end", async () => {
    const lines: string[] = [];
    const world = await openWorld({ CRIER_LOG: "info" }, undefined, null, (line) => lines.push(line));
    const log = () => lines.map((line) => JSON.parse(line) as Line);
    const eventsOf = (platform: string) =>
      log().flatMap(({ level, event, ...line }) => (line.platform === platform ? [`${level} ${event}`] : []));
    try {
      for (const [platform, handle] of [
        ["bluesky", "lost"],
        ["mastodon", "ok"],
        ["telegram", "fail"],
        ["threads", "expired"],
        ["x", "ghost"],
      ] as const)
        await world.account(platform, handle);
      const post = await world.post({ caption: "Hello", schedule: "now" });
      await world.until(post.id, ({ targets }) => targets[0]?.status === "posted");
      expect(eventsOf("mastodon")).toEqual(["info posted"]);
      expect(eventsOf("bluesky")).toEqual(["warn uncertain", "info found_live"]);
      expect(eventsOf("telegram")).toEqual(["warn failed"]);
      expect(eventsOf("threads")).toEqual(expect.arrayContaining(["warn failed", "warn needs_reconnect"]));
      expect(eventsOf("x")[0]).toBe("warn uncertain");
      const { targetId } = log().find(({ platform }) => platform === "x") ?? {};
      const word = { targetId, action: "confirm_not_published", confirmed: true };
      expect((await world.ask("POST", `/posts/${post.id}/reconcile`, word)).status).toBe(200);
      expect(eventsOf("x").at(-1)).toBe("info marked_not_published");
      const posted = log().find(({ platform }) => platform === "mastodon");
      expect(posted).toMatchObject({ postId: post.id, detail: expect.stringContaining("http") });
      expect(posted?.targetId).toBeString();
    } finally {
      await world[Symbol.asyncDispose]();
    }
    expect(log().map(({ event }) => event)).toEqual(expect.arrayContaining(["ready", "stopping", "stopped"]));
    const text = lines.join("\n");
    expect(text).not.toContain(world.key);
    expect(text).not.toMatch(/crier_live_|accessToken|password|Bearer/);
  });
});

describe("as text", () => {
  const NOW = Date.parse("2026-11-23T08:00:01Z");
  const written = (write: (log: ReturnType<typeof openLog>) => void) => {
    const lines: string[] = [];
    write(openLog("info", { now: () => NOW }, (line) => lines.push(line), "text"));
    return lines;
  };
  const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}/;

  test("one line: local time, level, what happened and where", () => {
    const [line = ""] = written((log) =>
      log.warn("needs_reconnect", { platform: "x", accountId: "01a2", detail: "Connect it again." }),
    );
    expect(line).toMatch(TIME);
    expect(line.replace(TIME, "")).toBe("warn   needs reconnect on x: Connect it again. (accountId 01a2)");
    const local = Temporal.Instant.fromEpochMilliseconds(NOW).toZonedDateTimeISO(Temporal.Now.timeZoneId());
    expect(line).toStartWith(local.toPlainDateTime().toString().replace("T", " "));
  });

  test("below the level nothing is written, and a cause has its stack below", () => {
    const lines = written((log) => {
      log.debug("request", { path: "/v1" });
      log.error("dispatch_failed", { cause: new Error("disk") });
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("error  dispatch failed\n    Error: disk\n        at ");
  });

  test("a network's words can't look like another line", () => {
    const detail = "no\n2026-11-23 09:00:02  info   posted on x: https://x.com/1";
    const [line = ""] = written((log) => log.warn("failed", { detail }));
    expect(line.split("\n")).toHaveLength(1);
  });
});

describe("the format", () => {
  let folder = "";
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "crier-log-"))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** What crier serve writes on a terminal until Ctrl+C. */
  const served = async (env: Record<string, string>) => {
    const args = ["serve", "--port", "0", "--data", join(folder, "data")];
    const { code, rows } = await onTerminal(args, { env, columns: 160 }, async ({ shows, type }) => {
      await shows("Crier is ready at");
      type("\u0003");
    });
    return { code, text: rows.join("\n") };
  };

  test("is text on a terminal, unless CRIER_LOG_FORMAT says json", async () => {
    const text = await served({});
    expect(text.code).toBe(0);
    expect(text.text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}info {3}ready: http/m);
    expect(text.text).toContain("info   stopped");
    const json = await served({ CRIER_LOG_FORMAT: "json" });
    expect(json.text).toContain('"event":"ready"');
  });
});
