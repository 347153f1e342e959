// Tests reviews (D49): asked for, approved or returned; and that nothing of an author goes out without an approval where
// the profile asks for one.
import { beforeEach, afterEach, describe, expect, test } from "bun:test";
import { schedulePost } from "../../publishing/manage.ts";
import { atCommandLine } from "../../publishing/actor.ts";
import { makeOwner, makePerson, personHeaders, signIn, type Owner } from "../support/owner.ts";
import {
  create,
  DAY,
  HOUR,
  inFuture,
  keyFor,
  openWorldWith,
  outcome,
  read,
  upload,
} from "../support/posting.ts";
import { isSettled, type Answer, type World } from "../support/world.ts";

let world: World;
let owner: Owner;
let people: Record<string, Record<string, string>>;
beforeEach(async () => {
  world = await openWorldWith(["bluesky:ok"]);
  await makeOwner(world);
  owner = await signIn(world);
  people = {};
  for (const [name, role] of Object.entries({ ann: "author", eve: "editor", vic: "viewer" } as const)) {
    await makePerson(world, `${name}@example.com`, { role, profiles: [world.profileId] });
    people[name] = personHeaders(world, (await signIn(world, `${name}@example.com`)).cookie);
  }
  await askForReviews(true);
});
afterEach(() => world[Symbol.asyncDispose]());

const askForReviews = async (review: boolean) => {
  const { status, json } = await owner.ask("PATCH", `/profiles/${world.profileId}`, { review });
  expect([status, json["review"]]).toEqual([200, review]);
};
const as = (name: string) => people[name] ?? {};
const ask = (name: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  world.ask(method, path, body, { prefer: "respond-async", ...as(name) });
const draftOf = async (name: string) => {
  const { status, json } = await create(world, { accounts: ["bluesky:ok"] }, as(name));
  expect(status).toBe(201);
  return String(json["id"]);
};
const review = (name: string, id: string, body: object) => ask(name, "POST", `/posts/${id}/review`, body);
const texts = async (id: string) =>
  ((await ask("eve", "GET", `/posts/${id}/events`)).json["events"] as { kind: string; text: string }[]).map(
    ({ kind, text }) => `${kind}: ${text}`,
  );
const inAttention = async (name: string) => {
  const { ask: askAs } = await signIn(world, `${name}@example.com`);
  const { json } = await askAs("GET", `/attention?profile=${world.profileId}`);
  return (json["items"] as { id: string; kind: string }[]).filter(({ kind }) => kind === "review");
};

describe("a review", () => {
  test("is asked for, returned with a note, asked for again and approved; then it goes out at its time", async () => {
    const id = await draftOf("ann");
    const at = inFuture(world, HOUR);
    const asked = await review("ann", id, { state: "asked", note: "Is it right?", schedule: at });
    expect(asked.json).toMatchObject({
      status: "draft",
      schedule: "draft",
      scheduledFor: null,
      review: {
        state: "asked",
        by: { kind: "person", name: "ann@example.com" },
        at: new Date(world.clock.now()).toISOString(),
        note: "Is it right?",
        schedule: at,
      },
    });
    expect(asked.headers.get("etag")).toBe('"2"');
    expect(
      (await review("eve", id, { state: "returned", note: "A comma is missing" })).json["review"],
    ).toMatchObject({
      state: "returned",
      by: { name: "eve@example.com" },
      note: "A comma is missing",
    });
    expect((await ask("ann", "PATCH", `/posts/${id}`, { caption: "Hello, world" })).status).toBe(200);
    await review("ann", id, { state: "asked", schedule: at });
    const approved = await review("eve", id, { state: "approved" });
    expect(approved.json).toMatchObject({
      status: "scheduled",
      scheduledFor: at,
      review: { state: "approved" },
    });
    expect(await texts(id)).toEqual([
      "created: ann@example.com saved it as a draft.",
      "review.asked: ann@example.com asked for a review. “Is it right?”",
      "review.returned: eve@example.com returned it. “A comma is missing”",
      "post.edited: ann@example.com changed the text.",
      "review.asked: ann@example.com asked for a review.",
      "schedule: It is waiting to go out on Bluesky.",
      "review.approved: eve@example.com approved it.",
      "post.scheduled: eve@example.com scheduled it.",
    ]);
    world.clock.turn(HOUR);
    const post = await world.until(id, isSettled);
    expect([post.status, post.targets[0]?.lateness]).toEqual(["posted", expect.any(Number)]);
    expect(world.published("bluesky")).toHaveLength(1);
  });

  test("without a time, an approved draft stays one until somebody gives it a time", async () => {
    const id = await draftOf("ann");
    await review("ann", id, { state: "asked" });
    const { json } = await review("eve", id, { state: "approved" });
    expect(json).toMatchObject({ status: "draft", review: { state: "approved", note: null } });
    expect(json["review"]).toEqual({
      state: "approved",
      by: { kind: "person", name: "eve@example.com" },
      at: expect.any(String),
      note: null,
    });
    expect((await ask("eve", "POST", `/posts/${id}/schedule`)).json["status"]).toBe("queued");
  });

  test("who approves may choose another time, and neither happens when that is not possible", async () => {
    const id = await draftOf("ann");
    const [soon, later] = [inFuture(world, HOUR), inFuture(world, DAY)];
    await review("ann", id, { state: "asked", schedule: soon });
    world.clock.turn(2 * HOUR);
    expect(outcome(await review("eve", id, { state: "approved" }))).toBe("400 invalid_schedule");
    expect((await read(world, id)).review?.state).toBe("asked");
    const { json } = await review("eve", id, { state: "approved", schedule: later });
    expect(json).toMatchObject({ status: "scheduled", scheduledFor: later, review: { state: "approved" } });
    const queued = await draftOf("ann");
    await review("ann", queued, { state: "asked", schedule: "queue" });
    expect((await review("eve", queued, { state: "approved" })).json["status"]).toBe("queued");
  });

  test("approves what was seen: after an edit, If-Match refuses it", async () => {
    const id = await draftOf("ann");
    const { json } = await review("ann", id, { state: "asked" });
    await ask("ann", "PATCH", `/posts/${id}`, { caption: "Something else" });
    const seen = { ...as("eve"), "if-match": `"${String(json["revision"])}"` };
    const answer = await world.ask("POST", `/posts/${id}/review`, { state: "approved" }, seen);
    expect(outcome(answer)).toBe("412 revision_conflict");
  });

  test("is asked for by authors for their own, and decided by those who publish; keys by their scopes", async () => {
    const [own, other] = [await draftOf("ann"), await draftOf("eve")];
    expect(outcome(await review("ann", other, { state: "asked" }))).toBe("403 not_allowed");
    expect(outcome(await review("vic", own, { state: "asked" }))).toBe("403 not_allowed");
    for (const state of ["approved", "returned"])
      expect(outcome(await review("ann", own, { state }))).toBe("403 not_allowed");
    const writer = await keyFor(world, { scopes: ["read", "write"] });
    const byKey = (headers: Record<string, string>, state: string) =>
      world.ask("POST", `/posts/${own}/review`, { state }, headers);
    expect((await byKey(writer, "asked")).status).toBe(200);
    expect(outcome(await byKey(writer, "approved"))).toBe("403 insufficient_scope");
    expect((await byKey(await keyFor(world), "approved")).json["review"]).toMatchObject({
      by: { kind: "key" },
    });
  });

  test("is of a draft only, and every fault of the request is named", async () => {
    const id = await draftOf("eve");
    await ask("eve", "POST", `/posts/${id}/schedule`, { schedule: inFuture(world, HOUR) });
    expect(outcome(await review("eve", id, { state: "asked" }))).toBe("409 already_started");
    expect(outcome(await review("eve", id, { state: "approved", schedule: "queue" }))).toBe(
      "409 already_started",
    );
    const draft = await draftOf("eve");
    expect(outcome(await review("eve", draft, { state: "lost" }))).toBe("400 invalid_request");
    expect(outcome(await review("eve", draft, { state: "asked", note: "" }))).toBe("400 invalid_request");
    expect(outcome(await review("eve", draft, { state: "returned", schedule: "queue" }))).toBe(
      "400 invalid_request",
    );
    for (const schedule of ["draft", "tomorrow", "2020-01-01T00:00:00Z"])
      expect(outcome(await review("eve", draft, { state: "asked", schedule }))).toBe("400 invalid_schedule");
  });

  test("is in the attention of those who may approve, until it is decided; lists find it", async () => {
    const id = await draftOf("ann");
    await review("ann", id, { state: "asked", note: "Please" });
    expect(await inAttention("eve")).toEqual([
      expect.objectContaining({
        id: `review:${id}`,
        title: "ann@example.com asks for a review of “Hello”",
        detail: "Please",
        subject: { postId: id, targetId: null, accountId: null },
        action: { kind: "review", label: "Review it" },
      }),
    ]);
    expect(await inAttention("ann")).toEqual([]);
    expect(await inAttention("vic")).toEqual([]);
    const listed = async (state: string) =>
      ((await ask("vic", "GET", `/posts?review=${state}&view=light`)).json["posts"] as { id: string }[]).map(
        (post) => post.id,
      );
    expect(await listed("asked")).toEqual([id]);
    await review("eve", id, { state: "returned" });
    expect(await inAttention("eve")).toEqual([]);
    expect(await listed("asked")).toEqual([]);
    expect(await listed("asked,returned")).toEqual([id]);
  });
});

describe("where the profile asks for reviews", () => {
  /** Every way in which a draft could get a time, by people and programs who may publish. */
  const ways: Record<string, (id: string) => Promise<string>> = {
    "POST /schedule": async (id) => outcome(await ask("eve", "POST", `/posts/${id}/schedule`)),
    "POST /schedule for now": async (id) =>
      outcome(await ask("eve", "POST", `/posts/${id}/schedule`, { schedule: "now" })),
    "POST /schedule at a slot": async (id) => {
      const { json } = await ask("eve", "GET", "/queue");
      const [first] = json["slots"] as { at: string }[];
      return outcome(await ask("eve", "POST", `/posts/${id}/schedule`, { slotAt: first?.at }));
    },
    "the owner": async (id) => {
      const headers = { ...personHeaders(world, owner.cookie), prefer: "respond-async" };
      return outcome(await world.ask("POST", `/posts/${id}/schedule`, undefined, headers));
    },
    "a key": async (id) =>
      outcome(await world.ask("POST", `/posts/${id}/schedule`, undefined, await keyFor(world))),
    "bulk: schedule": async (id) => await bulk(id, { action: "schedule", at: inFuture(world, HOUR) }),
    "bulk: queue": async (id) => await bulk(id, { action: "queue" }),
    "the command line": async (id) =>
      await schedulePost(atCommandLine(world.profileId), id, null, world.appliance.publishing).then(
        () => "scheduled",
        (error: { status: number; code: string }) => `${error.status} ${error.code}`,
      ),
  };
  async function bulk(id: string, action: object): Promise<string> {
    const { json } = await ask("eve", "POST", "/posts/actions", { ids: [id], ...action });
    const [result] = json["results"] as { error: { code: string } | null }[];
    return `409 ${result?.error?.code ?? "none"}`;
  }

  test.each(Object.keys(ways))("%s gives no time to an author's draft that nobody approved", async (way) => {
    const id = await draftOf("ann");
    expect(await ways[way]?.(id)).toBe("409 review_required");
    await review("ann", id, { state: "asked" });
    expect(await ways[way]?.(id)).toBe("409 review_required");
    await review("eve", id, { state: "returned" });
    expect(await ways[way]?.(id)).toBe("409 review_required");
    expect(await read(world, id)).toMatchObject({ status: "draft", scheduledFor: null });
  });

  test("swapping, reordering, shifting and retrying move no draft", async () => {
    const [draft, waiting] = [await draftOf("ann"), await draftOf("eve")];
    await ask("eve", "POST", `/posts/${waiting}/schedule`);
    const swapped = await ask("eve", "POST", `/posts/${draft}/schedule`, { swapWith: waiting });
    const ordered = await ask("eve", "PUT", "/queue/order", { ids: [draft, waiting] });
    expect([swapped, ordered].map(outcome)).toEqual(["409 not_waiting", "409 not_waiting"]);
    expect(await bulk(draft, { action: "shift", days: 1 })).toBe("409 not_waiting");
    expect((await ask("eve", "POST", `/posts/${draft}/retry`)).json["status"]).toBe("draft");
  });

  test("an approval is gone when the author changes the draft, and undoing a cancel does not bring it back", async () => {
    const id = await draftOf("ann");
    await review("eve", id, { state: "approved", schedule: inFuture(world, DAY) });
    const { json } = await ask("eve", "POST", "/posts/actions", { ids: [id], action: "cancel" });
    expect((await read(world, id)).review?.state).toBe("approved");
    expect(
      (await ask("ann", "PATCH", `/posts/${id}`, { caption: "Buy my coins" })).json["review"],
    ).toBeNull();
    const undone = await ask("eve", "POST", "/posts/actions/undo", { token: json["undo"] });
    expect(undone.json["results"]).toEqual([expect.objectContaining({ ok: false })]);
    expect(JSON.stringify(undone.json)).toContain("review_required");
    expect(outcome(await ask("eve", "POST", `/posts/${id}/schedule`))).toBe("409 review_required");
    await review("eve", id, { state: "approved" });
    expect((await ask("eve", "POST", `/posts/${id}/schedule`)).json["status"]).toBe("queued");
  });

  test("who may publish edits an approved draft, and it stays approved", async () => {
    const id = await draftOf("ann");
    await review("eve", id, { state: "approved" });
    expect((await ask("eve", "PATCH", `/posts/${id}`, { caption: "Shorter" })).json["review"]).toMatchObject({
      state: "approved",
    });
    expect((await ask("eve", "POST", `/posts/${id}/schedule`)).status).toBe(200);
  });

  test("nor does the author change the words of a file in it", async () => {
    const source = await upload(world);
    const derived = await ask("ann", "POST", `/media/${source}/derive`, { rotate: 90 });
    const file = (derived.json["media"] as { id: string }).id;
    const { json } = await create(world, { accounts: ["bluesky:ok"], media: [file] }, as("ann"));
    const change = () => ask("ann", "PATCH", `/media/${file}`, { altText: "Other words" });
    expect((await change()).status).toBe(200);
    await review("eve", String(json["id"]), { state: "approved" });
    expect(outcome(await change())).toBe("403 not_allowed");
  });

  test("drafts of others need no approval, and without the rule an author's neither", async () => {
    const [editors, authors] = [await draftOf("eve"), await draftOf("ann")];
    expect((await ask("eve", "POST", `/posts/${editors}/schedule`)).status).toBe(200);
    await askForReviews(false);
    expect((await ask("eve", "POST", `/posts/${authors}/schedule`)).status).toBe(200);
  });

  test("an author who is made an editor still has earlier drafts approved, and may do it", async () => {
    const id = await draftOf("ann");
    const person = await world.appliance.store.people.byEmail("ann@example.com");
    await owner.ask("PATCH", `/people/${person?.id ?? ""}`, { role: "editor" });
    people["ann"] = personHeaders(world, (await signIn(world, "ann@example.com")).cookie);
    expect(outcome(await ask("ann", "POST", `/posts/${id}/schedule`))).toBe("409 review_required");
    expect((await review("ann", id, { state: "approved", schedule: "queue" })).json["status"]).toBe("queued");
  });
});
