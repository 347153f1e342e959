// Tests what authors may do with posts and files: everything with their own drafts, nothing with what others made (D49).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { makeOwner, makePerson, personHeaders, signIn } from "../support/owner.ts";
import { create, HOUR, inFuture, openWorldWith, outcome, upload } from "../support/posting.ts";
import type { Answer, World } from "../support/world.ts";

let world: World;
const people: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  world = await openWorldWith(["bluesky:ok"]);
  await makeOwner(world);
  for (const [name, role] of Object.entries({ ann: "author", bob: "author", eve: "editor" } as const)) {
    await makePerson(world, `${name}@example.com`, { role, profiles: [world.profileId] });
    people[name] = personHeaders(world, (await signIn(world, `${name}@example.com`)).cookie);
  }
});
afterAll(() => world[Symbol.asyncDispose]());

const as = (name: string) => people[name] ?? {};
const draftOf = async (name: string | null) => {
  const { status, json } = await create(world, { accounts: ["bluesky:ok"] }, name === null ? {} : as(name));
  expect(status).toBe(201);
  return String(json["id"]);
};
const ask = (name: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  world.ask(method, path, body, as(name));
/** A file that this person added. */
async function fileOf(name: string): Promise<string> {
  const id = await upload(world);
  const { status, json } = await ask(name, "POST", `/media/${id}/derive`, { rotate: 90 });
  expect([200, 201]).toContain(status);
  return (json["media"] as { id: string }).id;
}

describe("an author", () => {
  test("writes, edits, labels and deletes a draft of their own", async () => {
    const id = await draftOf("ann");
    const { json } = await ask("ann", "POST", "/labels", { name: "mine", colour: "blue" });
    const label = (json["label"] as { id: string }).id;
    expect((await ask("ann", "PATCH", `/posts/${id}`, { caption: "Better" })).status).toBe(200);
    expect((await ask("ann", "PATCH", `/posts/${id}`, { labels: [label] })).status).toBe(200);
    expect((await ask("ann", "GET", `/posts/${id}`)).json).toMatchObject({
      caption: "Better",
      createdBy: { kind: "person", name: "ann@example.com" },
    });
    expect((await ask("ann", "DELETE", `/posts/${id}`)).status).toBe(204);
  });

  test.each<[string, string | null]>([
    ["another author", "bob"],
    ["an editor", "eve"],
    ["a program", null],
  ])("changes no draft of %s, though they can read it", async (_, other) => {
    const id = await draftOf(other);
    expect((await ask("ann", "GET", `/posts/${id}`)).status).toBe(200);
    expect(outcome(await ask("ann", "PATCH", `/posts/${id}`, { caption: "Mine" }))).toBe("403 not_allowed");
    expect(outcome(await ask("ann", "PATCH", `/posts/${id}`, { labels: [] }))).toBe("403 not_allowed");
    expect(outcome(await ask("ann", "DELETE", `/posts/${id}`))).toBe("403 not_allowed");
    const bulk = await ask("ann", "POST", "/posts/actions", { ids: [id], action: "delete" });
    expect(bulk.json["results"]).toEqual([
      { id, ok: false, error: { code: "not_allowed", message: expect.any(String) } },
    ]);
    expect((await ask("eve", "PATCH", `/posts/${id}`, { caption: "Better" })).status).toBe(200);
  });

  test.each<[string, object]>([
    ["at once", { schedule: "now" }],
    ["by the queue", {}],
    ["at a time", { schedule: "2026-11-22T12:00:00Z" }],
  ])("creates nothing that goes out %s", async (_, when) => {
    const body = { caption: "Hello", ...when };
    expect(outcome(await ask("ann", "POST", "/posts", body))).toBe("403 not_allowed");
    const file = `caption,schedule\nHello,${"schedule" in when ? String(when.schedule) : ""}`;
    const imported = await world.ask("POST", "/posts/import", file, {
      ...as("ann"),
      "content-type": "text/csv",
    });
    expect(imported.json["rows"]).toEqual([
      expect.objectContaining({ ok: false, problems: [expect.objectContaining({ code: "not_allowed" })] }),
    ]);
    expect((await ask("ann", "POST", "/posts", { ...body, dryRun: true })).status).toBe(200);
  });

  test("neither schedules, cancels, retries nor edits what waits, alone or among others", async () => {
    const id = await draftOf("ann");
    const at = inFuture(world, HOUR);
    const acts = ["schedule", "queue", "cancel", "retry", "shift"];
    for (const verb of ["schedule", "cancel", "retry"])
      expect(outcome(await ask("ann", "POST", `/posts/${id}/${verb}`))).toBe("403 not_allowed");
    for (const action of acts) {
      const more = action === "schedule" ? { at } : action === "shift" ? { days: 1 } : {};
      const answer = await ask("ann", "POST", "/posts/actions", { ids: [id], action, ...more });
      expect([action, outcome(answer)]).toEqual([action, "403 not_allowed"]);
    }
    expect((await ask("eve", "POST", `/posts/${id}/schedule`, { schedule: at })).status).toBe(200);
    expect(outcome(await ask("ann", "PATCH", `/posts/${id}`, { caption: "New" }))).toBe("403 not_allowed");
    expect(outcome(await ask("ann", "PATCH", `/posts/${id}`, { labels: [] }))).toBe("403 not_allowed");
    const undone = await ask("ann", "POST", "/posts/actions/undo", { token: id });
    expect(outcome(undone)).toBe("403 not_allowed");
  });

  test("describes and deletes files of their own, and no others", async () => {
    const [own, other] = [await fileOf("ann"), await upload(world)];
    expect((await ask("ann", "GET", `/media/${own}`)).json["media"]).toMatchObject({
      createdBy: { kind: "person", name: "ann@example.com" },
    });
    expect((await ask("ann", "PATCH", `/media/${own}`, { altText: "A hill" })).status).toBe(200);
    expect(outcome(await ask("ann", "PATCH", `/media/${other}`, { altText: "A hill" }))).toBe(
      "403 not_allowed",
    );
    expect(outcome(await ask("bob", "DELETE", `/media/${own}`))).toBe("403 not_allowed");
    expect(outcome(await ask("ann", "DELETE", `/media/${other}`))).toBe("403 not_allowed");
    expect((await ask("ann", "DELETE", `/media/${own}`)).status).toBe(204);
    expect((await ask("eve", "DELETE", `/media/${other}`)).status).toBe(204);
  });

  test("finds what they have made, whatever their role was then", async () => {
    const id = await draftOf("bob");
    const person = await world.appliance.store.people.byEmail("bob@example.com");
    const { ask: owner } = await signIn(world);
    expect((await owner("PATCH", `/people/${person?.id ?? ""}`, { role: "editor" })).status).toBe(200);
    people["bob"] = personHeaders(world, (await signIn(world, "bob@example.com")).cookie);
    const later = await draftOf("bob");
    const { json } = await ask("bob", "GET", "/posts?by=person:bob@example.com");
    const ids = (json["posts"] as { id: string }[]).map((post) => post.id);
    expect(ids).toContain(id);
    expect(ids[0]).toBe(later);
  });
});
