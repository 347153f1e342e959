// Simulates the networks as the engine meets them, in the five ways in which real ones differ.
import { Problem } from "../../../errors.ts";
import { bluesky } from "../../../networks/bluesky/index.ts";
import {
  StepFailedError,
  type Category,
  type Draft,
  type Finding,
  type Io,
  type Json,
  type Network,
  type Outcome,
} from "../../../networks/network.ts";
import { respond, senderOf } from "./answer.ts";
import { findingOf } from "./read-back.ts";
import { openContainers, type Containers } from "./containers.ts";
import { Injected } from "./fault.ts";
import type { Send } from "./truth.ts";
import type { PublishFate } from "./weather.ts";
import type { World } from "./world.ts";

export interface Kind {
  /** A second request with the same key makes no second post. */
  readonly once: boolean;
  /** What it does not show is proven not to be there. */
  readonly proves: boolean;
  /** How long after its answer was given up on a request may still arrive, ms. */
  readonly latest: number;
}

/** Shorter than two answers of "absent" must lie apart, less the lag of a read: then two of them are a proof. */
const SOON_MS = 20_000;
const FAR_MS = 600_000;
export const KINDS = {
  /** The caller names the record: a late request can only make the same one. */
  keyed: { once: true, proves: true, latest: FAR_MS },
  /** Knows what it took, but takes it twice. */
  proving: { once: false, proves: true, latest: SOON_MS },
  /** Shows a list of posts, told apart by their text. */
  listing: { once: false, proves: false, latest: FAR_MS },
  /** Can't be asked. */
  blind: { once: false, proves: false, latest: FAR_MS },
  /** A container is made, published and processed. */
  container: { once: true, proves: true, latest: SOON_MS },
} as const satisfies Record<string, Kind>;
export type Platform = keyof typeof KINDS;
export const PLATFORMS = Object.keys(KINDS) as Platform[];

/** One of them takes only so much. */
const QUOTA = { posts: 2, windowMs: 600_000 };

/** What is journaled before a request leaves. */
export type Order = { readonly targetId: string; readonly text: string; readonly key: string };

export function openNetworks(world: World): (platform: string) => Network | null {
  const containers = openContainers(world);
  const networks = new Map(PLATFORMS.map((id) => [id as string, network(id, world, containers)]));
  return (platform) => networks.get(platform) ?? null;
}

function network(id: Platform, world: World, containers: Containers): Network {
  return {
    ...bluesky,
    rules: { ...bluesky.rules, quota: id === "blind" ? QUOTA : null },
    id,
    name: id,
    prepare: (draft, io) => prepare(id, draft, io, world, containers),
    commit: (prepared, io) => commit(id, prepared as Order, io, world, containers),
    settle: (prepared, _receipt, io) => settle(prepared as Order, io, world, containers),
    verify: (prepared, { sentAt, otherRemoteIds: taken }, io) => {
      const order = prepared as Order;
      return verify(order, io, world, () =>
        findingOf({ platform: id, order, sentAt, taken }, world, containers),
      );
    },
  };
}

async function prepare(
  id: Platform,
  { targetId, text }: Draft<unknown>,
  io: Io,
  world: World,
  containers: Containers,
): Promise<Json> {
  const fate = world.weather.prepare();
  const ms = fate === "slow" ? world.chance.span(5000, 60_000) : world.chance.span(1, 500);
  world.meanwhile(world.chance.pick(["cancel", "edit", "schedule"]), targetId, ms);
  const value = () => {
    if (fate === "throws") throw new Injected("prepare");
    if (fate === "problem") throw new Problem("media_unreadable", "The file can't be read.");
    if (fate !== "ok" && fate !== "slow") throw new StepFailedError(no(fate, world));
  };
  await respond(world, io, { ms, value, broken: brokenOff });
  let key = targetId;
  if (id === "container") {
    key = typeof io.saved === "string" ? io.saved : containers.make(targetId);
    await io.save(key);
  }
  return { targetId, text, key } satisfies Order;
}

function no(fate: "notSent" | "busy" | "refused" | "auth", { chance }: World) {
  const detail = fate;
  if (fate === "notSent") return { kind: "notSent", detail } as const;
  const retryAfterMs = chance.one(0.5) ? chance.span(1, 3 * 3_600_000) : null;
  if (fate === "busy") return { kind: "busy", retryAfterMs, detail } as const;
  const category: Category = fate === "auth" ? "auth" : chance.pick(["content", "media", "quota"]);
  return { kind: "refused", category, detail } as const;
}

/** As the transport does: the connection stands, then the engine is asked. Null when the request may leave. */
async function connect(io: Io, world: World): Promise<Outcome | null> {
  const fate = world.weather.connect();
  const [ms, stands] = [world.chance.span(1, 500), fate !== "refused"];
  const isConnected = await respond(world, io, { ms, value: () => stands, broken: () => false });
  if (fate === "doubt" && isConnected)
    return { kind: "unknown", detail: "A request before may have published." };
  const notSent = { kind: "notSent", detail: fate } as const;
  if (!isConnected) return notSent;
  const answer = await io.call({ method: "POST", url: "https://network.example/" });
  return answer.kind === "unsent" || fate === "ends" ? notSent : null;
}

async function commit(
  id: Platform,
  order: Order,
  io: Io,
  world: World,
  containers: Containers,
): Promise<Outcome> {
  const { weather, truth, agenda } = world;
  const unsent = await connect(io, world);
  if (unsent) return unsent;
  const running = senderOf(world, io);
  const send = running && running.sending(order, truth.sends.length);
  if (!send) return await new Promise(() => {});
  const fate = weather.publish(KINDS[id].latest);
  truth.sends.push(send);
  world.say(() => `send ${send.n} of ${name(send)} leaves: ${fate.name}`);
  if (fate.landsAfter !== null) {
    send.onItsWay = true;
    agenda.after(fate.landsAfter, "networks", () => land(send, world, containers));
  }
  try {
    return await respond<Outcome>(world, io, {
      ms: fate.answerAfter,
      value: () => answerOf(fate, send, world, containers),
      broken: () => answerOf({ ...fate, answer: "unknown" }, send, world, containers),
    });
  } finally {
    running.sent(send);
  }
}

/** The request arrives, unless it died with its sender. */
function land(send: Send, world: World, containers: Containers): void {
  if (!send.onItsWay) return;
  send.onItsWay = false;
  if (send.platform === "container") return containers.publish(send);
  const live = world.truth.publish(send, world.agenda.now(), KINDS[send.platform as Platform].once);
  world.say(() => `send ${send.n} of ${name(send)} arrives: ${live ? live.remoteId : "there already"}`);
}

function answerOf(fate: PublishFate, send: Send, world: World, containers: Containers): Outcome {
  const { chance, truth, agenda } = world;
  send.answer ??= fate.answer;
  world.say(() => `send ${send.n} of ${name(send)} is answered: ${fate.answer}`);
  switch (fate.answer) {
    case "threw":
      throw new Injected("commit");
    case "unknown":
      return { kind: "unknown", detail: fate.name };
    case "accepted": {
      if (send.platform === "container")
        return { kind: "processing", receipt: send.key, askAgainMs: containers.askAgain() };
      const once = KINDS[send.platform as Platform].once;
      const own = truth.livePosts.find((live) => live.send === send);
      const live = own ?? (once ? truth.held(send.platform, send.key, agenda.now()) : undefined);
      // A network that knows the key says so, or gives an unreadable answer.
      if (!live || (!own && chance.one(0.5))) {
        send.answer = "unknown";
        return { kind: "unknown", detail: "a conflict" };
      }
      return { kind: "accepted", remoteId: live.remoteId, url: `https://${send.platform}/${live.remoteId}` };
    }
    default:
      return no(fate.name as "notSent" | "busy" | "refused" | "auth", world);
  }
}

async function settle(
  { targetId, key }: Order,
  io: Io,
  world: World,
  containers: Containers,
): Promise<Outcome> {
  const fate = world.weather.settle();
  senderOf(world, io)?.asking(targetId, "settle");
  const value = (): Outcome => {
    if (fate === "throws") throw new Injected("settle");
    if (fate === "unknown") return { kind: "unknown", detail: fate };
    return fate === "truth" ? containers.state(key) : no(fate, world);
  };
  const broken = () => ({ kind: "unknown", detail: "broken off" }) as const;
  return await respond(world, io, { ms: world.chance.span(1, 2000), value, broken });
}

async function verify({ targetId }: Order, io: Io, world: World, look: () => Finding): Promise<Finding> {
  const fate = world.weather.verify();
  senderOf(world, io)?.asking(targetId, "verify");
  const { promise, resolve } = Promise.withResolvers<Finding>();
  // The look is when the question arrives; the answer may come much later.
  const asks = world.chance.span(1, 500);
  world.agenda.after(asks, "networks", () => resolve(look()));
  const ms = asks + (fate === "slow" ? world.chance.span(5000, 60_000) : world.chance.span(1, 1000));
  world.meanwhile("reconcile", targetId, ms);
  const value = () => {
    if (fate === "throws") throw new Injected("verify");
    if (fate === "stops") throw new StepFailedError(no("notSent", world));
  };
  await respond(world, io, { ms, value, broken: brokenOff });
  const seen = await promise;
  const finding: Finding = fate === "unreadable" ? { kind: "inconclusive", evidence: "unreadable" } : seen;
  world.say(() => `${targetId.slice(-4)} is asked about: ${finding.kind}`);
  return finding;
}

function brokenOff(): never {
  throw new StepFailedError({ kind: "notSent", detail: "broken off" });
}

const name = ({ targetId, attempt, platform }: Send) => `${targetId.slice(-4)}#${attempt} on ${platform}`;
