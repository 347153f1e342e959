// Counts what this process has done since it started, for monitoring.
import type { Schedule } from "../domain/post.ts";
import { SCHEDULES } from "../domain/post.ts";
import type { StepName } from "../domain/evidence.ts";
import type { Answer } from "../networks/client/call.ts";
import { openCounter, openHistogram, openSummary, type Metric } from "./exposition.ts";

/** How the delivery to one account ended; a lost answer may be settled later, and then counts again as what it became. */
export const OUTCOMES = ["posted", "failed", "uncertain"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What became of a try to deliver a webhook: given up as `failed`. */
const TRIES = ["delivered", "retrying", "failed"] as const;
/** By the first digit of the status; `none`: there was no complete answer. */
const CLASSES = ["2xx", "3xx", "4xx", "5xx", "none"] as const;
/** Seconds. */
const LATENESS = [0.05, 0.25, 1, 5, 15, 60, 300, 3600];

/** Without ids, handles and texts: only what there are few of. */
export interface Counters {
  postCreated(schedule: Schedule): void;
  targetSettled(platform: string, outcome: Outcome): void;
  /** A target's first attempt began. @param ms after its time */
  attemptStarted(ms: number): void;
  stepEnded(platform: string, step: StepName, ms: number): void;
  networkCalled(platform: string, answer: Answer): void;
  webhookTried(outcome: (typeof TRIES)[number]): void;
  metrics(): Metric[];
}

/** @param platforms those that count from 0 on */
export function openCounters(platforms: readonly string[]): Counters {
  const posts = openCounter("schedule");
  const targets = openCounter("platform", "outcome");
  const lateness = openHistogram(LATENESS);
  const steps = openSummary("platform", "step");
  const calls = openCounter("platform", "class");
  const webhooks = openCounter("outcome");
  SCHEDULES.forEach((schedule) => posts.begin(schedule));
  TRIES.forEach((outcome) => webhooks.begin(outcome));
  for (const platform of platforms) {
    OUTCOMES.forEach((outcome) => targets.begin(platform, outcome));
    CLASSES.forEach((each) => calls.begin(platform, each));
  }
  return {
    postCreated: posts.add,
    targetSettled: targets.add,
    attemptStarted: (ms) => lateness.observe(ms),
    stepEnded: (platform, step, ms) => steps.observe(ms, platform, step),
    networkCalled: (platform, answer) => calls.add(platform, classOf(answer)),
    webhookTried: webhooks.add,
    metrics: () => [
      counter("posts_created_total", "Posts created, by how they were scheduled.", posts.samples()),
      counter("targets_settled_total", "How deliveries to accounts ended.", targets.samples()),
      {
        name: "start_lateness_seconds",
        type: "histogram",
        help: "How long after its time the first attempt of a delivery began.",
        samples: lateness.samples(),
      },
      {
        name: "publish_seconds",
        type: "summary",
        help: "How long the steps of deliveries took.",
        samples: steps.samples(),
      },
      counter("network_calls_total", "Requests to networks, by the class of the answer.", calls.samples()),
      counter("webhook_deliveries_total", "Tries to deliver messages of webhooks.", webhooks.samples()),
    ],
  };
}

const counter = (name: string, help: string, samples: Metric["samples"]): Metric => ({
  name,
  help,
  samples,
  type: "counter",
});

function classOf(answer: Answer): (typeof CLASSES)[number] {
  if (answer.kind !== "answered") return "none";
  return CLASSES.find((each) => each.startsWith(String(answer.status).slice(0, 1))) ?? "none";
}
