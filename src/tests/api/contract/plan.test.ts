// Tests what the plan allows (D26): what requires a live plan, what doesn't, and posts due under a lapsed one.
import { expect, test } from "bun:test";
import type { Plan } from "../../../domain/plan.ts";
import { isSettled, type World } from "../../support/world.ts";
import {
  create,
  DAY,
  HOUR,
  inFuture,
  openWorldWith,
  publish,
  read,
  target,
  uncertainPost,
} from "../../support/posting.ts";
import { ENTRY } from "../../support/audit-entry.ts";

const set = (world: World, plan: Partial<Plan>) =>
  world.appliance.store.workspace.setPlan({ plan: "unlimited", until: null, accounts: null, ...plan }, ENTRY);
const lapse = (world: World) => set(world, { plan: "lapsed" });

test("publishing without a live plan is refused with 402 (contract 4.2)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await lapse(world);
  for (const schedule of ["now", undefined, inFuture(world, HOUR)]) {
    const { status, json } = await create(world, { schedule });
    expect({ status, code: json["code"] }).toEqual({ status: 402, code: "payment_required" });
  }
  expect(world.published("bluesky")).toHaveLength(0);
});

test("drafts and dry runs work without a live plan (contract 7)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await lapse(world);
  expect((await create(world)).status).toBe(201);
  expect((await create(world, { schedule: "now", dryRun: true })).status).toBe(200);
});

test("a trial lasts three days (contract 8)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await set(world, { plan: "trial" });
  world.clock.turn(3 * DAY - 1000);
  expect((await publish(world)).status).toBe("posted");
  world.clock.turn(1000);
  expect((await create(world, { schedule: "now" })).status).toBe(402);
});

test("a dry run works without a plan (D20)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  await lapse(world);
  const { status, json } = await create(world, { schedule: undefined, dryRun: true });
  expect({ status, json }).toMatchObject({ status: 200, json: { dryRun: true } });
});

test("a retry without a live plan is refused with 402 (D23)", async () => {
  await using world = await openWorldWith(["bluesky:fail"]);
  const post = await publish(world);
  await lapse(world);
  expect((await world.ask("POST", `/posts/${post.id}/retry`)).json).toMatchObject({ status: 402 });
  expect(target(await read(world, post.id)).attempts).toBe(1);
});

test("active and unlimited plans publish, ended and lapsed ones don't (D26)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const works = async () => (await create(world, { schedule: "now" })).status === 201;
  expect(await works()).toBeTrue();
  await set(world, { plan: "active", until: world.clock.now() + DAY, accounts: 5 });
  expect(await works()).toBeTrue();
  world.clock.turn(DAY);
  expect(await works()).toBeFalse();
  await lapse(world);
  expect(await works()).toBeFalse();
  await set(world, { plan: "unlimited" });
  expect(await works()).toBeTrue();
});

test("more accounts than the plan allows are refused with 402 (D26)", async () => {
  await using world = await openWorldWith(["bluesky:ok", "mastodon:ok"]);
  await set(world, { plan: "active", accounts: 1 });
  const { status, json } = await create(world, { schedule: "now", accounts: ["bluesky"] });
  expect({ status, code: json["code"] }).toEqual({ status: 402, code: "too_many_accounts" });
  const { json: accounts } = await world.ask("GET", "/accounts");
  const [first] = accounts["accounts"] as { id: string }[];
  await world.appliance.store.accounts.disconnect(first?.id ?? "", ENTRY);
  expect((await create(world, { schedule: "now", accounts: ["mastodon"] })).status).toBe(201);
});

test("reading, canceling and reconciling work without a plan (D26)", async () => {
  await using world = await openWorldWith(["mastodon:ghost", "bluesky:ok"]);
  const lost = await uncertainPost(world);
  const waiting = await world.post({
    caption: "Later",
    schedule: inFuture(world, HOUR),
    accounts: ["bluesky"],
  });
  await lapse(world);
  expect((await world.ask("GET", "/posts")).status).toBe(200);
  expect((await world.ask("GET", "/queue")).status).toBe(200);
  expect((await world.ask("POST", `/posts/${waiting.id}/cancel`)).status).toBe(200);
  const word = { targetId: target(lost).id, action: "confirm_not_published", confirmed: true };
  expect((await world.ask("POST", `/posts/${lost.id}/reconcile`, word)).status).toBe(200);
});

test("a post due under a lapsed plan fails and can be retried (D26)", async () => {
  await using world = await openWorldWith(["bluesky:ok"]);
  const { id } = await world.post({ caption: "Later", schedule: inFuture(world, HOUR) });
  await lapse(world);
  world.clock.turn(HOUR);
  const post = await world.until(id, isSettled);
  expect(target(post)).toMatchObject({
    status: "failed",
    retryable: true,
    errorCode: "payment_required",
    errorCategory: "plan",
    attempts: 0,
  });
  expect(world.published("bluesky")).toHaveLength(0);
  await set(world, { plan: "unlimited" });
  await world.ask("POST", `/posts/${id}/retry`, undefined, { prefer: "respond-async" });
  expect((await world.until(id, isSettled)).status).toBe("posted");
});
