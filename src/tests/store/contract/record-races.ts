// The store's contract: of two callers that want the same of one record at once, one gets it, and one entry tells of it.
import { expect } from "bun:test";
import type { AuditEntry } from "../../../domain/audit.ts";
import { MAX_LABELS } from "../../../domain/label.ts";
import { reflowTo } from "../../../domain/reflow.ts";
import type { Store } from "../../../domain/store/index.ts";
import { MAX_WEBHOOKS } from "../../../domain/webhook.ts";
import {
  ACCOUNT,
  account,
  application,
  AT,
  bytes,
  editor,
  entry,
  id,
  key,
  label,
  media,
  PAUSE,
  person,
  post,
  PROFILE,
  profile,
  secret,
  upload,
  webhook,
} from "../records.ts";
import type { Rule } from "./index.ts";
import { both } from "./races.ts";

interface Race {
  /** What is there before. */
  readonly before?: (store: Store) => Promise<unknown>;
  /** What both do, with an audit entry where it has one. */
  readonly act: (store: Store, n: 0 | 1, audit: AuditEntry) => Promise<unknown>;
  /** The answer of the one that comes too late. */
  readonly late: unknown;
}

const OWNER = person(5, "a@b.c");
/** Of an empty queue. */
const NO_SLOTS = reflowTo([], AT);

/** Sentences of the contract. */
const RACES: Readonly<Record<string, Race>> = {
  "one of two labels gets the name": {
    act: ({ labels }, n, audit) => labels.add({ ...label, id: id(70 + n) }, audit),
    late: "name_taken",
  },
  "one of two labels gets the last place": {
    before: async ({ labels }) => {
      for (let n = 1; n < MAX_LABELS; n++)
        await labels.add({ ...label, id: id(1000 + n), name: `label ${n}` }, entry);
    },
    act: ({ labels }, n, audit) => labels.add({ ...label, id: id(70 + n), name: `last ${n}` }, audit),
    late: "too_many",
  },
  "one of two webhooks gets the last place": {
    before: async ({ webhooks }) => {
      for (let n = 1; n < MAX_WEBHOOKS; n++)
        await webhooks.add({ ...webhook, id: id(100 + 2 * n) }, secret(101 + 2 * n), entry);
    },
    act: ({ webhooks }, n, audit) =>
      webhooks.add({ ...webhook, id: id(200 + 2 * n) }, secret(201 + 2 * n), audit),
    late: "too_many",
  },
  "one of two profiles is renamed to a name": {
    before: ({ profiles }) => profiles.create({ ...profile, id: id(70), name: "two" }, [], entry),
    act: async ({ profiles }, n, audit) =>
      await profiles.update(n === 0 ? PROFILE : id(70), { name: "three" }, () => audit),
    late: "name_taken",
  },
  "a profile is removed once": {
    act: ({ profiles }, _, audit) => profiles.remove(PROFILE, audit),
    late: false,
  },
  "a key is revoked once": {
    before: ({ keys }) => keys.create(key, bytes(3), entry),
    act: ({ keys }, n, audit) => keys.revoke(key.id, AT + n, audit),
    late: false,
  },
  "an import host is added once": {
    act: ({ importHosts }, n, audit) => importHosts.add({ host: "a.example", createdAt: AT + n }, audit),
    late: false,
  },
  "an application is removed once": {
    before: ({ networkApplications }) => networkApplications.set(application, entry),
    act: ({ networkApplications }, _, audit) => networkApplications.remove(application.network, audit),
    late: false,
  },
  "one of two who keep a copy of the key is the first": {
    act: ({ backups }, n, audit) => backups.keepKey({ fingerprint: "one", at: AT + n, by: `${n}` }, audit),
    late: false,
  },
  "of two new passwords in place of one, one is set": {
    before: ({ people }) => people.create(OWNER, entry),
    act: ({ people }, n, audit) => {
      const password = { hash: `new ${n}`, replaces: OWNER.passwordHash, keeps: null };
      return people.update(OWNER.id, { password }, [audit]);
    },
    late: "password_differs",
  },
  "an account is disconnected once": {
    act: ({ accounts }, _, audit) => accounts.disconnect(ACCOUNT, audit),
    late: false,
  },
  "an account is paused once": {
    act: ({ accounts }, _, audit) => accounts.setPaused(ACCOUNT, true, audit),
    late: false,
  },
  "the pause of publishing is lifted once": {
    before: ({ workspace }) => workspace.setPause(PAUSE, entry),
    act: ({ workspace }, _, audit) => workspace.liftPause(audit),
    late: false,
  },
  "a queue is resumed once": {
    before: ({ queue }) => queue.setPause(PROFILE, { ...PAUSE, until: null }, entry),
    act: ({ queue }, _, audit) => queue.resume(PROFILE, NO_SLOTS, null, audit),
    late: false,
  },
  "one of two uploads is the only one that is open": {
    act: ({ uploads }, n) =>
      uploads.add({ ...upload(40 + n), expiresAt: AT + 5 }, ({ count }) => count === 0, "cli"),
    late: false,
  },
  "an upload is filled once": {
    before: ({ uploads }) => uploads.add(upload(40), () => true, "cli"),
    act: ({ uploads }, n) => uploads.fill(id(40), 10, String(n).repeat(64)),
    late: false,
  },
  "a file expires once": {
    before: ({ media: files }) => files.add(media, 1000, "cli"),
    act: ({ media: files }) => files.expire(media.id, AT + 1, AT + 1),
    late: null,
  },
};

export function recordRacesContract(rule: Rule): void {
  for (const [sentence, { before, act, late }] of Object.entries(RACES))
    rule(sentence, async (stores) => {
      await before?.(stores.store);
      const audit = { ...entry, action: "raced" };
      const answers = await both(stores, (store, n) => act(store, n, audit));
      expect(answers).not.toContain("refused");
      expect(answers.filter((each) => each === late)).toHaveLength(1);
      const entries = (await stores.store.audit.page(10, null)).filter(({ action }) => action === "raced");
      // One that takes no entry writes none.
      expect(entries).toHaveLength(act.length === 3 ? 1 : 0);
    });

  rule("the same account that two connect at once is one account", async (stores) => {
    const connected = await both(stores, (store, n) =>
      store.accounts.connect(
        { ...account, id: id(50 + n), remoteId: "another" },
        () => bytes(n),
        () => entry,
      ),
    );
    const [first, second] = connected.map((each) => (each === "refused" ? each : each.id));
    expect(first).toBe(second ?? "");
    expect(await stores.store.accounts.ofProfile(PROFILE)).toHaveLength(2);
  });

  rule("of two pauses at once both learn of the one that began", async (stores) => {
    const begun = await both(stores, (store, n) =>
      store.workspace.setPause({ ...PAUSE, since: AT + n }, entry),
    );
    expect(begun[0]).toEqual(begun[1] ?? "refused");
    expect(await stores.store.workspace.pause()).toEqual(begun[0] as typeof PAUSE);
  });

  rule("a file that expires while a post takes it is either gone or used", async (stores) => {
    await stores.store.media.add(media, 1000, "cli");
    const draft = { ...post(id(10), "draft", "draft"), mediaIds: [media.id] };
    const [expired, created] = await both<unknown>(stores, (store, n) =>
      n === 0 ? store.media.expire(media.id, AT + 1, AT) : store.posts.create(draft, null, null, entry),
    );
    expect(expired === null).toBe(created !== "refused");
    expect((await stores.store.media.remove(editor, media.id, AT)).kind).toBe(
      created === "refused" ? "unknown" : "inUse",
    );
  });
}
