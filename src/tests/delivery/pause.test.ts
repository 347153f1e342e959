// Tests that nothing goes out while publishing is paused: whoever asks, at any moment, and after a restart.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { pausePublishing, resumePublishing } from "../../admin/pause.ts";
import { pairedRegistry } from "../../app/networks.ts";
import type { Network } from "../../networks/network.ts";
import { x } from "../../networks/x/index.ts";
import { simulatedX } from "../../simulator/x/index.ts";
import { makeOwner, signIn, type Owner } from "../support/owner.ts";
import { HOUR, MINUTE, postAction, read, target } from "../support/posting.ts";
import { runCommand } from "../support/run-command.ts";
import { openSilentNetworks } from "../support/web-post.ts";
import { openWorld, type PostBody, type World } from "../support/world.ts";

/** While a test closes it, an attempt is prepared and can't go on. */
let gate: { reached: () => void; readonly open: Promise<void> } | null = null;
const network: Network = {
  ...x,
  async prepare(draft, io) {
    const prepared = await x.prepare(draft, io);
    gate?.reached();
    await gate?.open;
    return prepared;
  },
};

let world: World;
let owner: Owner;
let account: string;
beforeEach(async () => {
  world = await openWorld({}, pairedRegistry([{ network, simulated: simulatedX }]));
  account = await world.account("x", "ok");
  await makeOwner(world);
  owner = await signIn(world);
});
afterEach(() => world[Symbol.asyncDispose]());

const REASON = "The link is wrong";
const pause = (reason = REASON) => owner.ask("PUT", "/pause", { reason });
const resume = () => owner.ask("DELETE", "/pause");
const publish = (caption = "x") => world.post({ caption, accounts: [account], schedule: "now" });
const waits = ({ targets }: PostBody) => targets[0]?.waitReason === `Publishing is stopped: ${REASON}`;
const posted = ({ status }: PostBody) => status === "posted";

async function kinds(id: string): Promise<string[]> {
  const { json } = await world.ask("GET", `/posts/${id}/events`);
  return (json["events"] as { kind: string }[]).map(({ kind }) => kind);
}

describe("while publishing is paused", () => {
  test("the pause is shown, audited and lifted, and a second one keeps its beginning", async () => {
    const { json } = await pause();
    expect(json).toEqual({
      paused: { reason: REASON, since: expect.any(String), by: "owner:me@example.com" },
    });
    world.clock.turn(MINUTE);
    const [before, after] = [json["paused"], (await pause("Another")).json["paused"]];
    expect(after).toEqual({ ...(before as object), reason: "Another" });
    expect(await resume()).toMatchObject({ status: 200, json: { paused: null } });
    expect(await resume()).toMatchObject({ status: 200, json: { paused: null } });
    const { json: log } = await owner.ask("GET", "/audit");
    const actions = (log["entries"] as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("publishing."))).toEqual([
      "publishing.resume",
      "publishing.pause",
      "publishing.pause",
    ]);
  });

  test("a reason is asked for, and has a limit", async () => {
    for (const reason of ["", "   ", "r".repeat(301), 5])
      expect(await owner.ask("PUT", "/pause", { reason })).toMatchObject({
        status: 400,
        json: { code: "invalid_request" },
      });
  });

  test("posts are created and scheduled, and what is due waits and says why, with one event", async () => {
    await pause();
    // Waits for the networks: nothing will come of that, so the answer comes now.
    const { json } = await world.ask("POST", "/posts", {
      caption: "now",
      accounts: [account],
      schedule: "now",
    });
    const now = json as PostBody;
    expect(target(now)).toMatchObject({ status: "pending", errorCode: "waiting", nextAction: "wait" });
    expect(target(now)).toMatchObject({
      waitReason: `Publishing is stopped: ${REASON}`,
      nextAttemptAt: null,
    });
    const scheduledFor = new Date(world.clock.now() + MINUTE).toISOString();
    const later = await world.post({ caption: "later", accounts: [account], schedule: scheduledFor });
    expect(target(later).waitReason).toBeUndefined();
    world.clock.turn(2 * MINUTE);
    await world.until(later.id, waits);
    for (let n = 0; n < 20; n++) world.clock.turn(1000);
    expect(await kinds(now.id)).toEqual(["created", "defer"]);
    expect(world.published("x")).toEqual([]);
    await resume();
    for (const { id } of [now, later]) await world.until(id, posted);
    expect(
      world
        .published("x")
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(["later", "now"]);
  });

  test("a retry and a draft that is published wait as well", async () => {
    const refused = await world.account("x", "fail");
    const failed = await world.post({ caption: "again", accounts: [refused], schedule: "now" });
    await world.until(failed.id, ({ status }) => status === "failed");
    const draft = await world.post({ caption: "draft", accounts: [account], schedule: "draft" });
    await pause();
    expect((await postAction(world, failed.id, "retry")).status).toBe(200);
    expect((await postAction(world, draft.id, "schedule", { schedule: "now" })).status).toBe(200);
    for (const { id } of [failed, draft]) await world.until(id, waits);
    expect(target(await read(world, failed.id)).attempts).toBe(1);
    await resume();
    await world.until(draft.id, posted);
    expect(target(await world.until(failed.id, ({ status }) => status === "failed")).attempts).toBe(2);
  });

  test("what becomes too late meanwhile has failed after the pause, and can be retried", async () => {
    await pause();
    const { id } = await publish();
    world.clock.turn(3 * HOUR);
    await world.until(id, waits);
    await resume();
    const missed = await world.until(id, ({ status }) => status === "failed");
    expect(target(missed)).toMatchObject({ errorCode: "missed_schedule", retryable: true, attempts: 0 });
    expect(world.published("x")).toEqual([]);
  });

  test("networks are still asked about what they may have", async () => {
    const silence = openSilentNetworks();
    await using own = await openWorld({}, silence.networks);
    const lost = await own.account("x", "lost");
    const { id } = await own.post({ caption: "lost", accounts: [lost], schedule: "now" });
    await own.until(id, ({ status }) => status === "uncertain");
    await pausePublishing("cli", { reason: REASON }, own.appliance);
    silence.lasts = false;
    expect(target(await own.until(id, posted, 5000)).verification).toMatchObject({ verdict: "live" });
  });

  test("it lasts over a restart", async () => {
    await pause();
    const { id } = await publish();
    await world.restart(10 * MINUTE);
    await world.until(id, waits);
    for (let n = 0; n < 10; n++) world.clock.turn(1000);
    expect([await kinds(id), world.published("x")]).toEqual([["created", "defer"], []]);
    await resumePublishing("cli", world.appliance);
    await world.until(id, posted);
  });

  test("the command line pauses and resumes a running server, and says so", async () => {
    const env = world.settings;
    const json = async (...words: string[]) =>
      JSON.parse((await runCommand([...words, "--json"], env)).out) as Record<string, unknown>;
    expect(await json("pause", "--reason", REASON)).toMatchObject({ paused: { reason: REASON, by: "cli" } });
    const { id } = await publish();
    await world.until(id, waits);
    expect(await json("status")).toMatchObject({ paused: { reason: REASON, by: "cli" } });
    expect((await runCommand(["status"], env)).out).toContain(`at the command line: ${REASON}`);
    const shown = await (await fetch(`${world.url}/status.json`)).json();
    expect(shown).toMatchObject({ status: { indicator: "major" }, paused: { since: expect.any(String) } });
    expect(JSON.stringify(shown)).not.toContain(REASON);
    expect(await (await fetch(`${world.url}/status`)).text()).toContain("Publishing is stopped");
    expect(await json("resume")).toEqual({ paused: null });
    expect((await runCommand(["resume"], env)).out).toContain("was not stopped");
    await world.until(id, posted);
  });
});

describe("a pause between the preparation and the send mark", () => {
  /** A post whose attempt has just been prepared. */
  async function prepared(): Promise<{ post: PostBody; goOn: () => void }> {
    const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    gate = { reached: reached.resolve, open: open.promise };
    const post = await publish();
    await reached.promise;
    gate = null;
    return { post, goOn: open.resolve };
  }

  test("nothing leaves, the attempt is given back, and the next one publishes", async () => {
    const { post, goOn } = await prepared();
    await pause();
    goOn();
    const waiting = await world.until(post.id, waits);
    expect(target(waiting)).toMatchObject({ status: "pending", attempts: 1 });
    expect(await kinds(post.id)).toEqual(["created", "claim", "interrupt", "defer"]);
    expect(world.published("x")).toEqual([]);
    await resume();
    expect(target(await world.until(post.id, posted)).attempts).toBe(2);
    expect(world.published("x")).toHaveLength(1);
  });

  test("lifted again before the mark, it has no effect", async () => {
    const { post, goOn } = await prepared();
    await pausePublishing("cli", { reason: REASON }, world.appliance);
    await resumePublishing("cli", world.appliance);
    goOn();
    expect(target(await world.until(post.id, posted)).attempts).toBe(1);
  });

  test("a restart at that moment changes nothing", async () => {
    const { post, goOn } = await prepared();
    await pause();
    const restarted = world.restart(1000);
    goOn();
    await restarted;
    await world.until(post.id, waits);
    expect(world.published("x")).toEqual([]);
    await resumePublishing("cli", world.appliance);
    await world.until(post.id, posted);
    expect(world.published("x")).toHaveLength(1);
  });
});
