// The words of the screen about how the networks work.
import { countOf, numberOf } from "./count.ts";

export const networksWords = {
  title: "Networks",
  about: "What Crier has seen itself in the last 24 hours; simulated accounts don't count.",
  publicPage: "The public status page",
  states: {
    paused: { word: "Paused", icon: "‖", tone: "failed" },
    failing: { word: "Failing", icon: "✕", tone: "failed" },
    working: { word: "Works", icon: "●", tone: "posted" },
    ready: { word: "Ready", icon: "○", tone: "waiting" },
    needs_setup: { word: "Needs setup", icon: "○", tone: "" },
  },
  posted: (posted: number, deliveries: number) => `${numberOf(posted)} of ${numberOf(deliveries)} posted`,
  speed: (p50: string, p95: string) => `half within ${p50}, 95 % within ${p95}`,
  nothing: "Nothing posted in 24 hours",
  never: "Nothing posted yet",
  lastPosted: "Last posted",
  lastFailure: "Last failure",
  bars: (hours: readonly string[]) =>
    `Posted by the hour: ${hours.length === 0 ? "nothing in 24 hours" : hours.join(", ")}`,
  hour: (posted: number, deliveries: number, ago: number) =>
    `${numberOf(posted)} of ${numberOf(deliveries)} ${ago === 0 ? "in the last hour" : countOf(ago, "hour ago", "hours ago")}`,
  waitsUntil: "Posts wait until",
  nextTries: "The next post tries it.",
  asked: (network: string) => `${network} asked this account to wait.`,
  resume: "Resume now",
  resumeOne: (what: string) => `Resume now: ${what}`,
  resumed: (server: string) => `The next post tries ${server} now.`,
  insistTitle: (handle: string) => `Publish on ${handle} now?`,
  insist: (network: string) =>
    `${network} asked Crier not to call it for this account until then. An account that goes on anyway may be blocked for longer, or for good.`,
  insistMore: "Waiting is nearly always better: the posts go out by themselves.",
  wait: "Keep waiting",
  insistNow: "Publish now",
  insisted: (handle: string) => `The posts of ${handle} go on now.`,
  notSetUp: "Need setup",
  notSetUpMore: "Accounts can be connected once there is an application at the network.",
  setUp: "Set up",
  keys: { next: "Next network", previous: "Previous network" },
} as const;
