// The evidence on a post's deliveries: requests without secrets, looks at the network, and where a person can look.
import { describe, expect, test } from "bun:test";
import { networks } from "../../app/networks.ts";
import { MAX_STEPS } from "../../domain/evidence.ts";
import {
  HOUR,
  keyFor,
  MINUTE,
  otherProfile,
  publish,
  read,
  target,
  uncertainPost,
} from "../support/posting.ts";
import { openWorld, isSettled, type PostBody, type World } from "../support/world.ts";

interface StepBody {
  readonly name: string;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly status: number | null;
  readonly result: string;
  readonly detail: string | null;
}
interface TargetBody {
  readonly targetId: string;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly outcome: string | null;
    readonly sentAt: string | null;
    readonly endedAt: string | null;
    readonly steps: readonly StepBody[];
  }[];
  readonly looks: readonly { readonly verdict: string; readonly at: string; readonly actor: unknown }[];
  readonly certainty: string;
  readonly nextLookAt: string | null;
  readonly lookEndsAt: string | null;
  readonly whereToLook: { readonly profileUrl: string | null; readonly searchUrl: string | null };
  readonly sent: {
    readonly caption: string;
    readonly mediaIds: readonly string[];
    readonly at: string;
  } | null;
}
async function evidence(world: World, id: string): Promise<TargetBody[]> {
  const { status, json } = await world.ask("GET", `/posts/${id}/evidence`);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json["targets"] as TargetBody[];
}
async function firstOf(world: World, { id }: PostBody): Promise<TargetBody> {
  const [first] = await evidence(world, id);
  if (!first) throw new Error("the post has no target");
  return first;
}
const steps = ({ attempts }: TargetBody) => attempts.flatMap((attempt) => attempt.steps);
const shortly = ({ name, method, path, status, result }: StepBody) =>
  [name, method, path, status ?? result].join(" ");

describe("evidence", () => {
  test("a post that went out: its requests, what was sent, and nothing to look for", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const post = await publish(world, { caption: "Boats are back @nobody.bsky.social" });
    const found = await firstOf(world, post);
    expect(found).toMatchObject({
      targetId: target(post).id,
      attempts: [{ attempt: 1, outcome: "accept" }],
      looks: [],
      nextLookAt: null,
      lookEndsAt: null,
      whereToLook: { searchUrl: null },
      sent: {
        caption: "Boats are back @nobody.bsky.social",
        mediaIds: [],
        at: found.attempts[0]?.sentAt ?? "",
      },
    });
    expect(found.whereToLook.profileUrl).toStartWith("http");
    expect(steps(found).map(shortly)).toEqual([
      "prepare GET /bluesky/xrpc/com.atproto.identity.resolveHandle 400",
      "publish POST /bluesky/xrpc/com.atproto.repo.putRecord 200",
    ]);
  });

  test("a draft has no evidence yet", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const post = await world.post({ caption: "Later", schedule: "draft" });
    expect(await firstOf(world, post)).toMatchObject({
      attempts: [],
      looks: [],
      sent: null,
      nextLookAt: null,
    });
  });

  test("a lost answer that is found: the request that was lost, and the look that found it", async () => {
    await using world = await openWorld();
    await world.account("mastodon", "lost");
    const post = await publish(world);
    await world.until(post.id, ({ status }) => status === "posted");
    const found = await firstOf(world, post);
    expect(found.attempts).toMatchObject([{ attempt: 1, outcome: "find" }]);
    const lost = steps(found).find(({ name }) => name === "publish");
    expect(lost).toMatchObject({ status: null, result: "lost" });
    expect(lost?.detail).toBeString();
    expect(steps(found).at(-1)?.name).toBe("look");
    expect(found.looks).toMatchObject([{ verdict: "live", actor: { kind: "crier", name: null } }]);
    expect([found.nextLookAt, found.lookEndsAt]).toEqual([null, null]);
  });

  test("a lost answer that stays unclear: each look, the next, the last, and what a person should know", async () => {
    await using world = await openWorld({ CRIER_ASK_AFTER: "1h,2h" });
    await world.account("mastodon", "ghost");
    const post = await uncertainPost(world);
    const first = await firstOf(world, post);
    expect(first.attempts).toMatchObject([{ outcome: null, endedAt: null }]);
    expect(first.looks).toMatchObject([{ verdict: "unknown" }]);
    const at = Date.parse(first.looks[0]?.at ?? "");
    expect(Date.parse(first.nextLookAt ?? "") - at).toBe(HOUR);
    expect(Date.parse(first.lookEndsAt ?? "") - at).toBe(3 * HOUR);
    expect(first.certainty).toBe(networks.find("mastodon")?.lostAnswers.certainty ?? "");
    expect(first.sent?.caption).toBe("Boo");
    world.clock.turn(MINUTE);
    await world.ask("POST", `/posts/${post.id}/targets/${first.targetId}/look`);
    expect((await firstOf(world, post)).looks).toMatchObject([
      { actor: { kind: "crier", name: null } },
      { actor: { kind: "key", name: "test" }, verdict: "unknown" },
    ]);
    const isOver = async () =>
      (await world.database.all("SELECT 1 FROM target WHERE due_at IS NOT NULL")).length === 0;
    await world.until(post.id, isOver, 10 * MINUTE);
    const last = await firstOf(world, post);
    expect(last.looks).toHaveLength(4);
    expect([last.nextLookAt, last.lookEndsAt]).toEqual([null, last.looks.at(-1)?.at ?? ""]);
  });

  test("a failure and its retry by a person are two attempts", async () => {
    await using world = await openWorld();
    await world.account("telegram", "fail");
    const post = await publish(world);
    await world.ask("POST", `/posts/${post.id}/retry`, undefined, { prefer: "respond-async" });
    await world.until(post.id, isSettled);
    const { attempts } = await firstOf(world, post);
    expect(attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, "refuse"],
      [2, "refuse"],
    ]);
    for (const each of attempts) expect(each.steps.at(-1)).toMatchObject({ name: "publish", status: 400 });
  });

  test("automatic tries while a network is down: nothing arrived, and that is what each step says", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "down");
    const { id } = await world.post({ caption: "Hello", schedule: "now" });
    const post = await world.until(id, ({ status }) => status === "failed", 10 * MINUTE);
    const { attempts } = await firstOf(world, post);
    expect(attempts.length).toBeGreaterThan(1);
    for (const { steps: each, outcome } of attempts) {
      expect(outcome).toBe("postpone");
      expect(each.length).toBeGreaterThan(0);
      for (const { result, status } of each) expect([result, status]).toEqual(["unsent", null]);
    }
  });

  test("no secret of any account anywhere, not even where a network has it in the address", async () => {
    await using world = await openWorld();
    const secrets = new Set<string>();
    for (const { id, secrets: secretsOf } of networks.list) {
      for (const handle of ["ok", "lost", "down"]) {
        const account = await world.account(id, handle);
        const { io } = await world.appliance.connections.io(account, { saved: null, save: async () => {} });
        for (const secret of secretsOf(io.credentials)) if (secret) secrets.add(secret);
      }
    }
    const { id } = await world.post({
      caption: "Boats @nobody.bsky.social",
      accounts: ["bluesky", "mastodon", "telegram", "x", "linkedin", "threads", "facebook"],
      schedule: "now",
    });
    await world.until(id, isSettled, 5000);
    const { json } = await world.ask("GET", `/posts/${id}/evidence`);
    const answer =
      JSON.stringify(json) + JSON.stringify(await world.database.all("SELECT steps FROM attempt"));
    expect(secrets.size).toBeGreaterThan(networks.list.length);
    for (const secret of secrets) {
      expect(answer).not.toContain(secret);
      expect(answer).not.toContain(encodeURIComponent(secret));
    }
    const bot = (json["targets"] as TargetBody[]).flatMap(steps).find(({ path }) => path.includes("/bot"));
    expect(bot?.path).toMatch(/\/bot\[secret\]\/\w+$/);
    expect(answer).not.toContain("?");
  });

  test("a hundred targets in one answer", async () => {
    await using world = await openWorld();
    for (let n = 0; n < 100; n++) await world.account("bluesky", `ok-${n}`);
    const { id } = await world.post({ caption: "Boats", accounts: "all", schedule: "now" });
    const post = await world.until(id, isSettled, 1000);
    const found = await evidence(world, id);
    expect(found.map(({ targetId }) => targetId)).toEqual(post.targets.map((each) => each.id));
    for (const each of found) expect(each.attempts[0]?.steps.length).toBeWithin(1, MAX_STEPS + 1);
  });

  test("only for those who may read the post", async () => {
    await using world = await openWorld();
    await world.account("bluesky", "ok");
    const post = await publish(world);
    const path = `/posts/${post.id}/evidence`;
    const stranger = await otherProfile(world);
    expect(await world.ask("GET", path, undefined, stranger.headers)).toMatchObject({
      status: 404,
      json: { code: "not_found" },
    });
    const writer = await keyFor(world, { scopes: ["write"] });
    expect((await world.ask("GET", path, undefined, writer)).status).toBe(403);
    expect((await world.ask("GET", "/posts/not-an-id/evidence")).status).toBeWithin(400, 405);
    expect((await world.ask("GET", `/posts/${post.id.toUpperCase()}/evidence`)).status).toBe(200);
    await world.ask("DELETE", `/posts/${post.id}`);
    expect((await world.ask("GET", path)).status).toBe(404);
    expect((await read(world, post.id))["code" as keyof PostBody]).toBe("not_found" as never);
  });
});
