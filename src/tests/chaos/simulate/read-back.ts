// Answers whether a post is on a network; the network's list may be some seconds old.
import type { Finding } from "../../../networks/network.ts";
import { EPOCH } from "./agenda.ts";
import type { Containers } from "./containers.ts";
import type { Order, Platform } from "./networks.ts";
import type { World } from "./world.ts";

interface Question {
  readonly platform: Platform;
  readonly order: Order;
  readonly sentAt: number;
  readonly taken: readonly string[];
}

/** Clocks differ: a post may carry a time before it was sent. */
const SKEW_MS = 60_000;

export function findingOf(question: Question, world: World, containers: Containers): Finding {
  const { platform, order } = question;
  switch (platform) {
    case "blind":
      return inconclusive("can't be asked");
    case "listing":
      return listed(question, world);
    case "container": {
      const container = containers.peek(order.key);
      if (container?.state === "live") return found(container.remoteId);
      const { agenda } = world;
      return container?.state === "processing"
        ? inconclusive("processing")
        : absent(order, world, agenda.now());
    }
    default: {
      const by = world.agenda.now() - world.weather.lag();
      const live = world.truth.held(platform, order.key, by);
      return live ? found(live.remoteId) : absent(order, world, by);
    }
  }
}

/** As a connector does that has nothing but a list. */
function listed({ order, sentAt, taken }: Question, { truth, agenda, weather, running }: World): Finding {
  const by = agenda.now() - weather.lag();
  const accountId = running?.accountOf(order.targetId);
  const same = truth.livePosts.filter(
    ({ send, at, remoteId }) =>
      send.accountId === accountId &&
      send.text === order.text &&
      at <= by &&
      at + EPOCH >= sentAt - SKEW_MS &&
      !taken.includes(remoteId),
  );
  const [only] = same;
  return only && same.length === 1 ? found(only.remoteId) : inconclusive(`${same.length} posts fit`);
}

/** @param by what the network saw when it was asked is as old as this */
function absent({ targetId }: Order, { truth, agenda, running }: World, by: number): Finding {
  truth.absents.push({ targetId, attempt: running?.attemptOf(targetId) ?? 0, at: agenda.now(), by });
  return { kind: "absent", evidence: "not there" };
}

function found(remoteId: string): Finding {
  return { kind: "found", remoteId, url: null, evidence: "there" };
}

function inconclusive(evidence: string): Finding {
  return { kind: "inconclusive", evidence };
}
