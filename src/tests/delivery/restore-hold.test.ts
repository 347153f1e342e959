// Tests the hold after a restore: only the network or a person releases what may have gone out since the backup.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "bun:sqlite";
import { makeBackup } from "../../ops/backup.ts";
import { adoptDatabase, restoreBackup, type RestoreReport } from "../../ops/restore.ts";
import {
  postAction,
  DAY,
  HOUR,
  inFuture,
  MINUTE,
  openWorldWith,
  publish,
  read,
  target,
  uncertainPost,
} from "../support/posting.ts";
import { isSettled, type PostBody, type World } from "../support/world.ts";
import { onPostgres } from "../support/postgres.ts";

let place: string;
beforeAll(() => void (place = mkdtempSync(join(tmpdir(), "crier-hold-"))));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const quiet = () => {};

async function backUp(world: World): Promise<string> {
  const to = join(place, world.profileId);
  return (
    await makeBackup(
      { data: world.folder, database: null, to, withKey: false, configuredKey: null, bucket: null },
      world.clock,
      quiet,
    )
  ).path;
}

/** Ends the appliance, restores, and opens it again. */
async function restored(
  world: World,
  backup: string,
  awayMs: number,
  everything = false,
): Promise<RestoreReport> {
  const reports: RestoreReport[] = [];
  await world.restart(awayMs, async () => {
    const request = {
      backup,
      data: world.folder,
      force: true,
      everything,
      configuredKey: null,
      bucket: null,
    };
    reports.push(await restoreBackup(request, world.clock, quiet));
  });
  const [report] = reports;
  if (!report) throw new Error("nothing was restored");
  return report;
}

const scheduled = (world: World, ms: number, more: Record<string, unknown> = {}): Promise<PostBody> =>
  world.post({ caption: `in ${ms}`, schedule: inFuture(world, ms), ...more });

describe.skipIf(onPostgres)("what is held", () => {
  test("every state, by whether it may have gone out by itself", async () => {
    await using world = await openWorldWith([
      "bluesky:ok",
      "bluesky:slow",
      "bluesky:fail",
      "mastodon:ghost",
      "mastodon:limited",
      "slowly:ok",
    ]);
    const to = (account: string) => ({ accounts: [account] });
    const posted = await publish(world, to("bluesky:ok"));
    const failed = await publish(world, to("bluesky:fail"));
    const lost = await uncertainPost(world);
    const draft = await world.post({ caption: "draft", schedule: "draft", ...to("bluesky:ok") });
    const soon = await scheduled(world, 10 * MINUTE, to("bluesky:ok"));
    const later = await scheduled(world, 3 * HOUR, to("bluesky:ok"));
    const limited = await world.post({ caption: "limited", schedule: "now", ...to("mastodon:limited") });
    await world.until(limited.id, ({ targets }) => targets[0]?.status === "retrying", 1);
    const processing = await world.post({ caption: "processing", schedule: "now", ...to("slowly:ok") });
    const isProcessing = async () =>
      (await world.database.all("SELECT id FROM target WHERE state = 'processing'")).length === 1;
    await world.until(processing.id, isProcessing, 1);
    const slow = await world.post({ caption: "slow", schedule: "now", ...to("bluesky:slow") });
    await world.until(slow.id, ({ status }) => status === "publishing", 1);
    const backup = await backUp(world);
    await world.until(slow.id, isSettled, 500);
    await world.until(processing.id, isSettled, 500);
    const report = await restored(world, backup, HOUR);
    expect(report).toMatchObject({ held: 5, later: 1, failed: 1, drafts: 1 });
    const status = async ({ id }: PostBody) => (await read(world, id)).status;
    const now = await Promise.all(
      [posted, failed, lost, draft, soon, later, limited, processing, slow].map(status),
    );
    expect(now).toEqual([
      "posted",
      "failed",
      "uncertain",
      "draft",
      "uncertain",
      "scheduled",
      "uncertain",
      "uncertain",
      "uncertain",
    ]);
    const held = target(await read(world, soon.id));
    expect(held).toMatchObject({
      errorCode: "restored",
      retryable: false,
      nextAction: "reconcile",
      verification: null,
    });
    expect(held.error).toContain("2026-11-21 12:");
    expect(held.error).toContain("it may have been published since");
  });

  test("nothing of it is ever sent by itself; what is due after the restore goes out", async () => {
    await using world = await openWorldWith(["mastodon:ok", "bluesky:ok"]);
    const soon = await scheduled(world, 10 * MINUTE);
    const later = await scheduled(world, 3 * HOUR);
    const backup = await backUp(world);
    await restored(world, backup, HOUR);
    // Up to its time in one leap; from then on in steps that no request takes for its end.
    world.clock.turn(2 * HOUR - MINUTE);
    await world.until(later.id, isSettled);
    world.clock.turn(2 * DAY);
    expect((await read(world, soon.id)).targets.map(({ attempts }) => attempts)).toEqual([0, 0]);
    const live = [...world.published("mastodon"), ...world.published("bluesky")].map(({ text }) => text);
    expect(live).toEqual([later.caption, later.caption]);
  });

  test("what was due within the time the clocks of two machines may differ is held", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const post = await scheduled(world, HOUR + 30_000);
    const backup = await backUp(world);
    expect(await restored(world, backup, HOUR)).toMatchObject({ held: 1 });
    expect((await read(world, post.id)).status).toBe("uncertain");
  });

  test("--hold-all holds what a person may have sent by hand, but no draft", async () => {
    await using world = await openWorldWith(["bluesky:ok", "bluesky:fail"]);
    const failed = await publish(world, { accounts: ["bluesky:fail"] });
    const later = await scheduled(world, DAY, { accounts: ["bluesky:ok"] });
    const draft = await world.post({ caption: "draft", schedule: "draft" });
    const backup = await backUp(world);
    const report = await restored(world, backup, MINUTE, true);
    expect(report).toMatchObject({ held: 2, later: 0, failed: 0, drafts: 2 });
    expect((await read(world, failed.id)).status).toBe("uncertain");
    expect((await read(world, later.id)).status).toBe("uncertain");
    expect((await read(world, draft.id)).status).toBe("draft");
  });

  test("what stays as it was says in its journal that it is restored", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const draft = await world.post({ caption: "draft", schedule: "draft" });
    const backup = await backUp(world);
    await restored(world, backup, MINUTE);
    const { json } = await world.ask("GET", `/posts/${draft.id}/events`);
    expect(json["events"]).toMatchObject([
      { kind: "created" },
      { kind: "restored", detail: expect.stringContaining("is unknown") },
    ]);
  });
});

describe.skipIf(onPostgres)("the way out", () => {
  /** A post that is held and that no network can be asked about. */
  async function heldPost(world: World): Promise<PostBody> {
    const { id } = await scheduled(world, 10 * MINUTE);
    await restored(world, await backUp(world), HOUR);
    return await read(world, id);
  }
  const word = (post: PostBody, action: string) => ({ targetId: target(post).id, action, confirmed: true });

  test("a person saw it", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const post = await heldPost(world);
    const { json } = await postAction(world, post.id, "reconcile", word(post, "mark_published"));
    expect(json).toMatchObject({ status: "posted", targets: [{ nextAction: "none", attempts: 0 }] });
    world.clock.turn(DAY);
    expect(world.published("bluesky")).toEqual([]);
  });

  test("a person saw that it is not there, and only then it can be sent again", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const post = await heldPost(world);
    const retry = () => world.ask("POST", `/posts/${post.id}/retry`, undefined, { prefer: "respond-async" });
    expect((await retry()).json).toMatchObject({ code: "needs_reconciliation" });
    const { json } = await postAction(world, post.id, "reconcile", word(post, "confirm_not_published"));
    expect(json).toMatchObject({ status: "failed", targets: [{ nextAction: "retry", retryable: true }] });
    expect(world.published("bluesky")).toEqual([]);
    expect((await retry()).status).toBe(200);
    expect((await world.until(post.id, isSettled)).status).toBe("posted");
    expect(world.published("bluesky")).toHaveLength(1);
  });

  test("it can't be edited, canceled, scheduled or deleted in between", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const { id } = await heldPost(world);
    const answers = [
      await world.ask("PATCH", `/posts/${id}`, { caption: "x" }),
      await world.ask("POST", `/posts/${id}/cancel`),
      await world.ask("POST", `/posts/${id}/schedule`, { schedule: "now" }),
      await world.ask("DELETE", `/posts/${id}`),
    ];
    expect(answers.map(({ json }) => json["code"])).toEqual([
      ...["already_started", "already_started", "already_started"],
      "needs_reconciliation",
    ]);
  });

  test("one that had been sent is asked about, and what its network lacks waits for a person all the same", async () => {
    // Bluesky proves absence: without the hold, it would be sent again now.
    await using world = await openWorldWith(["bluesky:ghost"]);
    const { id } = await world.post({ caption: "ghost", schedule: "now" });
    await world.until(id, ({ targets }) => targets[0]?.status === "uncertain", 1);
    expect(await restored(world, await backUp(world), 40_000)).toMatchObject({ held: 1, asked: 1 });
    const verdictIs = (verdict: string) => (post: PostBody) => target(post).verification?.verdict === verdict;
    await world.until(id, verdictIs("absent"), 1000);
    const post = await world.until(id, (now) => target(now).nextAction === "reconcile", 1000);
    expect(target(post)).toMatchObject({
      status: "uncertain",
      verification: { verdict: "absent" },
      attempts: 1,
    });
    world.clock.turn(DAY);
    expect(target(await read(world, id)).attempts).toBe(1);
  });
});

describe.skipIf(onPostgres)("the queue", () => {
  test("a restored post keeps its slot, and no other post gets it", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const queued = await world.post({ caption: "first" });
    const backup = await backUp(world);
    const second = await world.post({ caption: "second" });
    await restored(world, backup, MINUTE);
    expect((await read(world, queued.id)).status).toBe("queued");
    const third = await world.post({ caption: "third" });
    expect(third.scheduledFor).toBe(second.scheduledFor);
    const draft = await world.post({ caption: "draft", schedule: "draft" });
    const { json } = await world.ask("POST", `/posts/${draft.id}/schedule`, {});
    const taken = [queued.scheduledFor, third.scheduledFor];
    expect(taken).not.toContain(json["scheduledFor"] as string);
  });
});

describe.skipIf(onPostgres)("a database that went back in time without crier restore", () => {
  const swapDatabase = async (world: World, from: string) => {
    for (const end of ["", "-wal", "-shm"]) rmSync(join(world.folder, `crier.sqlite${end}`), { force: true });
    await Bun.write(join(world.folder, "crier.sqlite"), Bun.file(from));
  };
  const adopt = async (world: World) =>
    void (await adoptDatabase({ data: world.folder, database: null }, false, world.clock));

  test("a backup's copy is recognised, nothing is delivered from it, and --adopt holds", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    const soon = await scheduled(world, 10 * MINUTE);
    const backup = await backUp(world);
    const byHand = () => swapDatabase(world, join(backup, "crier.sqlite"));
    expect(world.restart(HOUR, byHand)).rejects.toThrow("is a backup's copy of 2026-11-21T12:00:00.000Z");
    await world.restart(0, () => adopt(world));
    expect(target(await read(world, soon.id))).toMatchObject({ status: "uncertain", errorCode: "restored" });
  });

  test("so is an older file of the same database, also after many starts", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    await world.restart();
    const soon = await scheduled(world, 10 * MINUTE);
    const old = join(place, "old.sqlite");
    await world.restart(
      0,
      async () => void (await Bun.write(old, Bun.file(join(world.folder, "crier.sqlite")))),
    );
    expect(world.restart(HOUR, () => swapDatabase(world, old))).rejects.toThrow(
      "is older than the one that was here",
    );
    await world.restart(0, () => adopt(world));
    expect((await read(world, soon.id)).status).toBe("uncertain");
    // From here on it is the one.
    await world.restart(MINUTE);
    expect((await read(world, soon.id)).status).toBe("uncertain");
  });

  test("a copy that is ten seconds old is recognised while the appliance works, without a restart", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    await publish(world);
    world.clock.turn(10_000);
    const old = join(place, "young.sqlite");
    new Database(join(world.folder, "crier.sqlite"), { readonly: true }).query("VACUUM INTO ?").run(old);
    const before = await Bun.file(join(world.folder, "high-water.json")).text();
    await publish(world);
    world.clock.turn(10_000);
    const after = async () => await Bun.file(join(world.folder, "high-water.json")).text();
    while ((await after()) === before) await new Promise((resolve) => setImmediate(resolve));
    const marks = await after();
    const swap = async () => {
      await swapDatabase(world, old);
      // As after kill -9: the last mark is the one of the timer.
      await Bun.write(join(world.folder, "high-water.json"), marks);
    };
    expect(world.restart(0, swap)).rejects.toThrow("is older than the one that was here");
  });

  test("another database, a fresh one and a folder without a mark are none of these", async () => {
    await using world = await openWorldWith(["bluesky:ok"]);
    await world.restart(0, async () => rmSync(join(world.folder, "high-water.json")));
    await world.restart(0, async () => void (await Bun.write(join(world.folder, "high-water.json"), "{")));
    await using other = await openWorldWith([]);
    await other
      .restart(0, async () => swapDatabase(other, join(world.folder, "crier.sqlite")))
      .catch((error: unknown) => {
        // It got as far as the key, which is another one.
        expect(String(error)).toContain("secret key");
      });
  });
});
