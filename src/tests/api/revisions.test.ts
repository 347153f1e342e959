// Tests the revision of a post: which changes make it grow, and If-Match on every route that takes it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { setSlots } from "../../admin/slots.ts";
import { openHttp, type HttpDeps } from "../../api/index.ts";
import { openapi } from "../../api/openapi/document.ts";
import { isSettled, type Answer, type World } from "../support/world.ts";
import {
  create,
  HOUR,
  inFuture,
  list,
  openWorldWith,
  outcome,
  pointers,
  postAction,
  read,
  target,
  uncertainPost,
} from "../support/posting.ts";

/** Every operation whose description has the header, with an example body. */
const about = {
  title: "",
  description: "",
  version: "",
  baseUrl: "",
  tags: {},
  securitySchemes: {},
  security: [],
};
const document = await openapi(openHttp({} as HttpDeps).routes, {
  ...about,
  prefix: "/v1",
  undeclared: "refuse",
});
const conditional = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === "If-Match"))
    .map(([method, { operationId, requestBody }]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path,
      body: requestBody?.content["application/json"]?.example,
    })),
);

let world: World;
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok", "mastodon:ghost"]);
});
afterAll(() => world[Symbol.asyncDispose]());

const ifMatch = (value: unknown) => ({ "if-match": String(value), prefer: "respond-async" });
const tag = ({ headers }: Answer) => headers.get("etag");
const draft = async () => (await create(world, { accounts: ["bluesky:ok"] })).json as { id: string };

test("these operations take If-Match", () => {
  expect(conditional.map(({ name }) => name).toSorted()).toEqual([
    "cancelPost",
    "deletePost",
    "editPost",
    "reconcileUncertainDelivery",
    "retryFailedTargets",
    "reviewPost",
    "schedulePost",
  ]);
});

describe.each(conditional)("$name", ({ method, path, body }) => {
  const ask = (id: string, header: string) =>
    world.ask(method, path.replace("{id}", id), body, ifMatch(header));

  test("a stale revision is 412 with the post as it is now, and nothing changes", async () => {
    const { id } = await draft();
    await world.ask("PATCH", `/posts/${id}`, { caption: "Changed by somebody else" });
    const before = await read(world, id);
    const events = await world.ask("GET", `/posts/${id}/events`);
    for (const stale of ['"1"', 'W/"1"', '"3"', '"0"', '"1", "3"', '"999999999999999"']) {
      const answer = await ask(id, stale);
      expect(outcome(answer)).toBe("412 revision_conflict");
      expect(answer.json["post"]).toEqual(before);
      expect(tag(answer)).toBe('"2"');
    }
    expect(await read(world, id)).toEqual(before);
    expect((await world.ask("GET", `/posts/${id}/events`)).json).toEqual(events.json);
  });

  test("anything but an entity tag of a post is 400", async () => {
    const { id } = await draft();
    for (const wrong of [
      "1",
      '"one"',
      '""',
      '"1',
      "'1'",
      '"-1"',
      '"1.0"',
      '"1" "2"',
      '"1",',
      '*, "1"',
      '"1111111111111111"',
    ]) {
      const answer = await ask(id, wrong);
      expect(outcome(answer)).toBe("400 invalid_request");
      expect(pointers(answer)).toEqual(["/If-Match"]);
    }
    expect(await read(world, id)).toMatchObject({ id, revision: 1, status: "draft" });
  });

  test("the present revision, one of several, a weak one and * are as good as no header", async () => {
    for (const good of ['"1"', '"7", "1"', 'W/"1"', "*"]) {
      const { id } = await draft();
      expect([400, 412]).not.toContain((await ask(id, good)).status);
    }
  });
});

test("an answer that is sent in pieces has the status and headers of a short one", async () => {
  await using own = await openWorldWith(["facebook:ok"]);
  const headersOf = async (caption: string) => {
    const key = { "idempotency-key": `of ${caption.length}` };
    const body = { caption, overrides: { facebook: caption, ok: caption }, schedule: "draft" };
    const answers = [await own.ask("POST", "/posts", body, key), await own.ask("POST", "/posts", body, key)];
    const path = `/posts/${String(answers[0]?.json["id"])}`;
    answers.push(await own.ask("GET", path), await own.ask("PATCH", path, { caption: `${caption}!` }));
    answers.push(await own.ask("POST", `${path}/cancel`, {}));
    return answers.map(({ status, headers, json }) => ({
      ...{ status, etag: headers.get("etag"), type: headers.get("content-type")?.split(";")[0] },
      place: headers.get("location") === `/v1${path}`,
      ...{ replayed: headers.get("idempotent-replayed"), id: `/posts/${String(json["id"])}` === path },
    }));
  };
  expect(await headersOf("🚣".repeat(19_999))).toEqual(await headersOf("short"));
});

test("each change by a person or program is a revision, and every answer with one post says it in ETag", async () => {
  const made = await create(world, { accounts: ["bluesky:ok"] });
  const { id } = made.json as { id: string };
  expect([made.json["revision"], tag(made)]).toEqual([1, '"1"']);
  const steps: [string, string, unknown, number][] = [
    ["PATCH", "", { caption: "Two" }, 2],
    ["POST", "/schedule", { schedule: inFuture(world, HOUR) }, 3],
    ["POST", "/cancel", undefined, 4],
    // Nothing is left to cancel or to retry.
    ["POST", "/cancel", undefined, 4],
    ["POST", "/retry", undefined, 4],
    ["POST", "/schedule", { schedule: "now" }, 5],
  ];
  for (const [method, verb, body, revision] of steps) {
    const answer = await world.ask(method, `/posts/${id}${verb}`, body);
    expect([verb, answer.status, answer.json["revision"], tag(answer)]).toEqual([
      verb,
      200,
      revision,
      `"${revision}"`,
    ]);
  }
  // It was delivered meanwhile.
  const posted = await world.ask("GET", `/posts/${id}`);
  expect(posted.json).toMatchObject({ status: "posted", revision: 5 });
  expect(tag(posted)).toBe('"5"');
  expect((await list(world)).find((post) => post.id === id)?.revision).toBe(5);
});

test("a person's word is a revision, a retry too, and what the networks answer is none", async () => {
  const uncertain = await uncertainPost(world);
  expect(uncertain.revision).toBe(1);
  const word = { targetId: target(uncertain).id, action: "confirm_not_published", confirmed: true };
  const reconciled = await postAction(world, uncertain.id, "reconcile", word);
  expect([reconciled.json["revision"], tag(reconciled)]).toEqual([2, '"2"']);
  const retried = await postAction(world, uncertain.id, "retry");
  expect([retried.status, retried.json["revision"]]).toEqual([200, 3]);
  const after = await world.until(uncertain.id, isSettled);
  expect(after.revision).toBe(3);
});

test("a post that moves with the slots has a new revision; one that keeps its slot does not", async () => {
  const slots = async (...times: string[]) => {
    const list = times.map((time) => ({ weekdays: [1, 2, 3, 4, 5, 6, 7], time, timezone: "UTC" }));
    await setSlots("cli", { profileId: world.profileId, slots: list, reflow: true }, world.appliance);
  };
  await slots("10:00");
  const { id } = await world.post({ caption: "Queued", accounts: ["bluesky:ok"] });
  await slots("10:00", "10:01");
  expect(await read(world, id)).toMatchObject({ status: "queued", revision: 1 });
  await slots("11:00");
  expect(await read(world, id)).toMatchObject({ status: "queued", revision: 2 });
});

test("of edits that race with the same If-Match exactly one is made; the others see it", async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await draft();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        world.ask("PATCH", `/posts/${id}`, { caption: `Edit ${n}` }, ifMatch('"1"')),
      ),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    const { caption } = await read(world, id);
    expect(made[0]?.json["caption"]).toBe(caption);
    for (const lost of answers.filter(({ status }) => status !== 200)) {
      expect(outcome(lost)).toBe("412 revision_conflict");
      expect(lost.json["post"]).toMatchObject({ id, caption, revision: 2 });
    }
  }
});

test("of an edit, a schedule, a cancel and a deletion that race with the same If-Match exactly one is made", async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await draft();
    const [path, header] = [`/posts/${id}`, ifMatch('"1"')];
    const answers = await Promise.all([
      world.ask("PATCH", path, { caption: "Edited" }, header),
      world.ask("POST", `${path}/schedule`, { schedule: inFuture(world, HOUR) }, header),
      world.ask("POST", `${path}/cancel`, undefined, header),
      ...(round % 2 === 0 ? [world.ask("DELETE", path, undefined, header)] : []),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const lost of answers.filter(({ status }) => status >= 300))
      expect(["412 revision_conflict", "404 not_found"]).toContain(outcome(lost));
  }
});
