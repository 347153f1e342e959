// Tests backups that a running server makes: asked for on a page or by the schedule, one at a time, complete or absent.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";
import { listen } from "../support/live-client.ts";
import { makeOwner, signIn, type Ask } from "../support/owner.ts";
import { HOUR, MINUTE } from "../support/posting.ts";
import { smallDisk } from "../support/small-disk.ts";
import { stickMedia } from "../support/stuck-backup.ts";
import { waitUntil } from "../support/wait-until.ts";
import { leastOf, longestTurnOf } from "../support/work.ts";
import { openWorld, type World } from "../support/world.ts";
import { onPostgres } from "../support/postgres.ts";

interface Listed {
  readonly backups: readonly {
    readonly name: string;
    readonly path: string;
    readonly isComplete: boolean;
    readonly takenAt: string;
    readonly bytes: number;
    readonly verified: { readonly at: string; readonly sound: boolean } | null;
  }[];
  readonly fault: string | null;
  readonly running: { readonly kind: string; readonly stage: string; readonly percent: number } | null;
  readonly last: { readonly kind: string; readonly name: string; readonly failure: string | null } | null;
  readonly schedule: {
    readonly every: string | null;
    readonly keep: number | null;
    readonly fixed: string[];
  };
  readonly key: {
    readonly fingerprint: string;
    readonly file: string;
    readonly kept: { readonly by: string } | null;
  };
}

let world: World;
let ask: Ask;
beforeEach(async () => {
  await open();
});
afterEach(() => world[Symbol.asyncDispose]());

async function open(env: Record<string, string> = {}): Promise<void> {
  world = await openWorld(env);
  await makeOwner(world);
  ({ ask } = await signIn(world));
}

const list = async () => (await ask("GET", "/backups")).json as unknown as Listed;
const made = async () => {
  await waitUntil(async () => (await list()).running === null);
  return await list();
};
const backUp = async () => {
  const { status } = await ask("POST", "/backups");
  expect(status).toBe(202);
  return await made();
};
const place = () => join(world.folder, "backups");
const schedule = (more: object) =>
  ask("PUT", "/backups/schedule", { every: null, keep: null, folder: null, ...more });

/** Child processes of this one that make backups. */
const makers = () =>
  Bun.spawnSync(["pgrep", "-P", String(process.pid), "-f", "backup.child"])
    .stdout.toString()
    .split("\n")
    .filter((pid) => pid !== "");

/** A backup that does not get further than half its files. */
async function stuck(): Promise<void> {
  await stickMedia(world);
  await ask("POST", "/backups");
  await waitUntil(async () => (await list()).running?.stage === "media");
  expect(await list()).toMatchObject({
    running: { kind: "backup", percent: 0 },
    backups: [{ isComplete: false }],
  });
}

describe.skipIf(onPostgres)("a backup that a person asks for", () => {
  test("is made and verified while the server goes on, and is listed with what is known of it", async () => {
    expect(await list()).toMatchObject({
      backups: [],
      running: null,
      last: null,
      schedule: { every: null, keep: null, folder: place(), fixed: [] },
    });
    const { backups, last } = await backUp();
    const at = new Date(world.clock.now()).toISOString();
    expect(last).toMatchObject({ kind: "backup", name: backups[0]?.name, failure: null });
    expect(backups).toMatchObject([
      {
        isComplete: true,
        takenAt: at,
        verified: { at, sound: true },
        missingFiles: 0,
        hasKey: false,
        bytes: expect.any(Number),
      },
    ]);
    expect(existsSync(join(backups[0]?.path ?? "", "secret.key"))).toBeFalse();
    expect((await ask("GET", "/system")).json["backups"]).toEqual({
      lastAt: at,
      verifiedAt: at,
      folder: place(),
    });
  });

  test("readers of the live stream are told when to look again, and nothing more", async () => {
    using client = await listen(world, await signIn(world));
    await client.until(({ messages }) => messages.length > 0);
    await ask("POST", "/backups");
    const messagesOf = (event: string) => client.messages.filter((message) => message.event === event);
    await client.until(() => messagesOf("backups").length > 1 && messagesOf("attention").length > 0);
    await made();
    expect(messagesOf("backups").every(({ data }) => Object.keys(data).length === 0)).toBeTrue();
  });

  test("one at a time: of two callers at once one is refused, and neither spoils the other's", async () => {
    const both = await Promise.all([ask("POST", "/backups"), ask("POST", "/backups")]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    expect(both.find(({ status }) => status === 409)?.json).toMatchObject({ code: "backup_running" });
    const { backups } = await made();
    expect(backups).toHaveLength(1);
    const name = backups[0]?.name ?? "";
    const again = await Promise.all([ask("POST", `/backups/${name}/verify`), ask("POST", "/backups")]);
    expect(again.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    await made();
  });

  test("is verified again on request, and says so when a byte of it has changed", async () => {
    const [first] = (await backUp()).backups;
    world.clock.turn(HOUR);
    expect((await ask("POST", `/backups/${first?.name ?? ""}/verify`)).status).toBe(202);
    const at = new Date(world.clock.now()).toISOString();
    expect((await made()).backups[0]?.verified).toEqual({ at, sound: true });
    const database = join(first?.path ?? "", "crier.sqlite");
    const bytes = readFileSync(database);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    writeFileSync(database, bytes);
    await ask("POST", `/backups/${first?.name ?? ""}/verify`);
    const { backups, last } = await made();
    expect(backups[0]?.verified).toMatchObject({ sound: false });
    expect(last?.failure).toContain("crier.sqlite is not as it was written");
    const items = (await ask("GET", "/attention")).json["items"] as { id: string }[];
    expect(items).toEqual([]);
    await schedule({ every: "24h" });
    expect((await ask("GET", "/attention")).json["items"]).toMatchObject([
      { title: "The last backup is damaged" },
    ]);
  });

  test("what is no backup's name leads nowhere", async () => {
    await backUp();
    mkdirSync(join(place(), "crier-not-one"));
    for (const name of ["crier-not-one", "crier-none", "..", "%2e%2e%2fbackups", ".crier-x.unfinished"]) {
      const { status, json } = await ask("POST", `/backups/${name}/verify`);
      expect([name, status, json["code"]]).toEqual([name, 404, "not_found"]);
    }
    expect((await list()).backups.map(({ isComplete }) => isComplete)).toEqual([false, true]);
  });

  test("the loop goes on and posts go out meanwhile", async () => {
    const bytes = await Bun.file(SAMPLES.photo.path).bytes();
    const form = new FormData();
    form.set("file", new File([bytes], "photo.jpg"));
    await world.ask("POST", "/media", form);
    const account = await world.account("bluesky", "ok");
    const longest = async () => {
      await ask("POST", "/backups");
      return await longestTurnOf(async () => {
        const post = await world.post({ caption: "meanwhile", accounts: [account], schedule: "now" });
        await world.until(post.id, ({ status }) => status === "posted");
        const { last: ended } = await made();
        expect(ended?.failure).toBeNull();
      });
    };
    // 50 ms on a machine of its own; here others work too.
    expect(await leastOf(longest, 500)).toBeLessThan(500);
  });
});

describe.skipIf(onPostgres)("what goes wrong", () => {
  test("a process that is killed in the middle leaves nothing that looks like a backup", async () => {
    await stuck();
    for (const pid of makers()) process.kill(Number(pid), "SIGKILL");
    const { backups, last } = await made();
    expect(last?.failure).toContain("was ended by something else");
    expect(backups).toEqual([]);
    expect(existsSync(place()) ? readdirSync(place()) : []).toEqual([]);
  });

  test("the server stops in the middle: the process ends with it, and nothing is left", async () => {
    await stuck();
    await world.restart();
    expect(makers()).toEqual([]);
    expect(readdirSync(place())).toEqual([]);
    ({ ask } = await signIn(world));
    const failure = "The server stopped before it was done.";
    expect(await list()).toMatchObject({ running: null, last: { failure }, backups: [] });
  });

  test("what an earlier process left behind is never listed as a backup", async () => {
    for (const name of [".crier-2026-11-20T03-00-00-000Z.unfinished", "crier-2026-11-20T04-00-00-000Z"])
      mkdirSync(join(place(), name), { recursive: true });
    const { backups } = await list();
    expect(backups).toMatchObject([
      { name: "crier-2026-11-20T04-00-00-000Z", isComplete: false, takenAt: null, verified: null },
      { name: "crier-2026-11-20T03-00-00-000Z", isComplete: false, takenAt: null, verified: null },
    ]);
  });

  test("a full disk: the reason is said, and what there was stays as it was", async () => {
    using disk = smallDisk("24m");
    if (!disk) return;
    expect((await schedule({ folder: join(disk.path, "backups") })).status).toBe(200);
    const { backups } = await backUp();
    expect(backups).toHaveLength(1);
    disk.remount("size=1m");
    const { last, backups: after } = await backUp();
    expect(last?.failure).toEndWith("can't be used: its disk is full.");
    expect(after).toEqual(backups);
  });

  test("a folder that can't be written, or is in the data folder, is refused with the reason", async () => {
    const file = SAMPLES.photo.path;
    for (const [folder, why] of [
      [join(file, "below"), "it is not a folder"],
      ["relative/path", "must be a whole path"],
      [join(world.folder, "media"), "outside of the data folder"],
      [world.folder, "outside of the data folder"],
      ["/proc/crier-backups", "can't be made"],
    ]) {
      const { status, json } = await schedule({ folder });
      expect([folder, status, json["code"]]).toEqual([folder, 400, "invalid_request"]);
      expect(json["detail"]).toContain(why ?? "");
    }
    expect((await list()).schedule).toMatchObject({ folder: place() });
  });

  test("a folder that has become unreadable is said, and the page still answers", async () => {
    const folder = join(world.folder, "..", `elsewhere-${process.pid}`);
    expect((await schedule({ folder })).status).toBe(200);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "");
    try {
      expect(await list()).toMatchObject({
        backups: [],
        fault: expect.stringContaining("it is not a folder"),
      });
      await ask("POST", "/backups");
      expect((await made()).last?.failure).toContain("can't be used");
    } finally {
      rmSync(folder);
    }
  });
});

describe.skipIf(onPostgres)("the schedule", () => {
  test("is kept, refused where it is wrong, and written down", async () => {
    expect((await schedule({ every: "03:15", keep: 7 })).json).toMatchObject({ every: "03:15", keep: 7 });
    for (const [wrong, pointer] of [
      [{ every: "25:00" }, "/every"],
      [{ every: "5m" }, "/every"],
      [{ every: "60d" }, "/every"],
      [{ keep: 0 }, "/keep"],
    ] as const) {
      const { status, json } = await schedule(wrong);
      expect(status).toBe(400);
      expect(json["errors"]).toMatchObject([{ pointer }]);
    }
    expect((await list()).schedule).toMatchObject({ every: "03:15", keep: 7 });
    const { json } = await ask("GET", "/audit?action=backup.schedule");
    expect(json["entries"]).toMatchObject([{ detail: { every: "03:15", keep: 7, folder: null } }]);
  });

  test("backups come by it, also over a restart, and the oldest make room", async () => {
    await schedule({ every: "6h", keep: 2 });
    const next = async () => {
      world.clock.turn(MINUTE);
      await waitUntil(async () => (await list()).running === null);
    };
    const count = (n: number) =>
      waitUntil(async () => {
        await next();
        return (await list()).backups.length === n;
      });
    await count(1);
    const [first] = (await list()).backups;
    world.clock.turn(5 * HOUR);
    await next();
    expect((await list()).backups).toHaveLength(1);
    // Due while the server is off: made when it starts.
    await world.restart(2 * HOUR);
    ({ ask } = await signIn(world));
    await count(2);
    await world.restart();
    ({ ask } = await signIn(world));
    await next();
    expect((await list()).backups).toHaveLength(2);
    world.clock.turn(6 * HOUR);
    await waitUntil(async () => {
      await next();
      return !(await list()).backups.some(({ name }) => name === first?.name);
    });
    expect((await list()).backups).toMatchObject([
      { verified: { sound: true } },
      { verified: { sound: true } },
    ]);
  });

  test("backups of another Crier in the same folder count for nothing, and none of them is removed", async () => {
    await schedule({ every: "6h", keep: 1 });
    const count = async () => (await list()).backups.length;
    world.clock.turn(MINUTE);
    await waitUntil(async () => (await count()) === 1);
    await made();
    const [own] = (await list()).backups;
    const file = join(own?.path ?? "", "manifest.json");
    const manifest = JSON.parse(readFileSync(file, "utf8")) as { secretKey: object };
    const other = { ...manifest, secretKey: { ...manifest.secretKey, fingerprint: "0000000000000000" } };
    writeFileSync(file, JSON.stringify(other));
    world.clock.turn(MINUTE);
    await waitUntil(async () => (await count()) === 2);
    await made();
    expect((await list()).backups.map(({ name }) => name)).toContain(own?.name ?? "");
  });

  test("the settings win, and say so", async () => {
    await world[Symbol.asyncDispose]();
    await open({ CRIER_BACKUP_EVERY: "12h", CRIER_BACKUP_KEEP: "3" });
    expect((await list()).schedule).toMatchObject({ every: "12h", keep: 3, fixed: ["every", "keep"] });
    const { status, json } = await schedule({ every: "6h", keep: 3 });
    expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ pointer: "/every" }] } });
    expect(json["detail"]).toContain("CRIER_BACKUP_EVERY decides this");
    expect((await schedule({ every: "12h", keep: 3, folder: place() })).status).toBe(200);
    expect(() => openWorld({ CRIER_BACKUP_EVERY: "at night" })).toThrow(
      "CRIER_BACKUP_EVERY must be a time of day",
    );
  });

  test("one that is overdue needs a person, with the reason", async () => {
    await schedule({ every: "6h" });
    world.clock.turn(MINUTE);
    await waitUntil(async () => (await list()).backups.length === 1);
    await made();
    const items = async () =>
      (await ask("GET", "/attention")).json["items"] as { id: string; detail: string }[];
    expect(await items()).toEqual([]);
    rmSync(place(), { recursive: true });
    writeFileSync(place(), "");
    world.clock.turn(7.5 * HOUR);
    await waitUntil(async () => (await list()).last?.failure !== null);
    expect(await items()).toMatchObject([
      { id: "backup:last", severity: "soon", title: "The last backup is 7 hours old" },
    ]);
    expect((await items())[0]?.detail).toContain("it is not a folder");
    rmSync(place());
  });
});

test.skipIf(onPostgres)(
  "whether the key is kept elsewhere is asked until somebody confirms it, for this very key",
  async () => {
    const { key } = await list();
    const file = join(world.folder, "secret.key");
    expect(key).toEqual({ fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), file, kept: null });
    expect((await ask("POST", "/key-kept", { fingerprint: "0000000000000000" })).status).toBe(404);
    const { status, json } = await ask("POST", "/key-kept", { fingerprint: key.fingerprint });
    expect({ status, json }).toMatchObject({ status: 200, json: { kept: { by: "owner:me@example.com" } } });
    await ask("POST", "/key-kept", { fingerprint: key.fingerprint });
    const acts = (await ask("GET", "/audit?action=secret_key.keep")).json["entries"];
    expect(acts).toHaveLength(1);
    expect((await list()).key.kept).toMatchObject({ by: "owner:me@example.com" });
    await world.appliance.store.workspace.setSecretKid("1111111111111111");
    expect((await list()).key).toEqual({ fingerprint: "1111111111111111", file, kept: null });
  },
);
