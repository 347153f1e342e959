// crier post, queue, media, account and status through real processes: each verb, and documents in the API's own shapes.
import { Type } from "@sinclair/typebox";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccountView } from "../../api/views/account.ts";
import { EventView } from "../../api/views/event.ts";
import { LibraryMediaView, MediaView } from "../../api/views/media.ts";
import { DryRunView, PostView } from "../../api/views/post.ts";
import { QueueView } from "../../api/views/queue.ts";
import { nullable } from "../../api/views/shapes.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { crier, type Ran } from "../support/command-line.ts";
import { parse } from "../support/json-views.ts";
import { runCommand } from "../support/run-command.ts";

let folder = "";
let env: Record<string, string> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-post-"));
  env = { CRIER_DATA: folder };
  await crier(["profile", "create", "me", "--timezone", "Europe/Berlin"], env);
  for (const handle of ["ok", "fail", "ghost"]) await connect("bluesky", handle);
  await connect("mastodon", "ok");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const connect = (network: string, handle: string) =>
  crier(["account", "connect", network, "--simulated", "--handle", handle], env);
/** In this process: the words are the same, and it is quicker. */
const run = (...args: string[]) => runCommand(args, env);
/** In a process of its own. */
const spawned = (...args: string[]) => crier(["post", ...args], env);
const post = (...args: string[]) => run("post", ...args);
const postIn = ({ out }: Ran) => parse(PostView, out);
const draft = async (text = "A draft", to = "mastodon") =>
  postIn(await post("create", text, "--to", to, "--draft", "--json"));
const eventsOf = async (id: string) =>
  parse(Type.Object({ events: Type.Array(EventView) }), (await post("events", id, "--json")).out).events;

describe("D41 crier post", () => {
  test("create, list, show, edit, schedule, cancel, delete: the life of a post that is never published", async () => {
    const made = await draft("Hello");
    expect(made).toMatchObject({ status: "draft", caption: "Hello", schedule: "draft" });
    const edited = postIn(
      await spawned("edit", made.id, "--text", "Hello, hills", "--to", "bluesky:ok", "--json"),
    );
    expect(edited).toMatchObject({
      id: made.id,
      caption: "Hello, hills",
      targets: [{ platform: "bluesky" }],
    });
    const planned = postIn(await spawned("schedule", made.id, "--at", "2027-01-31 09:00", "--json"));
    expect(planned).toMatchObject({ status: "scheduled", scheduledFor: "2027-01-31T08:00:00.000Z" });
    const moved = postIn(await spawned("schedule", made.id, "--queue", "--json"));
    expect(moved.status).toBe("queued");
    const canceled = postIn(await spawned("cancel", made.id, "--json"));
    expect(canceled).toMatchObject({ status: "draft", canceled: true });
    expect(postIn(await spawned("show", made.id, "--json"))).toEqual(canceled);
    const kinds = (await eventsOf(made.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["created", "post.edited", "post.scheduled"]));
    const list = Type.Object({ posts: Type.Array(PostView), nextCursor: nullable(Type.String()) });
    const found = parse(
      list,
      (await spawned("list", "--search", "hills", "--status", "draft", "--json")).out,
    );
    expect(found).toMatchObject({ posts: [{ id: made.id }], nextCursor: null });
    expect((await spawned("delete", made.id)).code).toBe(2);
    expect(JSON.parse((await spawned("delete", made.id, "--yes", "--json")).out)).toEqual({
      deleted: made.id,
    });
    expect(await spawned("show", made.id)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Unknown post"),
    });
  });

  test("an id needs no profile, and its first characters are enough", async () => {
    await run("profile", "create", "other");
    try {
      const { id } = postIn(
        await post("create", "Short", "--to", "mastodon", "--draft", "--profile", "me", "--json"),
      );
      expect(postIn(await post("show", id.slice(0, 18).toUpperCase(), "--json")).id).toBe(id);
      expect((await post("show", id.slice(0, 7))).err).toContain("Unknown post");
      // An id begins with its millisecond; most of that is the same for every post of the hour.
      const other = postIn(
        await post("create", "Two", "--to", "mastodon", "--draft", "--profile", "me", "--json"),
      );
      const start = commonStart(id, other.id);
      if (start.length >= 8) expect((await post("show", start)).err).toContain("Several posts");
      expect((await post("list")).err).toContain("Choose one with --profile");
    } finally {
      await run("profile", "delete", "other", "--yes");
    }
  });

  test("- is standard input, without the line's end that echo adds", async () => {
    const made = await crier(
      ["post", "create", "-", "--to", "mastodon", "--draft", "--json"],
      env,
      "One\nTwo\n",
    );
    expect(postIn(made).caption).toBe("One\nTwo");
    const changed = await crier(["post", "edit", postIn(made).id, "--text", "-", "--json"], env, "Three\n");
    expect(postIn(changed).caption).toBe("Three");
    expect((await crier(["post", "create", "-", "--draft"], env, "\n")).err).toBe("The post has no text.");
  });

  test("files, their descriptions and options; --media none removes the files", async () => {
    const { path } = SAMPLES.photo;
    const made = postIn(
      await post(
        "create",
        "Hills",
        "--to",
        "mastodon",
        "--draft",
        "--json",
        "--media",
        path,
        "--alt",
        "Dusk",
      ),
    );
    expect(made.media).toMatchObject([{ filename: "photo.jpg", altText: "Dusk" }]);
    const id = made.media[0]?.id ?? "";
    const again = await post("create", "Again", "--to", "mastodon", "--draft", "--json", "--media", id);
    expect(postIn(again).media).toMatchObject([{ id, altText: "Dusk" }]);
    const renamed = postIn(await post("edit", made.id, "--alt", "Dawn", "--json"));
    expect(renamed.media).toMatchObject([{ altText: "Dawn" }]);
    const options = postIn(await post("edit", made.id, "--option", "mastodon.sensitive=true", "--json"));
    expect(options.options).toEqual({ mastodon: { sensitive: true } });
    expect(postIn(await post("edit", made.id, "--media", "none", "--json")).media).toEqual([]);
    expect((await post("create", "x", "--draft", "--media", "/no/such.jpg")).err).toBe(
      "File not found: /no/such.jpg.",
    );
  });

  test("--dry-run stores nothing, and says what a network would get", async () => {
    const dry = await post("create", "Dry", "--to", "bluesky:ok", "--dry-run", "--json");
    expect(parse(DryRunView, dry.out)).toMatchObject({ dryRun: true, targets: [{ length: 3, limit: 300 }] });
    expect((await post("list", "--search", "Dry")).err).toBe("No posts.");
  });

  test("what only some networks accept: the message names those that do", async () => {
    const { code, err } = await post("create", "x".repeat(301), "--yes", "--queue");
    expect(code).toBe(1);
    expect(err).toContain("The other accounts accept it: --to mastodon:ok");
  });
});

describe("publishing", () => {
  test("a refusal exits 1 with one document; retry sends again, and only there", async () => {
    const failed = await post("create", "Hi", "--to", "mastodon", "bluesky:fail", "--now", "--json");
    expect(failed.code).toBe(1);
    const made = postIn(failed);
    expect(made.status).toBe("partial");
    expect(failed.err).toContain("Not published on 1 of 2 accounts.");
    const again = await post("retry", made.id, "--json");
    expect(again.code).toBe(1);
    const attempts = postIn(again).targets.map(({ platform, attempts }) => [platform, attempts]);
    expect(attempts).toEqual([
      ["mastodon", 1],
      ["bluesky", 2],
    ]);
    expect((await post("watch", made.id, "--json")).code).toBe(1);
    expect(postIn(await post("watch", made.id, "--json")).status).toBe("partial");
    expect((await post("cancel", made.id)).code).toBe(1);
    expect((await post("delete", made.id, "--yes")).code).toBe(0);
  });

  test("retry of what is not failed is refused in words", async () => {
    const { id } = await draft();
    expect(await post("retry", id)).toMatchObject({ code: 1, err: "Nothing to retry: the post is draft." });
  });

  test("an uncertain target: never sent again, never deleted, settled by a person", async () => {
    const lost = await post("create", "Hi", "--to", "bluesky:ghost", "--now", "--json");
    const { id, status, targets } = postIn(lost);
    expect({ code: lost.code, status }).toEqual({ code: 1, status: "uncertain" });
    expect(lost.err).toContain("It may be live on bluesky:ghost");
    const refused = await post("retry", id, "--json");
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({ status: 409, code: "needs_reconciliation" });
    expect((await post("delete", id, "--yes")).code).toBe(1);
    const { out: shown } = await post("show", id);
    expect(shown).toContain("May be live:");
    expect(shown).toContain("Bluesky's answer is certain either way");
    expect(shown).toMatch(/^ {4}http:\S+#bluesky-ghost$/m);
    const soon = await post("look", id, "--json");
    expect(soon.code).toBe(1);
    expect(JSON.parse(soon.out)).toMatchObject({ status: 429, code: "rate_limited" });
    const text = (await post("events", id)).out;
    expect(text).toContain("Someone at the command line wrote it, to be published at once.");
    expect(text).toContain("The answer from Bluesky was lost. It may be live");
    const reconcile = (...args: string[]) => post("reconcile", id, ...args);
    expect(await reconcile("bluesky:ghost")).toMatchObject({
      ...{ code: 2, err: "Say what you saw: --published or --not-published." },
    });
    expect((await reconcile("bluesky:ghost", "--not-published")).err).toContain("--confirmed");
    expect((await reconcile("mastodon", "--published", "--confirmed")).err).toContain(
      "There are: bluesky:ghost.",
    );
    expect((await reconcile("bluesky", "--published", "--not-published")).code).toBe(2);
    const settled = await reconcile(
      "bluesky",
      "--not-published",
      "--note",
      "looked",
      "--confirmed",
      "--json",
    );
    expect(postIn(settled)).toMatchObject({
      status: "failed",
      targets: [{ reconciled: { action: "confirm_not_published", note: "looked" } }],
    });
    expect((await reconcile(targets[0]?.id ?? "", "--published", "--confirmed")).code).toBe(1);
    const events = await eventsOf(id);
    expect(events.filter(({ kind }) => kind === "prepared")).toHaveLength(1);
  });

  test("mark as published: with the address that the person saw", async () => {
    const { id } = postIn(await post("create", "Hi", "--to", "bluesky:ghost", "--now", "--json"));
    const url = "https://bsky.app/profile/alice/post/1";
    const done = await post("reconcile", id, "bluesky", "--published", "--url", url, "--confirmed", "--json");
    expect(postIn(done)).toMatchObject({ status: "posted", targets: [{ url }] });
  });
});

describe("two commands on one post", () => {
  test("published twice at once, it is sent once", async () => {
    const { id } = await draft("Only once");
    const both = await Promise.all([1, 2].map(() => spawned("schedule", id, "--now", "--json")));
    expect(both.map(({ code }) => code)).toContain(0);
    const events = await eventsOf(id);
    expect(events.filter(({ kind }) => kind === "prepared")).toHaveLength(1);
    expect(postIn(await post("show", id, "--json")).status).toBe("posted");
  });

  test("canceled and published at once, one of the two wins", async () => {
    const { id } = postIn(await post("create", "Either", "--to", "mastodon", "--at", "in 3 hours", "--json"));
    const [now, cancel] = await Promise.all([spawned("schedule", id, "--now"), spawned("cancel", id)]);
    const { status } = postIn(await post("show", id, "--json"));
    const outcome = { now: now?.code, cancel: cancel?.code, status };
    // Canceled first, it is a draft, which can be published; sent first, it can't be canceled any more.
    expect([
      { now: 0, cancel: 1, status: "posted" },
      { now: 0, cancel: 0, status: "posted" },
      { now: 1, cancel: 0, status: "draft" },
    ]).toContainEqual(outcome);
    const sent = (await eventsOf(id)).filter(({ kind }) => kind === "prepared").length;
    expect(sent).toBe(status === "posted" ? 1 : 0);
  });

  test("edited twice at once, the text is one of the two", async () => {
    const { id } = await draft();
    const both = await Promise.all(["one", "two"].map((text) => spawned("edit", id, "--text", text)));
    for (const { code, err } of both) expect(code === 0 || err.includes("at the same time")).toBeTrue();
    expect(["one", "two"]).toContain(postIn(await post("show", id, "--json")).caption);
  });
});

describe("D41 the other nouns", () => {
  test("queue list shows the slots and who has them", async () => {
    const { id } = postIn(await post("create", "Queued", "--to", "mastodon", "--json"));
    const view = parse(QueueView, (await run("queue", "list", "--limit", "5", "--json")).out);
    expect(view.upcoming).toHaveLength(5);
    expect(view.upcoming.some(({ postId }) => postId === id)).toBeTrue();
    expect((await run("queue")).out).toContain("Queued");
    expect((await run("queue", "list", "--limit", "0")).code).toBe(2);
    expect((await run("queue", "list", "--limit", "101")).err).toContain("from 1 to 100");
    await post("cancel", id);
  });

  test("media add, list, show, edit, delete", async () => {
    const file = join(folder, "hill.jpg");
    writeFileSync(file, await Bun.file(SAMPLES.photo.path).bytes());
    const added = await run("media", "add", file, "--alt", "A hill", "--json");
    const { media } = parse(Type.Object({ media: Type.Array(MediaView) }), added.out);
    expect(media).toMatchObject([{ filename: "hill.jpg", altText: "A hill", kind: "image" }]);
    const id = media[0]?.id ?? "";
    const page = Type.Object({ media: Type.Array(LibraryMediaView), nextCursor: nullable(Type.String()) });
    const list = parse(page, (await run("media", "list", "--limit", "1", "--json")).out);
    expect(list.media).toMatchObject([{ id, usedIn: { posts: 0, waiting: 0 } }]);
    const filtered = async (...filter: string[]) =>
      parse(page, (await run("media", "list", ...filter, "--json")).out).media.map((each) => each.id);
    expect(await filtered("--unused", "--search", "HILL")).toEqual([id]);
    expect(await filtered("--missing-alt", "--search", "hill")).toEqual([]);
    const one = Type.Object({ media: MediaView });
    const edited = await run("media", "edit", id, "--alt", "", "--name", "hill-2.jpg", "--json");
    expect(parse(one, edited.out).media).toMatchObject({ altText: null, filename: "hill-2.jpg" });
    expect(parse(one, (await run("media", "show", id, "--json")).out).media.filename).toBe("hill-2.jpg");
    expect((await run("media", "edit", id)).code).toBe(2);
    expect((await run("media", "delete", id)).code).toBe(2);
    expect((await run("media", "delete", id, "--yes")).code).toBe(0);
    expect((await run("media", "show", id)).err).toContain("Unknown file");
  });

  test("account show: limits, options, and what the network says now", async () => {
    const shape = Type.Object({
      account: AccountView,
      options: Type.Unknown(),
      values: Type.Record(Type.String(), Type.Unknown()),
      fetchedAt: nullable(Type.String()),
    });
    const shown = parse(shape, (await run("account", "show", "bluesky:ok", "--json")).out);
    expect(shown.account.handle).toBe("ok");
    expect(shown.options).toHaveProperty("properties.languages");
    expect(shown.fetchedAt).not.toBeNull();
    expect((await run("account", "show", "ok")).err).toContain("bluesky:ok, mastodon:ok");
    expect((await run("account", "show", "blusky:ok")).err).toContain("Did you mean bluesky:ok?");
    expect((await run("account", "list")).out).toContain("bluesky (simulated)");
  });

  test("status counts what is planned and what needs a person", async () => {
    const { out } = await run("status", "--json");
    expect(JSON.parse(out)).toMatchObject({
      server: null,
      posts: { uncertain: 0, failed: expect.any(Number), publishing: 0 },
      networks: expect.any(Array),
    });
    const { out: words } = await run("status");
    expect(words).toContain("not running; start it with crier serve");
    expect(words).toContain(folder);
  });
});

describe("D41 problems with --json", () => {
  const problem = async (...args: string[]) => {
    const { code, out, err } = await run(...args, "--json");
    expect(err).toBe("");
    return { exit: code, ...(JSON.parse(out) as object) };
  };

  test("called wrongly, refused, not found: each is one problem document, and nothing on standard error", async () => {
    expect(await problem("post", "create", "x", "--nwo")).toMatchObject({
      ...{ exit: 2, code: "usage", detail: "Unknown option: --nwo. Did you mean --now?" },
    });
    expect(await problem("post", "lsit")).toMatchObject({ exit: 2, code: "usage" });
    expect(await problem("account")).toMatchObject({ exit: 2, code: "usage" });
    expect(await problem("post", "list", "--profile", "nobody")).toMatchObject({
      ...{ exit: 1, code: "failed", detail: "Unknown profile nobody. There is: me." },
    });
    expect(await problem("post", "create", "x".repeat(301), "--to", "bluesky:ok", "--draft")).toMatchObject({
      ...{ exit: 1, code: "preflight_failed", status: 422, networks: [{ platform: "bluesky" }] },
    });
    expect(await problem("post", "create", "x", "--to", "nowhere", "--draft")).toMatchObject({
      ...{ exit: 1, code: "unknown_accounts", status: 400 },
    });
    expect(await problem("post", "list", "--status", "lost")).toMatchObject({ exit: 1, status: 400 });
  });
});

function commonStart(a: string, b: string): string {
  let length = 0;
  while (a[length] === b[length] && length < a.length) length++;
  return a.slice(0, length);
}
