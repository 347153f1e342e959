// Every operation of the store once, with what it needs: for tests that hold for all of them.
import { JOB_SILENCE_MS } from "../../domain/backup.ts";
import { reflowTo } from "../../domain/reflow.ts";
import { eventActor } from "../../domain/event.ts";
import type { DeliveryStatus } from "../../domain/webhook.ts";
import type { Store } from "../../domain/store/index.ts";
import {
  ACCOUNT,
  account,
  application,
  AT,
  bytes,
  consent,
  due,
  editor,
  entry,
  facts,
  id,
  key,
  label,
  invite,
  media,
  person,
  PAUSE,
  post,
  PROFILE,
  profile,
  session,
  slot,
  secret,
  upload,
  waiting,
  webhook,
  start,
} from "./records.ts";

const [DRAFT, WAITING, SENDING] = [id(10), id(20), id(30)];

/** What all of them begin with. */
export async function fill(store: Store): Promise<void> {
  await store.profiles.create(profile, [slot], entry);
  await store.accounts.connect(
    account,
    () => bytes(2),
    () => entry,
  );
  await store.keys.create(key, bytes(3), entry);
  await store.people.create(person(5, "a@b.c"), entry);
  await store.people.create({ ...person(7, "d@b.c"), role: "author", profiles: [PROFILE] }, entry);
  await store.invites.add(invite, { hash: bytes(7), inviterId: id(5) }, 0, entry);
  await store.sessions.add(session, start(4), entry);
  await store.signInTries.add(bytes(9), AT - 1, AT, 5);
  await store.oauthStates.add(consent, bytes(5), AT);
  await store.oauthResults.put(bytes(9), "x", { sealed: bytes(8), until: AT + 1 }, AT);
  await store.importHosts.add({ host: "a.example", createdAt: AT }, entry);
  await store.media.add(media, 1000, "cli");
  await store.labels.add(label, entry);
  await store.webhooks.add(webhook, secret(81), entry);
  for (const n of [40, 41, 42]) await store.uploads.add(upload(n), () => true, "cli");
  for (const n of [41, 42]) await store.uploads.fill(id(n), 10, "b".repeat(64));
  await store.posts.create(post(DRAFT, "draft", "draft"), null, null, entry);
  await store.search.catchUp();
  for (const each of [WAITING, SENDING])
    await store.posts.create(post(each, "pending", "time"), null, null, entry);
  await store.journal.claim(due(SENDING, 0, "pending"), "pending", AT);
  await store.backups.beginJob(BACKUP_JOB, AT);
  // One of its messages is being sent.
  const [first] = await outboxDue(store);
  if (first) await store.outbox.claim([first], 0);
}

const outboxDue = (store: Store) => store.outbox.due({ now: AT, perEndpoint: 10, taken: {} });
const anyDelivery = async (store: Store, status: DeliveryStatus | null = null) => {
  const [found] = await store.webhooks.deliveries(webhook.id, { limit: 1, before: null, status });
  return found?.id ?? "";
};
/** The one that is being sent: the oldest. */
const sending = async (store: Store) => {
  const found = await store.webhooks.deliveries(webhook.id, { limit: 10, before: null, status: "waiting" });
  return found.find(({ state }) => state === "sending")?.id ?? "";
};

const BACKUP_JOB = { kind: "backup", name: null, startedAt: AT, stage: "start", percent: 0 } as const;
const FAILED_TRY = { at: AT, ms: 5, status: 500, problem: "x", nextAt: AT + 5 };

/** By name; one for each operation, and a test says so. */
export const OPERATIONS: Record<string, (store: Store) => Promise<unknown>> = {
  "profiles.create": (store) => {
    const slots = [{ ...slot, id: id(61), profileId: id(50) }];
    return store.profiles.create({ ...profile, id: id(50), name: "two" }, slots, entry);
  },
  "profiles.list": (store) => store.profiles.list(),
  "profiles.find": (store) => store.profiles.find("one"),
  "profiles.update": (store) =>
    store.profiles.update(PROFILE, { name: "uno", keepMetadata: true }, () => entry),
  "profiles.remove": (store) => store.profiles.remove(PROFILE, entry),
  "keys.create": (store) => store.keys.create({ ...key, id: id(51) }, bytes(9), entry),
  "keys.byHash": (store) => store.keys.byHash(bytes(3)),
  "keys.find": (store) => store.keys.find(id(4)),
  "keys.ofProfile": (store) => store.keys.ofProfile(PROFILE),
  "keys.postsOf": (store) => store.keys.postsOf(PROFILE, AT),
  "keys.rotate": (store) => {
    const fresh = { id: id(62), last4: "efgh", createdAt: AT, createdBy: "cli" };
    return store.keys.rotate(id(4), fresh, bytes(9), AT + 1, entry);
  },
  "keys.revoke": (store) => store.keys.revoke(id(4), AT, entry),
  "keys.used": (store) => store.keys.used(id(4), AT, "::1"),
  "accounts.connect": (store) =>
    store.accounts.connect(
      { ...account, handle: "new" },
      () => bytes(8),
      () => entry,
    ),
  "accounts.ofProfile": (store) => store.accounts.ofProfile(PROFILE),
  "accounts.find": (store) => store.accounts.find(ACCOUNT),
  "accounts.sealed": (store) => store.accounts.sealed(ACCOUNT),
  "accounts.askRefresh": (store) => store.accounts.askRefresh(ACCOUNT, 1, AT),
  "accounts.settleRefresh": (store) => store.accounts.settleRefresh(ACCOUNT, 1, AT),
  "accounts.renew": (store) =>
    store.accounts.renew(ACCOUNT, 1, { sealed: bytes(7), expiresAt: null, at: AT }),
  "accounts.setPaused": async (store) => {
    await store.accounts.setPaused(ACCOUNT, true, entry);
    return await store.accounts.setPaused(ACCOUNT, false, entry);
  },
  "accounts.waiting": (store) => store.accounts.waiting(AT),
  "accounts.endWait": (store) => store.accounts.endWait({ server: "one.example" }, entry),
  "accounts.setColour": (store) => store.accounts.setColour(ACCOUNT, "blue", entry),
  "accounts.arrange": (store) => store.accounts.arrange(ACCOUNT, { group: "English", order: 1 }, entry),
  "accounts.activity": (store) => store.accounts.activity(PROFILE, AT),
  "accounts.setRules": (store) => store.accounts.setRules(ACCOUNT, {}),
  "accounts.setStatus": (store) => store.accounts.setStatus(ACCOUNT, "needs_reconnect", "x", entry),
  "accounts.block": (store) => store.accounts.block(ACCOUNT, 1, "x", entry),
  "accounts.ending": (store) => store.accounts.ending(),
  "accounts.noteExpiry": (store) => store.accounts.noteExpiry(ACCOUNT, AT, "soon", entry),
  "accounts.platforms": (store) => store.accounts.platforms(),
  "accounts.atNetwork": (store) => store.accounts.atNetwork("bluesky"),
  "accounts.disconnect": (store) => store.accounts.disconnect(ACCOUNT, entry),
  "accounts.noteDisconnect": (store) => store.accounts.noteDisconnect(ACCOUNT, "x"),
  "workspace.secretKid": (store) => store.workspace.secretKid(),
  "workspace.setSecretKid": (store) => store.workspace.setSecretKid("kid"),
  "workspace.signingKeys": (store) => store.workspace.signingKeys(),
  "workspace.addSigningKey": (store) => store.workspace.addSigningKey({ kid: "kid", x: "x" }, AT),
  "workspace.planFacts": (store) => store.workspace.planFacts(),
  "workspace.setPlan": (store) => store.workspace.setPlan({ plan: "lapsed", until: AT, accounts: 1 }, entry),
  "backups.schedule": (store) => store.backups.schedule(),
  "backups.setSchedule": (store) =>
    store.backups.setSchedule({ every: "03:15", keep: 7, folder: "/mnt" }, entry),
  "backups.known": (store) => store.backups.known(),
  "backups.noteMade": (store) => store.backups.noteMade("/mnt/one", AT),
  "backups.noteChecked": (store) => store.backups.noteChecked("/mnt/one", { at: AT, sound: true }),
  "backups.jobs": (store) => store.backups.jobs(AT),
  // The one that was begun has been silent for too long.
  "backups.beginJob": (store) => store.backups.beginJob(BACKUP_JOB, AT + 2 * JOB_SILENCE_MS),
  "backups.noteJob": (store) => store.backups.noteJob({ ...BACKUP_JOB, percent: 50 }, AT),
  "backups.endJob": (store) =>
    store.backups.endJob({ kind: "backup", name: "one", endedAt: AT, copied: 5, failure: null }),
  "backups.keptKey": (store) => store.backups.keptKey("kid"),
  "backups.keepKey": (store) => store.backups.keepKey({ fingerprint: "kid", at: AT, by: "cli" }, entry),
  "workspace.pause": (store) => store.workspace.pause(),
  "workspace.setPause": (store) => store.workspace.setPause(PAUSE, entry),
  "workspace.liftPause": async (store) => {
    await store.workspace.setPause(PAUSE, entry);
    return await store.workspace.liftPause(entry);
  },
  "slots.list": (store) => store.slots.list(PROFILE),
  "slots.replace": (store) => store.slots.replace(PROFILE, [{ ...slot, time: "10:00" }], null, entry),
  "queue.pause": (store) => store.queue.pause(PROFILE),
  "queue.setPause": (store) => store.queue.setPause(PROFILE, { ...PAUSE, until: AT }, entry),
  "queue.resume": async (store) => {
    await store.queue.setPause(PROFILE, { ...PAUSE, until: AT }, entry);
    return await store.queue.resume(PROFILE, reflowTo([slot], AT), null, entry);
  },
  "queue.ended": (store) => store.queue.ended(AT),
  "labels.list": (store) => store.labels.list(PROFILE),
  "labels.add": (store) => store.labels.add({ ...label, id: id(71), name: "Other" }, entry),
  "labels.change": (store) => store.labels.change(PROFILE, label.id, { colour: "red" }, entry),
  "labels.remove": (store) => store.labels.remove(PROFILE, label.id, entry),
  "people.create": (store) =>
    store.people.create({ ...person(52, "b@b.c"), role: "editor", profiles: [PROFILE] }, entry),
  "people.createFirst": (store) => store.people.createFirst(person(53, "c@b.c"), null, entry),
  "people.ownerExists": (store) => store.people.ownerExists(),
  "people.byEmail": (store) => store.people.byEmail("a@b.c"),
  "people.find": (store) => store.people.find(id(5)),
  "people.list": (store) => store.people.list(10, null),
  "people.setAccess": (store) =>
    store.people.setAccess(id(7), { role: "editor", profiles: "all" }, id(8), entry),
  "people.remove": (store) => store.people.remove(id(7), entry),
  "invites.add": (store) => {
    const one = { ...invite, id: id(81) };
    return store.invites.add(one, { hash: bytes(8), inviterId: null }, AT + 20, entry);
  },
  "invites.byHash": (store) => store.invites.byHash(bytes(7)),
  "invites.open": (store) => store.invites.open(10, null),
  "invites.accept": (store) => {
    const { role: _role, profiles: _profiles, ...newcomer } = person(56, "e@b.c");
    return store.invites.accept(bytes(7), newcomer, () => entry);
  },
  "invites.revoke": (store) => store.invites.revoke(invite.id, entry),
  "people.settings": (store) => store.people.settings(id(5)),
  "people.update": (store) => {
    const password = { hash: "i", replaces: "h", keeps: null };
    return store.people.update(id(5), { settings: { name: "Anna" }, password }, [entry]);
  },
  "sessions.add": (store) => store.sessions.add({ ...session, id: id(54) }, start(10, bytes(4)), entry),
  "sessions.ofPerson": (store) => store.sessions.ofPerson(id(5), 10),
  "sessions.byHash": (store) => store.sessions.byHash(bytes(4)),
  "sessions.used": (store) => store.sessions.used(bytes(4), AT + 1),
  "sessions.remove": (store) => store.sessions.remove(id(5), id(8), entry),
  "sessions.removeOthers": (store) => store.sessions.removeOthers(id(5), id(9), () => entry),
  "sessions.sweep": (store) => store.sessions.sweep(AT, AT),
  "importHosts.add": (store) => store.importHosts.add({ host: "b.example", createdAt: AT }, entry),
  "importHosts.list": (store) => store.importHosts.list(),
  "importHosts.remove": (store) => store.importHosts.remove("a.example", entry),
  "networkApplications.find": (store) => store.networkApplications.find("x"),
  "networkApplications.networks": (store) => store.networkApplications.networks(),
  "networkApplications.set": (store) => store.networkApplications.set(application, entry),
  "networkApplications.remove": async (store) => {
    await store.networkApplications.set(application, entry);
    return await store.networkApplications.remove("x", entry);
  },
  "posts.create": (store) => {
    const claim = { key: "k", fingerprint: "f" };
    const place = () => ({ scheduledFor: AT + 1, checkAt: null });
    return store.posts.create(post(id(60), "pending", "queue"), claim, place, entry);
  },
  "posts.get": (store) => store.posts.get(PROFILE, DRAFT),
  "posts.page": (store) => store.posts.page(PROFILE, { text: "caption" }, 10, null),
  "posts.shortPage": (store) => store.posts.shortPage(PROFILE, {}, 10, null),
  "posts.calendar": (store) => store.posts.calendar(PROFILE, { from: AT, to: AT + 1 }, {}, 10),
  "posts.counts": (store) => store.posts.counts(PROFILE, {}),
  "posts.claimed": (store) => store.posts.claimed(PROFILE, "k"),
  "posts.revise": (store) =>
    store.posts.revise(PROFILE, DRAFT, () => ({ at: AT, post: { caption: "New words" }, audit: entry })),
  "posts.reviseAll": (store) =>
    store.posts.reviseAll(PROFILE, [DRAFT, WAITING], AT, (posts) =>
      posts.map((each) => ({
        post: each,
        revision: { at: AT, post: { caption: "New words" }, audit: entry },
      })),
    ),
  "posts.lastEvents": (store) => store.posts.lastEvents([WAITING, SENDING]),
  "posts.events": (store) => store.posts.events(PROFILE, DRAFT),
  "posts.chain": (store) => store.posts.chain(PROFILE, DRAFT),
  "posts.attempts": (store) => store.posts.attempts(PROFILE, SENDING),
  "posts.held": (store) => store.posts.held(PROFILE, 0, 10),
  "posts.amongHeld": (store) => store.posts.amongHeld(PROFILE, 0, (held) => held.has(AT)),
  "posts.dueChecks": (store) => store.posts.dueChecks(AT, 10),
  "posts.checked": (store) =>
    store.posts.checked(
      {
        ...post(WAITING, "pending", "time"),
        ...{
          updatedAt: AT,
          revision: 1,
          createdBy: eventActor("cli", null),
          warnings: [],
          review: null,
          needsApproval: false,
          media: [],
          targetMedia: [],
          targets: [],
        },
      },
      { at: AT, nextAt: null, warnings: [], detail: "w" },
    ),
  "journal.due": (store) =>
    store.journal.due({ now: AT, limit: 9, busyAccounts: [], fullServers: [], running: {}, begin: true }),
  "journal.nextDue": (store) => store.journal.nextDue(0),
  "journal.claim": (store) => store.journal.claim(due(WAITING, 0, "pending"), "pending", AT),
  "journal.work": (store) => store.journal.work(due(SENDING, 1, "preparing")),
  "journal.move": (store) =>
    store.journal.move(due(SENDING, 1, "preparing"), "preparing", "interrupt", { ...facts, dueAt: AT }),
  "journal.report": (store) =>
    store.journal.report(due(SENDING, 1, "preparing"), "unsent", { ...facts, dueAt: AT }),
  "journal.mark": (store) =>
    store.journal.mark(due(SENDING, 1, "preparing"), {
      ...facts,
      prepared: { json: {}, fingerprint: "f" },
    }),
  "journal.pause": (store) => store.journal.pause(),
  "journal.notePause": async (store) => {
    await store.workspace.setPause(PAUSE, entry);
    return await store.journal.notePause(AT, 10);
  },
  "journal.defer": (store) =>
    store.journal.defer(due(WAITING, 0, "pending"), { at: AT, until: AT + 5, failure: waiting }),
  "journal.clockSet": (store) => store.journal.clockSet(1000),
  "journal.shortenWaits": (store) =>
    store.journal.shortenWaits(AT, { questionsMs: [0, 5], lastQuestionMs: 5, serverMs: 7, otherMs: 9 }),
  "serverPauses.all": (store) => store.serverPauses.all(),
  "serverPauses.fail": (store) =>
    store.serverPauses.fail({ platform: "bluesky", server: "bluesky", at: AT }, [5]),
  "serverPauses.respond": async (store) => {
    await store.serverPauses.fail({ platform: "bluesky", server: "bluesky", at: AT }, [5]);
    await store.serverPauses.respond("bluesky");
  },
  "journal.usage": (store) => store.journal.usage(ACCOUNT, 0),
  "journal.reserveLook": (store) => store.journal.reserveLook(due(WAITING, 0, "pending"), AT + 60_000),
  "journal.lookAgain": (store) =>
    store.journal.lookAgain(due(SENDING, 1, "preparing"), "preparing", { ...facts, receipt: 1 }),
  "journal.note": (store) =>
    store.journal.note(due(WAITING, 0, "pending"), { kind: "converting", detail: "x", at: AT, data: {} }),
  "journal.saveProgress": (store) => store.journal.saveProgress(due(SENDING, 1, "preparing"), { a: 1 }),
  "journal.remoteIds": (store) => store.journal.remoteIds(ACCOUNT, 0),
  "nodes.join": (store) => store.nodes.join("x"),
  "nodes.renewLease": (store) => store.nodes.renewLease(),
  "nodes.announce": (store) => store.nodes.announce(null),
  "nodes.leave": (store) => store.nodes.leave(),
  "nodes.isLeader": (store) => store.nodes.isLeader(),
  "nodes.sender": (store) => store.nodes.sender(due(SENDING, 1, "preparing")),
  "nodes.active": (store) => store.nodes.active(),
  "journal.interrupted": (store) => store.journal.interrupted(),
  "sharedLocks.take": (store) => store.sharedLocks.take({ name: "f".repeat(64), holder: "h", now: AT }, 10),
  "sharedLocks.extend": (store) =>
    store.sharedLocks.extend({ name: "a".repeat(64), holder: "h", now: AT }, 20),
  "sharedLocks.release": (store) => store.sharedLocks.release({ name: "a".repeat(64), holder: "h" }),
  "media.add": (store) => store.media.add({ ...media, id: id(53) }, 1000, "cli"),
  "media.one": (store) => store.media.one(id(3)),
  "media.find": (store) => store.media.find(PROFILE, [id(3)]),
  "media.page": (store) => store.media.page(PROFILE, { sort: "name", kind: "image", text: "a" }, 10, null),
  "media.uses": (store) => store.media.uses([id(3)]),
  "media.users": (store) => store.media.users(id(3), 10),
  "media.madeOf": (store) => store.media.madeOf(id(3), "a".repeat(64)),
  "media.total": (store) => store.media.total(PROFILE),
  "media.change": (store) => store.media.change(editor, id(3), { altText: "alt" }, AT),
  "media.olderThan": (store) => store.media.olderThan(AT + 1, null, 10),
  "media.expire": (store) => store.media.expire(id(3), AT + 1, AT),
  "media.forgetDeleted": (store) => store.media.forgetDeleted(10),
  "media.remove": (store) => store.media.remove(editor, id(3), AT),
  "media.hashes": (store) => store.media.hashes(PROFILE),
  "media.isUsed": (store) => store.media.isUsed("a".repeat(64)),
  "uploads.add": (store) => store.uploads.add(upload(54), () => true, "cli"),
  "uploads.open": (store) => store.uploads.open(PROFILE, AT),
  "uploads.find": (store) => store.uploads.find(id(40)),
  "uploads.note": (store) => store.uploads.note(id(40), 5),
  "uploads.fill": (store) => store.uploads.fill(id(40), 10, "b".repeat(64)),
  "uploads.reopen": (store) => store.uploads.reopen(id(41)),
  "uploads.complete": (store) => store.uploads.complete(id(42), { ...media, id: id(55) }, 1000, "cli"),
  "uploads.expire": (store) => store.uploads.expire(upload(40)),
  "uploads.overdue": (store) => store.uploads.overdue("prepared", AT + 1, 10),
  "uploads.forget": (store) => store.uploads.forget(AT + 1, 10),
  "webhooks.list": (store) => store.webhooks.list(PROFILE),
  "webhooks.get": (store) => store.webhooks.get(PROFILE, webhook.id),
  "webhooks.health": (store) => store.webhooks.health(webhook.id, AT, 0),
  "webhooks.paused": (store) => store.webhooks.paused(PROFILE, 10),
  "webhooks.add": (store) => store.webhooks.add({ ...webhook, id: id(82) }, secret(83), entry),
  "webhooks.change": (store) =>
    store.webhooks.change(PROFILE, webhook.id, { pausedReason: "requested" }, AT, entry),
  "webhooks.remove": (store) => store.webhooks.remove(PROFILE, webhook.id, AT, entry),
  "webhooks.rotate": (store) => store.webhooks.rotate(PROFILE, webhook.id, secret(84), AT + 1, entry),
  "webhooks.test": (store) => store.webhooks.test(PROFILE, webhook.id, AT, entry),
  "webhooks.deliveries": (store) =>
    store.webhooks.deliveries(webhook.id, { limit: 10, before: null, status: null }),
  "webhooks.delivery": async (store) => store.webhooks.delivery(webhook.id, await anyDelivery(store)),
  "webhooks.resend": async (store) =>
    store.webhooks.resend(webhook.id, await anyDelivery(store), AT + 1, entry),
  "webhooks.events": (store) =>
    store.webhooks.events(PROFILE, { limit: 10, after: 0, types: ["post.publishing"] }),
  "webhooks.lastEvent": (store) => store.webhooks.lastEvent(PROFILE),
  "outbox.due": outboxDue,
  "outbox.claim": async (store) => store.outbox.claim(await outboxDue(store), 0),
  "outbox.load": async (store) => store.outbox.load(await sending(store)),
  "outbox.release": async (store) => store.outbox.release([await sending(store)], AT + 1),
  "outbox.settle": async (store) => store.outbox.settle(await sending(store), FAILED_TRY),
  "outbox.recover": (store) => store.outbox.recover(AT + 1),
  "outbox.failingSince": (store) => store.outbox.failingSince(webhook.id),
  "outbox.pause": (store) => store.outbox.pause(webhook.id, "gone", entry),
  "outbox.sweep": (store) => store.outbox.sweep(AT + 1, 1),
  "outcomes.lastFailed": (store) => store.outcomes.lastFailed(),
  "outcomes.lastPosted": (store) => store.outcomes.lastPosted(),
  "outcomes.since": (store) => store.outcomes.since(0),
  "attention.uncertain": (store) => store.attention.uncertain(null, 10),
  "attention.failed": (store) => store.attention.failed(PROFILE, 0, 10),
  "attention.accounts": (store) => store.attention.accounts(PROFILE, AT),
  "attention.warned": (store) => store.attention.warned(null, 0, AT, 10),
  "attention.inReview": (store) => store.attention.inReview(PROFILE, 10),
  "attention.snoozes": (store) => store.attention.snoozes(0),
  "attention.snooze": (store) => store.attention.snooze({ id: "failed:1", since: AT, until: AT + 5 }, entry),
  "figures.figures": (store) => store.figures.figures(AT, 0),
  "figures.gauges": (store) => store.figures.gauges(AT),
  "audit.add": (store) => store.audit.add(entry),
  "audit.page": (store) => store.audit.page(10, null),
  "changes.newest": (store) => store.changes.newest(),
  "changes.after": (store) => store.changes.after({ event: 0, act: 0 }, [PROFILE], 100),
  "holding.holdAfterFailover": (store) =>
    store.holding.holdAfterFailover(() => ({ kind: "leave", detail: null }), entry),
  "holding.hold": (store) =>
    store.holding.hold(({ state }) => {
      const failure = { code: "restored", category: "interrupted", detail: "d" } as const;
      return state === "draft"
        ? { kind: "leave", detail: "d" }
        : { kind: "hold", facts: { ...facts, failure } };
    }, entry),
  "actions.addUndo": (store) =>
    store.actions.addUndo({ token: id(90), profileId: PROFILE, steps: [], until: AT + 1 }, AT),
  "actions.findUndo": (store) => store.actions.findUndo(PROFILE, id(90), AT),
  "actions.addAnswer": (store) =>
    store.actions.addAnswer(
      { profileId: PROFILE, key: "k", fingerprint: "f", body: "{}", until: AT + 1 },
      AT,
    ),
  "actions.findAnswer": (store) => store.actions.findAnswer(PROFILE, "k", AT),
  "oauthResults.put": (store) =>
    store.oauthResults.put(bytes(9), "x", { sealed: bytes(9), until: AT + 1 }, AT),
  "oauthResults.find": (store) => store.oauthResults.find(bytes(9), "x", AT),
  "oauthResults.take": (store) => store.oauthResults.take(bytes(9), "x", AT),
  "signInTries.of": (store) => store.signInTries.of(bytes(9), AT - 1, AT),
  "signInTries.add": (store) => store.signInTries.add(bytes(9), AT - 1, AT, 5),
  "signInTries.forget": (store) => store.signInTries.forget(bytes(9)),
  "oauthStates.add": (store) => store.oauthStates.add(consent, bytes(6), AT),
  "oauthStates.find": (store) => store.oauthStates.find(bytes(5)),
  "oauthStates.use": (store) => store.oauthStates.use(bytes(5), AT),
  "highWater.failover": (store) => store.highWater.failover(),
  "highWater.rewound": (store) => store.highWater.rewound(),
  "highWater.newest": (store) => store.highWater.newest(),
  "search.catchUp": (store) => store.search.catchUp(),
  "search.complete": (store) => store.search.complete(),
  "search.tidy": (store) => store.search.tidy(),
  probe: (store) => store.probe(),
};

/** Of a failing neighbour: a change that is taken back. */
export const refuse = (store: Store): Promise<unknown> =>
  store.accounts.connect(
    account,
    () => {
      throw new Error("refused");
    },
    () => entry,
  );

/** They are no operations on rows, or write a file with an id made by chance. */
export const LEFT_OUT = [
  "search.edited",
  "highWater.raise",
  "highWater.adopt",
  "nodes.leaseMs",
  "nodes.count",
  "nodes.leaseLeft",
  "nodes.clockOffset",
];
