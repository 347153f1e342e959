// The store's contract: profiles, API keys, slots, import hosts, the plan and the audit log.
import { JOB_SILENCE_MS } from "../../../domain/backup.ts";
import { expect } from "bun:test";
import type { AuditFilter } from "../../../domain/store/audit.ts";
import { application, AT, bytes, entry, id, key, post, PROFILE, profile, slot } from "../records.ts";
import type { Rule } from "./index.ts";

const named = (n: number, name: string) => ({ ...profile, id: id(n), name });
const actions = (rows: readonly { action: string }[]) => rows.map(({ action }) => action);

export function adminContract(rule: Rule): void {
  profiles(rule);
  keys(rule);
  workspace(rule);
}

function profiles(rule: Rule): void {
  rule("a profile is stored with its slots and found by id and by name", async ({ store }) => {
    const first = { ...slot, profileId: id(70) };
    expect(await store.profiles.create(named(70, "Ärzte"), [first], entry)).toBeTrue();
    expect(await store.profiles.find(id(70))).toEqual(named(70, "Ärzte"));
    expect(await store.profiles.find("ÄRZTE")).toEqual(named(70, "Ärzte"));
    expect(await store.slots.list(id(70))).toEqual([first]);
  });

  rule(
    "a name belongs to one profile, whatever its case, and nothing of the second is stored",
    async ({ store }) => {
      const slots = [{ ...slot, id: id(71), profileId: id(70) }];
      expect(
        await store.profiles.create(named(70, "ONE"), slots, { ...entry, action: "second" }),
      ).toBeFalse();
      expect(await store.profiles.find(id(70))).toBeNull();
      expect(actions(await store.audit.page(10, null))).not.toContain("second");
    },
  );

  rule("profiles are listed by id, the oldest first", async ({ store }) => {
    for (const n of [72, 71]) await store.profiles.create(named(n, `p${n}`), [], entry);
    expect((await store.profiles.list()).map((each) => each.id)).toEqual([PROFILE, id(71), id(72)]);
  });

  rule("an update changes only what is given, and its audit entry sees the result", async ({ store }) => {
    const changes = { name: "uno", keepMetadata: true, defaultAccounts: [id(2)] } as const;
    const changed = { ...profile, name: "uno", keepMetadata: true, defaultAccounts: [id(2)] };
    const seen: unknown[] = [];
    const audit = (each: unknown) => {
      seen.push(each);
      return entry;
    };
    expect(await store.profiles.update(PROFILE, changes, audit)).toEqual(changed);
    expect(seen.at(-1)).toEqual(changed);
    expect(await store.profiles.find("one")).toBeNull();
  });

  rule("an update to a name that is taken, or of no profile, changes nothing", async ({ store }) => {
    await store.profiles.create(named(70, "two"), [], entry);
    const changes = { name: "two" };
    expect(await store.profiles.update(PROFILE, changes, () => entry)).toBe("name_taken");
    expect(await store.profiles.update(id(99), { ...changes, name: "x" }, () => entry)).toBe("missing");
    expect(await store.profiles.find(PROFILE)).toEqual(profile);
  });

  rule("removing a profile removes its keys, accounts, slots and posts", async ({ store }) => {
    await store.keys.create(key, bytes(3), entry);
    await store.posts.create(post(id(10), "pending", "time"), null, null, entry);
    expect(await store.profiles.remove(PROFILE, entry)).toBeTrue();
    expect(await store.profiles.remove(PROFILE, entry)).toBeFalse();
    expect(await store.keys.byHash(bytes(3))).toBeNull();
    expect(await store.accounts.ofProfile(PROFILE)).toEqual([]);
    expect(await store.posts.get(PROFILE, id(10))).toBeNull();
    expect(await store.journal.nextDue(0)).toBeNull();
  });
}

function keys(rule: Rule): void {
  rule("a key is found by its hash and never given back with it", async ({ store }) => {
    expect(await store.keys.create(key, bytes(3), entry)).toBeTrue();
    expect(await store.keys.byHash(bytes(3))).toEqual(key);
    expect(await store.keys.byHash(bytes(4))).toBeNull();
    expect(await store.keys.find(key.id)).toEqual(key);
  });

  rule("a key of no profile is refused", async ({ store }) => {
    expect(await store.keys.create({ ...key, profileId: id(99) }, bytes(3), entry)).toBeFalse();
    expect(await store.keys.ofProfile(null)).toEqual([]);
  });

  rule(
    "a rotated key keeps its rights, and the old one ends when it is asked to, never later than before",
    async ({ store }) => {
      await store.keys.create({ ...key, expiresAt: AT + 5 }, bytes(3), entry);
      const fresh = { id: id(62), last4: "efgh", createdAt: AT, createdBy: "cli" };
      const rotated = await store.keys.rotate(key.id, fresh, bytes(9), AT + 9, entry);
      expect(rotated).toEqual({ ...key, ...fresh, expiresAt: AT + 5 });
      expect((await store.keys.find(key.id))?.expiresAt).toBe(AT + 5);
      expect((await store.keys.ofProfile(PROFILE)).map((each) => each.id)).toEqual([key.id, id(62)]);
    },
  );

  rule("a key that is revoked or expired can't be rotated, and is revoked once", async ({ store }) => {
    await store.keys.create({ ...key, expiresAt: AT - 1 }, bytes(3), entry);
    const fresh = { id: id(62), last4: "efgh", createdAt: AT, createdBy: "cli" };
    expect(await store.keys.rotate(key.id, fresh, bytes(9), AT, entry)).toBeNull();
    expect(await store.keys.revoke(key.id, AT, entry)).toBeTrue();
    expect(await store.keys.revoke(key.id, AT + 1, entry)).toBeFalse();
    expect((await store.keys.find(key.id))?.revokedAt).toBe(AT);
    expect(await store.keys.byHash(bytes(9))).toBeNull();
  });

  rule(
    "the posts of each key are counted from a moment on, and those that are gone are not",
    async ({ store }) => {
      await store.keys.create(key, bytes(3), entry);
      await store.keys.create({ ...key, id: id(61) }, bytes(4), entry);
      const made = Number.parseInt(id(0).replaceAll("-", "").slice(0, 12), 16);
      for (const [n, actor] of [`key:${key.id}`, `key:${key.id}`, `key:${id(61)}`, "cli"].entries())
        await store.posts.create(post(id(10 * n + 100), "draft", "draft"), null, null, { ...entry, actor });
      await store.posts.revise(PROFILE, id(100), () => ({ at: AT, remove: true }));
      const counts = async (profile: string | null, since: number) => [
        ...(await store.keys.postsOf(profile, since)),
      ];
      const all: [string, number][] = [
        [key.id, 1],
        [id(61), 1],
      ];
      expect(await counts(PROFILE, made)).toEqual(all);
      expect(await counts(null, made)).toEqual(all);
      expect(await counts(PROFILE, made + 1)).toEqual(all.map(([of]): [string, number] => [of, 0]));
      expect(await counts(id(99), made)).toEqual([]);
    },
  );

  rule("the last use of a key is remembered", async ({ store }) => {
    await store.keys.create(key, bytes(3), entry);
    await store.keys.used(key.id, AT + 1, "192.0.2.7");
    expect(await store.keys.find(key.id)).toEqual({
      ...key,
      lastUsedAt: AT + 1,
      lastUsedFrom: "192.0.2.7",
    });
  });
}

function workspace(rule: Rule): void {
  rule("a schedule of backups replaces the one before, and each change has its entry", async ({ store }) => {
    expect(await store.backups.schedule()).toBeNull();
    const nightly = { every: "03:15", keep: 14, folder: "/mnt/backups" };
    await store.backups.setSchedule(nightly, { ...entry, action: "first" });
    expect(await store.backups.schedule()).toEqual(nightly);
    const never = { every: null, keep: null, folder: null };
    await store.backups.setSchedule(never, { ...entry, action: "second" });
    expect(await store.backups.schedule()).toEqual(never);
    expect(actions(await store.audit.page(10, null))).toEqual(expect.arrayContaining(["first", "second"]));
  });

  rule(
    "backups that were made or checked are known, the newest first, and the oldest make room",
    async ({ store }) => {
      const { backups } = store;
      expect(await backups.known()).toEqual([]);
      await backups.noteMade("/b/one", AT);
      await backups.noteMade("/b/two", AT + 2);
      await backups.noteChecked("/b/one", { at: AT + 5, sound: false });
      await backups.noteChecked("/elsewhere", { at: AT + 1, sound: true });
      await backups.noteChecked("/b/one", { at: AT + 6, sound: true });
      expect(await backups.known()).toEqual([
        { path: "/b/two", madeAt: AT + 2, check: null },
        { path: "/elsewhere", madeAt: null, check: { at: AT + 1, sound: true } },
        { path: "/b/one", madeAt: AT, check: { at: AT + 6, sound: true } },
      ]);
      // Another one in its place was never checked.
      await backups.noteMade("/b/one", AT + 3);
      expect((await backups.known())[0]).toEqual({ path: "/b/one", madeAt: AT + 3, check: null });
      for (let n = 0; n < 199; n++) await backups.noteMade(`/c/${n}`, AT + 10 + n);
      const known = await backups.known();
      expect(known.map(({ path }) => path).slice(-2)).toEqual(["/c/0", "/b/one"]);
      expect(known).toHaveLength(200);
    },
  );

  rule(
    "one thing at a time is done with backups, until it ends or its process is silent",
    async ({ store }) => {
      const { backups } = store;
      const job = { kind: "backup", name: null, startedAt: AT, stage: "start", percent: 0 } as const;
      const ended = { kind: "backup", name: "one", endedAt: AT + 9, copied: 5, failure: null } as const;
      const eightTimes = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, act));
      // Opens the connections first, so that all eight begin at the same moment.
      for (const jobs of await eightTimes(() => backups.jobs(AT)))
        expect(jobs).toEqual({ running: null, last: null });
      const begun = await eightTimes(() => backups.beginJob(job, AT));
      expect(begun.filter((running) => running === null)).toHaveLength(1);
      expect(begun).toContainEqual(job);
      await backups.noteJob({ ...job, percent: 50 }, AT + 1);
      expect(await backups.jobs(AT + 2)).toEqual({ running: { ...job, percent: 50 }, last: null });
      await backups.endJob(ended);
      await backups.noteJob({ ...job, percent: 60 }, AT + 10);
      expect(await backups.jobs(AT + 11)).toEqual({ running: null, last: ended });
      const verify = { ...job, kind: "verify", name: "one" } as const;
      expect(await backups.beginJob(verify, AT + 20)).toBeNull();
      expect((await backups.beginJob(job, AT + 20 + JOB_SILENCE_MS))?.kind).toBe("verify");
      const silent = AT + 21 + JOB_SILENCE_MS;
      expect(await backups.jobs(silent)).toEqual({ running: null, last: ended });
      expect(await backups.beginJob(job, silent)).toBeNull();
      await backups.endJob(null);
      expect(await backups.jobs(silent)).toEqual({ running: null, last: ended });
    },
  );

  rule("who first keeps a copy of a key stays written down, for this key alone", async ({ store }) => {
    const kept = { fingerprint: "one", at: AT, by: "owner:a@example.com" };
    expect(await store.backups.keptKey("one")).toBeNull();
    expect(await store.backups.keepKey(kept, { ...entry, action: "first" })).toBeTrue();
    const again = { ...kept, by: "owner:b@example.com" };
    expect(await store.backups.keepKey(again, { ...entry, action: "again" })).toBeFalse();
    expect(await store.backups.keptKey("one")).toEqual(kept);
    expect(await store.backups.keptKey("other")).toBeNull();
    expect(actions(await store.audit.page(10, null))).not.toContain("again");
  });

  rule("slots are replaced as a whole, and only of a profile that exists", async ({ store }) => {
    const later = { ...slot, weekdays: [1, 3, 7], time: "10:00" };
    expect(await store.slots.replace(PROFILE, [later], null, entry)).toBeTrue();
    expect(await store.slots.replace(PROFILE, [], null, entry)).toBeTrue();
    expect(await store.slots.list(PROFILE)).toEqual([]);
    expect(await store.slots.replace(id(99), [slot], null, entry)).toBeFalse();
  });

  rule("import hosts are listed by name, each once", async ({ store }) => {
    for (const host of ["b.example", "a.example"])
      expect(await store.importHosts.add({ host, createdAt: AT }, entry)).toBeTrue();
    expect(await store.importHosts.add({ host: "a.example", createdAt: AT + 1 }, entry)).toBeFalse();
    expect((await store.importHosts.list()).map(({ host }) => host)).toEqual(["a.example", "b.example"]);
    expect(await store.importHosts.remove("a.example", entry)).toBeTrue();
    expect(await store.importHosts.remove("a.example", entry)).toBeFalse();
  });

  rule("a network has one application; only another client id is a replacement", async ({ store }) => {
    const { networkApplications: all } = store;
    expect(await all.find("x")).toBeNull();
    expect(await all.set(application, entry)).toEqual({ ...application, replacedAt: null });
    const renewed = { ...application, sealed: bytes(7), scopes: ["a", "b"], setAt: AT + 1 };
    expect(await all.set(renewed, entry)).toEqual({ ...renewed, replacedAt: null });
    const other = { ...renewed, clientId: "another", setAt: AT + 2 };
    expect(await all.set(other, entry)).toEqual({ ...other, replacedAt: AT + 2 });
    expect(await all.find("x")).toEqual({ ...other, replacedAt: AT + 2 });
    await all.set({ ...application, network: "a" }, entry);
    expect(await all.networks()).toEqual(["a", "x"]);
    expect(await all.remove("x", entry)).toBeTrue();
    expect(await all.remove("x", entry)).toBeFalse();
    expect(await all.networks()).toEqual(["a"]);
  });

  rule(
    "the plan counts connected accounts, and its trial runs from the first profile, also when that is gone",
    async ({ store }) => {
      const plan = { plan: "active", until: AT, accounts: 3 } as const;
      await store.workspace.setPlan(plan, entry);
      expect(await store.workspace.planFacts()).toEqual({ plan, firstProfileAt: AT, connectedAccounts: 1 });
      await store.profiles.remove(PROFILE, entry);
      expect(await store.workspace.planFacts()).toEqual({ plan, firstProfileAt: AT, connectedAccounts: 0 });
    },
  );

  rule("the fingerprint of the secret key is null until it is set", async ({ store }) => {
    expect(await store.workspace.secretKid()).toBeNull();
    await store.workspace.setSecretKid("kid");
    expect(await store.workspace.secretKid()).toBe("kid");
  });

  rule("public keys are listed newest first, each as it was first added", async ({ store }) => {
    await store.workspace.addSigningKey({ kid: "old", x: "a" }, AT);
    await store.workspace.addSigningKey({ kid: "new", x: "b" }, AT + 1);
    await store.workspace.addSigningKey({ kid: "old", x: "c" }, AT + 2);
    expect(await store.workspace.signingKeys()).toEqual([
      { kid: "new", x: "b" },
      { kid: "old", x: "a" },
    ]);
  });

  rule("the audit log is paged newest first, and keeps details as they were", async ({ store }) => {
    const detail = { nested: [1, null, "ü"] };
    for (const subject of ["a", "b", "c"]) await store.audit.add({ ...entry, subject, detail });
    const [newest, second] = await store.audit.page(2, null);
    expect([newest?.subject, second?.subject, newest?.detail]).toEqual(["c", "b", detail]);
    expect((await store.audit.page(1, second ?? null))[0]?.subject).toBe("a");
  });

  rule("the audit log is ordered by time, and narrowed by each filter and by all", async ({ store }) => {
    const act = (at: number, actor: string, action: string, subject: string, profileId: string | null) =>
      store.audit.add({ at, actor, action, subject, profileId, detail: null });
    await act(AT + 3, "owner:a@b.c", "post.create", "p1", PROFILE);
    await act(AT + 1, "author:a@b.c", "post.edit", "p1", PROFILE);
    await act(AT + 2, `key:${id(4)}`, "posting.other", "p2", null);
    const found = async (filter: AuditFilter) =>
      (await store.audit.page(10, null, { from: AT + 1, ...filter })).map(({ at }) => at - AT);
    expect(await found({})).toEqual([3, 2, 1]);
    expect(await found({ who: "person:a@b.c" })).toEqual([3, 1]);
    expect(await found({ who: `key:${id(4)}` })).toEqual([2]);
    expect(await found({ who: "owner:a@b.c" })).toEqual([]);
    expect(await found({ action: "post" })).toEqual([3, 1]);
    expect(await found({ action: "post.edit" })).toEqual([1]);
    expect(await found({ profileId: PROFILE })).toEqual([3, 1]);
    expect(await found({ subject: "p2" })).toEqual([2]);
    expect(await found({ to: AT + 3 })).toEqual([2, 1]);
    const all = { who: "person:a@b.c", action: "post.create", profileId: PROFILE, subject: "p1", to: AT + 4 };
    expect(await found(all)).toEqual([3]);
    const [first] = await store.audit.page(1, null, { action: "post" });
    expect((await store.audit.page(10, first ?? null, { action: "post" })).map(({ at }) => at - AT)).toEqual([
      1,
    ]);
  });

  rule("a change that finds nothing to change leaves no audit entry", async ({ store }) => {
    const before = await store.audit.page(10, null);
    await store.keys.revoke(id(99), AT, entry);
    await store.importHosts.remove("none.example", entry);
    await store.profiles.remove(id(99), entry);
    await store.accounts.disconnect(id(99), entry);
    expect(await store.audit.page(10, null)).toEqual(before);
  });
}
