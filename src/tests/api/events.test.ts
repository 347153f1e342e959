// Events as people read them: who did what, in sentences without Crier's own words, on every network and every outcome.
import { describe, expect, test } from "bun:test";
import { eventText } from "../../domain/event-text.ts";
import type { EventActor, EventKind, JournalEvent } from "../../domain/event.ts";
import { TRANSITIONS } from "../../domain/target-state.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

/** Words of the code; people say it otherwise. */
const FORBIDDEN =
  /\b(commit\w*|los(e|es|ing)|targets?|journal\w*|uncertain\w*|disprov\w*|marks?|settl\w*|verif\w*|exhaust\w*|defer\w*|postpon\w*|laps\w*|prepar\w*|claim\w*|reconcil\w*|interrupt\w*|preflight|attempts?|pending|processing|state|transition\w*|verdict|inconclusive|undefined|null|NaN)\b/i;

interface EventBody {
  readonly seq: number;
  readonly kind: string;
  readonly targetId: string | null;
  readonly actor: EventActor;
  readonly text: string;
  readonly data: Record<string, unknown>;
}
const eventsOf = async (world: World, id: string, query = ""): Promise<EventBody[]> =>
  (await world.ask("GET", `/posts/${id}/events${query}`)).json["events"] as EventBody[];
const of = (events: readonly EventBody[], kind: string) => events.find((event) => event.kind === kind);

test("every kind of event is a sentence that a person could have written", () => {
  const moves = Object.values(TRANSITIONS).flatMap((each) => Object.keys(each) as EventKind[]);
  const others = [
    "created",
    "defer",
    "look",
    "late",
    "converting",
    "edited",
    "scheduled",
    "canceled",
  ] as const;
  const kinds = new Set<EventKind>([...moves, ...others, "restored", "preflight.warning"]);
  const actors: EventActor[] = [
    { kind: "crier", name: null },
    { kind: "command", name: null },
    { kind: "key", name: "shop" },
    { kind: "key", name: null },
    { kind: "person", name: "Anna" },
  ];
  // From before the figures were stored, too.
  const figures: JournalEvent["data"][] = [
    {},
    { dueAt: 61_000, ms: 300, status: 200, verdict: "absent", code: "lost_answer", percent: 40 },
    {
      dueAt: 900,
      ms: 90_000,
      verdict: "unknown",
      code: "interrupted",
      schedule: "queue",
      fields: ["caption", "media"],
    },
  ];
  for (const kind of kinds)
    for (const actor of actors)
      for (const data of figures) {
        const event = {
          seq: 1,
          targetId: "t",
          attempt: 2,
          kind,
          detail: "The reason is here.",
          at: 1000,
          actor,
          data,
        };
        const text = eventText(event, { where: "Bluesky (alice)" });
        expect(text).not.toMatch(FORBIDDEN);
        expect(text).toMatch(/^["“A-Z].*[.!…]$/);
        expect(text).not.toMatch(/ {2}|\.\.|\( | ,/);
      }
});

const HANDLES = ["ok", "fail", "limited", "slow", "lost", "ghost", "down", "expired"] as const;

describe("what really happened", () => {
  test("on four networks with every fault: no word of ours, and each outcome says what it is", async () => {
    await using world = await openWorld();
    const platforms = ["bluesky", "mastodon", "telegram", "threads"];
    for (const platform of platforms) for (const handle of HANDLES) await world.account(platform, handle);
    const { id } = await world.post({ caption: "Boats are back", accounts: "all", schedule: "now" });
    const done = (post: PostBody) =>
      !post.targets.some(
        ({ status, verification }) =>
          // Not begun yet: the first look at the post may come before the dispatcher's.
          ["pending", "publishing"].includes(status) || (status === "uncertain" && !verification),
      );
    const post = await world.until(id, done, 2000);
    const events = await eventsOf(world, id);
    for (const { text } of events) expect(text).not.toMatch(FORBIDDEN);
    const textsOf = (platform: string, handle: string) => {
      const target = post.targets.find((each) => each.platform === platform && each.handle === handle);
      return events.filter(({ targetId }) => targetId === target?.id).map(({ text }) => text);
    };
    expect(textsOf("bluesky", "ok")).toEqual([
      "Crier started on Bluesky (ok), on time.",
      "Everything is ready. Crier now asks Bluesky (ok) to publish it.",
      "Bluesky (ok) accepted it.",
    ]);
    expect(textsOf("mastodon", "lost").join(" ")).toContain(
      "The answer from Mastodon (lost) was lost. It may be live, so Crier checks before it sends anything again.",
    );
    expect(textsOf("mastodon", "lost").join(" ")).toContain(
      "Crier looked on Mastodon (lost) and found it: it is live.",
    );
    expect(textsOf("telegram", "fail").at(-1)).toStartWith("Telegram refused the post: ");
  });

  test("with the actor, the figures, and only what came later", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const { id } = await world.post({ caption: "First", schedule: "draft" });
    await world.ask("PATCH", `/posts/${id}`, { caption: "Second" });
    await world.ask("POST", `/posts/${id}/schedule`, { schedule: "now" }, { prefer: "respond-async" });
    await world.until(id, ({ status }) => status === "posted");
    const events = await eventsOf(world, id);
    expect(of(events, "created")).toMatchObject({
      actor: { kind: "key", name: "test" },
      text: "The key “test” saved it as a draft.",
      data: { schedule: "draft" },
    });
    expect(of(events, "post.edited")).toMatchObject({
      actor: { kind: "key", name: "test" },
      text: "The key “test” changed the text.",
      data: { fields: ["caption"] },
    });
    expect(of(events, "post.scheduled")?.text).toBe("The key “test” asked to publish it now.");
    expect(of(events, "claim")).toMatchObject({ actor: { kind: "crier", name: null }, data: {} });
    expect(of(events, "accept")?.text).toBe("Bluesky accepted it.");
    const seq = of(events, "claim")?.seq ?? 0;
    expect(await eventsOf(world, id, `?after=${seq}`)).toEqual(events.filter((event) => event.seq > seq));
    expect(await eventsOf(world, id, `?after=${events.at(-1)?.seq}`)).toEqual([]);
    for (const after of ["-1", "x", "1.5", "9999999999999999"])
      expect((await world.ask("GET", `/posts/${id}/events?after=${after}`)).json).toMatchObject({
        code: "invalid_query",
      });
  });

  test("a person's word about a lost answer carries the name of the key", async () => {
    await using world = await openWorld();
    await world.account("mastodon", "ghost");
    const { id } = await world.post({ caption: "Boats", schedule: "now" });
    const post = await world.until(id, ({ targets }) => (targets[0]?.verification ?? null) !== null);
    const word = { targetId: post.targets[0]?.id, confirmed: true };
    await world.ask("POST", `/posts/${id}/reconcile`, { ...word, action: "confirm_not_published" });
    await world.ask("POST", `/posts/${id}/retry`, undefined, { prefer: "respond-async" });
    const events = await eventsOf(world, id);
    expect(of(events, "confirm_not_published")?.text).toBe(
      "The key “test” said that it is not there on Mastodon.",
    );
    expect(of(events, "retry")).toMatchObject({
      actor: { kind: "key", name: "test" },
      text: "The key “test” asked to try Mastodon again.",
    });
    expect(of(events, "look")).toMatchObject({ data: { verdict: "unknown" } });
  });
});
