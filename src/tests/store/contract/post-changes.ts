// The store's contract: changes of posts that are stored already, alone or together, and what tells of them.
import { expect } from "bun:test";
import type { Post } from "../../../domain/post.ts";
import type { NewPost } from "../../../domain/store/posts.ts";
import { moveOf } from "../../../domain/target-move.ts";
import type { Store } from "../../../domain/store/index.ts";
import { ACCOUNT, AT, bytes, entry, facts, id, key, label, post, PROFILE } from "../records.ts";
import { committing, failure, QUERY } from "./journal.ts";
import type { Rule } from "./index.ts";

const create = (store: Store, each: NewPost) => store.posts.create(each, null, null, entry);
const ids = (posts: readonly { id: string }[]) => posts.map((each) => each.id);

export function postChangesContract(rule: Rule): void {
  rule("a revision sees the post as it is, and what it throws takes everything back", async ({ store }) => {
    await create(store, post(id(10), "draft", "draft"));
    const before = await store.posts.get(PROFILE, id(10));
    const refused = store.posts.revise(PROFILE, id(10), (now) => {
      expect(before).toEqual(now);
      throw new Error("refused");
    });
    expect(await refused.catch(String)).toContain("refused");
    expect(await store.posts.get(PROFILE, id(10))).toEqual(before);
    expect(await store.posts.revise(id(99), id(10), () => ({ at: AT }))).toBeNull();
  });

  rule("a revision that changes nothing leaves no trace, not even its audit entry", async ({ store }) => {
    await create(store, post(id(10), "draft", "draft"));
    const [found, audit] = [await store.posts.get(PROFILE, id(10)), await store.audit.page(10, null)];
    await store.posts.revise(PROFILE, id(10), () => ({ at: AT + 5, audit: entry }));
    expect(await store.posts.get(PROFILE, id(10))).toEqual(found);
    expect(await store.audit.page(10, null)).toEqual(audit);
  });

  rule("a revision writes fields, targets, event and audit entry together", async ({ store }) => {
    await create(store, post(id(10), "draft", "draft"));
    const revised = await store.posts.revise(PROFILE, id(10), (now) => ({
      at: AT + 5,
      post: { caption: "New words" },
      moves: now.targets.map((target) =>
        moveOf(target, "draft", "schedule", { at: AT + 5, dueAt: AT + 9, detail: "d" }),
      ),
      event: { kind: "edited", detail: "caption" },
      audit: { ...entry, action: "post.edit" },
    }));
    expect([revised?.caption, revised?.updatedAt, revised?.targets[0]?.state]).toEqual([
      "New words",
      AT + 5,
      "pending",
    ]);
    expect(revised?.revision).toBe(2);
    const events = await store.posts.events(PROFILE, id(10));
    expect(events?.map(({ kind }) => kind)).toEqual(["created", "schedule", "edited"]);
    expect(events?.map(({ actor }) => actor.kind)).toEqual(["command", "command", "command"]);
    expect(events?.map(({ data }) => data)).toEqual([{ schedule: "draft" }, { dueAt: AT + 9 }, {}]);
    expect(await store.posts.events(PROFILE, id(10), events?.[0]?.seq)).toEqual(events?.slice(1) ?? []);
    expect((await store.audit.page(1, null))[0]?.action).toBe("post.edit");
  });

  rule("texts and options that change are those of the targets, others stay", async ({ store, other }) => {
    const [target] = post(id(10), "draft", "draft").targets;
    if (!target) throw new Error("no target");
    const overrides = { x: "For X", "2": "For two", bluesky: "half \ud800 of a pair" };
    const options = { x: { a: 1 }, bluesky: { b: ["c"] } };
    const targets = [{ ...target, overrideKey: "bluesky", optionsKey: "bluesky" }];
    await create(store, { ...post(id(10), "draft", "draft"), overrides, options, targets });
    const before = await store.posts.get(PROFILE, id(10));
    for (const { texts, key, gets } of [
      { texts: {}, key: "bluesky", gets: ["half \ufffd of a pair", { b: ["c"] }] },
      { texts: { caption: "New" }, key: "x", gets: ["For X", { a: 1 }] },
      { texts: { overrides: { x: "Other", y: "Y" } }, key: "y", gets: ["Y", {}] },
      { texts: { options: { y: { d: null }, x: { a: 2 } } }, key: "y", gets: ["Y", { d: null }] },
      { texts: { overrides: {}, options: {} }, key: null, gets: ["New", {}] },
    ]) {
      const optionsKey =
        key !== null && Object.hasOwn(texts.options ?? before?.options ?? {}, key) ? key : null;
      const change = {
        at: AT,
        post: texts,
        targets: [{ ...target, overrideKey: key, optionsKey }],
      };
      const known = await store.posts.get(PROFILE, id(10));
      const revised = await store.posts.revise(PROFILE, id(10), () => change, known ?? undefined);
      expect(revised).toMatchObject(texts);
      expect(revised?.targets.map((each) => [each.caption, each.options])).toEqual([gets]);
      expect(await other.posts.get(PROFILE, id(10))).toEqual(revised);
      // What was known of an earlier revision does not count.
      const again = await store.posts.revise(PROFILE, id(10), () => ({ at: AT }), before ?? undefined);
      expect(again).toEqual(revised);
    }
  });

  rule("texts that are known of a post are not read again", async ({ store }) => {
    await create(store, post(id(10), "draft", "draft"));
    const read = await store.posts.get(PROFILE, id(10));
    if (!read) throw new Error("no post");
    const known = { ...read, caption: "As it was known" };
    const seen: string[] = [];
    const decide = ({ caption }: Post) => {
      seen.push(caption);
      return { at: AT + 5, post: { checkAt: AT + 9 } };
    };
    const revised = await store.posts.revise(PROFILE, id(10), decide, known);
    expect([...seen, revised?.caption]).toEqual([known.caption, known.caption]);
    // It has another revision by now.
    const again = await store.posts.revise(PROFILE, id(10), decide, known);
    expect([...seen.slice(1), again?.caption]).toEqual([read.caption, read.caption]);
  });

  rule("a post has the labels of its profile, or is not stored at all", async ({ store }) => {
    const other = { ...label, id: id(71), name: "Other" };
    for (const each of [label, other]) expect(await store.labels.add(each, entry)).toBe("added");
    expect(await store.labels.add({ ...other, id: id(72), name: "OTHER" }, entry)).toBe("name_taken");
    await create(store, { ...post(id(10), "draft", "draft"), labels: [other.id, label.id] });
    expect((await store.posts.get(PROFILE, id(10)))?.labels).toEqual([other.id, label.id]);
    const missing = create(store, { ...post(id(20), "draft", "draft"), labels: [label.id, id(99)] });
    expect(await missing.catch((error: unknown) => error)).toMatchObject({ position: 1 });
    expect(await store.posts.get(PROFILE, id(20))).toBeNull();
    const change = { at: AT, post: { labels: [label.id] } };
    expect((await store.posts.revise(PROFILE, id(10), () => change))?.labels).toEqual([label.id]);
    expect(ids(await store.posts.page(PROFILE, { label: [label.id] }, 10, null))).toEqual([id(10)]);
    expect(await store.posts.page(PROFILE, { label: [other.id] }, 10, null)).toEqual([]);
    expect(await store.labels.change(PROFILE, label.id, { name: "other" }, entry)).toBe("name_taken");
    expect(await store.labels.change(PROFILE, id(99), { name: "x" }, entry)).toBe("missing");
    const renamed = await store.labels.change(PROFILE, label.id, { name: "HARBOUR" }, entry);
    expect(renamed).toEqual({ ...label, name: "HARBOUR" });
    expect(await store.labels.remove(id(99), label.id, entry)).toBeFalse();
    expect(await store.labels.remove(PROFILE, label.id, entry)).toBeTrue();
    expect((await store.posts.get(PROFILE, id(10)))?.labels).toEqual([]);
    expect((await store.labels.list(PROFILE)).map(({ name }) => name)).toEqual(["Other"]);
  });

  rule(
    "several posts are revised together or not at all, and may exchange their slots",
    async ({ store }) => {
      for (const n of [10, 20, 30])
        await store.posts.create(
          post(id(n), "pending", "queue"),
          null,
          () => ({ scheduledFor: AT + n, checkAt: null }),
          entry,
        );
      const all = [id(30), id(99), id(10), id(20)];
      const times = async () => (await store.posts.held(PROFILE, AT, 10)).map(({ postId }) => postId);
      const rotate = (refuses: boolean) =>
        store.posts.reviseAll(PROFILE, all, AT, (posts, held) => {
          expect(ids(posts)).toEqual([id(30), id(10), id(20)]);
          expect([held.holder(AT + 20), held.holder(AT + 21), held.has(AT + 30)]).toEqual([
            id(20),
            null,
            true,
          ]);
          return posts.map((now, i) => {
            if (refuses && i === 2) throw new Error("refused");
            const scheduledFor = AT + 10 * (i + 1);
            return { post: now, revision: { at: AT, dueAt: scheduledFor, post: { scheduledFor } } };
          });
        });
      expect(await rotate(true).catch(String)).toContain("refused");
      expect(await times()).toEqual([id(10), id(20), id(30)]);
      const revised = await rotate(false);
      expect(revised.map((each) => [each.id, each.revision, each.targets[0]?.dueAt])).toEqual([
        [id(30), 2, AT + 10],
        [id(10), 2, AT + 20],
        [id(20), 2, AT + 30],
      ]);
      expect(await times()).toEqual([id(30), id(10), id(20)]);
      expect(await store.posts.reviseAll(id(99), all, AT, () => [])).toEqual([]);
    },
  );

  rule("a requested look is due now, and gives the planned one its time back", async ({ store }) => {
    const at = await committing(store);
    const lost = { ...facts, dueAt: AT + 500, failure };
    await store.journal.move(at, "committing", "lose", lost);
    const { id: targetId } = at;
    const ask = () =>
      store.posts.revise(PROFILE, id(10), () => ({
        at: AT + 5,
        look: { targetId, by: "cli" },
        audit: entry,
      }));
    expect((await ask())?.targets[0]?.dueAt).toBe(AT + 5);
    expect((await store.journal.work(at))?.look).toEqual({ plannedAt: AT + 500 });
    await store.journal.clockSet(100);
    expect((await store.journal.work(at))?.look).toEqual({ plannedAt: AT + 600 });
    expect(await store.journal.nextDue(0)).toBe(AT + 5);
    await store.journal.lookAgain(at, "uncertain", { at: AT + 6, dueAt: AT + 600, detail: "d" });
    expect((await store.journal.work(at))?.look).toBeNull();
    const last = (await store.posts.events(PROFILE, id(10)))?.at(-1);
    expect([last?.kind, last?.actor.kind]).toEqual(["look", "command"]);
    const isAsked = async () => (await store.posts.get(PROFILE, id(10)))?.targets[0]?.lookAsked;
    expect(await isAsked()).toBeFalse();
    await ask();
    // While a process looks, nothing is due, and the question still has no answer.
    const [due] = await store.journal.due({ ...QUERY, now: AT + 5 });
    expect(due && (await store.journal.reserveLook(due, AT + 60_000))).toBeTrue();
    expect(await isAsked()).toBeTrue();
    await store.journal.move(at, "uncertain", "find", { ...facts, publishedAt: AT, failure: null });
    expect(await isAsked()).toBeFalse();
    expect((await store.posts.events(PROFILE, id(10)))?.at(-1)?.actor.kind).toBe("command");
    // Over: nothing is due any more.
    await ask();
    expect(await store.journal.nextDue(0)).toBeNull();
  });

  rule("a move from a state the target is not in takes the whole revision back", async ({ store }) => {
    await create(store, post(id(10), "draft", "draft"));
    const wrong = store.posts.revise(PROFILE, id(10), (now) => ({
      at: AT,
      post: { caption: "New words" },
      moves: now.targets.map((target) =>
        moveOf(target, "pending", "cancel", { at: AT, dueAt: null, detail: "d" }),
      ),
    }));
    expect(await wrong.catch(() => "refused")).toBe("refused");
    expect((await store.posts.get(PROFILE, id(10)))?.caption).toBe(post(id(10), "draft", "draft").caption);
  });

  rule("events of another profile's post, or of none, are not given out", async ({ store }) => {
    await create(store, post(id(10), "draft", "draft"));
    expect(await store.posts.events(id(99), id(10))).toBeNull();
    expect(await store.posts.events(PROFILE, id(99))).toBeNull();
    expect(await store.posts.attempts(id(99), id(10))).toBeNull();
    expect(await store.posts.attempts(PROFILE, id(10))).toEqual([]);
  });

  rule("an event names its key while the key exists", async ({ store }) => {
    await store.keys.create(key, bytes(3), entry);
    const by = async (n: number, actor: string) => {
      await store.posts.create(post(id(n), "draft", "draft"), null, null, { ...entry, actor });
      return (await store.posts.events(PROFILE, id(n)))?.[0]?.actor;
    };
    expect(await by(10, `key:${key.id}`)).toEqual({ kind: "key", name: "k" });
    expect(await by(20, `key:${id(98)}`)).toEqual({ kind: "key", name: null });
    expect(await by(30, "owner:a@b.c")).toEqual({ kind: "person", name: "a@b.c" });
  });

  rule("a check is written down only while the post is as it was checked", async ({ store }) => {
    await create(store, post(id(10), "pending", "time"));
    const [found] = await store.posts.dueChecks(AT, 10);
    if (!found) throw new Error("nothing to check");
    const warning = { rule: "text.length", message: "m", platform: "bluesky", accountId: ACCOUNT };
    const check = { at: AT, nextAt: AT + 50, warnings: [warning], detail: "w" };
    await store.posts.checked({ ...found, updatedAt: found.updatedAt - 1 }, check);
    expect((await store.posts.get(PROFILE, id(10)))?.warnings).toEqual([]);
    await store.posts.checked(found, check);
    expect((await store.posts.get(PROFILE, id(10)))?.warnings).toEqual([warning]);
    expect(await store.posts.dueChecks(AT + 49, 10)).toEqual([]);
    expect(ids(await store.posts.dueChecks(AT + 50, 10))).toEqual([id(10)]);
  });
}
