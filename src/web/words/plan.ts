// The words of the screen about the plan.
import { countOf } from "./count.ts";

export const planWords = {
  title: "Plan",
  live: "Posts go out",
  stopped: "Nothing is published",
  /** Such as "9 of 10 accounts". */
  covered: (connected: number, covered: number | null) =>
    covered === null
      ? `Any number of accounts (${connected} connected)`
      : `${connected} of ${countOf(covered, "account")}`,
  until: (end: string) => `until ${end}`,
  noEnd: "with no end",
  ended: (end: string) => `The plan ended ${end}.`,
  lapsed: "The plan has lapsed.",
  tooMany: (connected: number, covered: number) =>
    `${countOf(connected, "account")} ${connected === 1 ? "is" : "are"} connected, and the plan covers ${covered}. Disconnect some, or let the plan cover more.`,
  trial: "Trial",
  whenItEnds: "When it ends",
  stopsNow: "What it stops",
  stops: "Publishing, adding to the queue, scheduling, and trying again what failed",
  lateFail:
    "Posts that come due then fail with this reason; nothing of them is sent, and they can be tried again later.",
  stays: "Drafts, checks, canceling, settling and reading stay as they are.",
  stop: "Stops:",
  stay: "Stays:",
  set: "Set the plan",
  kind: "Plan",
  kinds: {
    unlimited: { name: "Unlimited", about: "Any number of accounts, with no end" },
    trial: { name: "Trial", about: "Three days from the first profile, or until a time that you choose" },
    active: { name: "Active", about: "Until a time and for a number of accounts, if you like" },
    lapsed: { name: "Lapsed", about: "Nothing is published" },
  },
  ends: "Ends",
  never: "Never",
  afterTrial: "After three days",
  trialEnd: (end: string | null) =>
    end === null ? "They begin with the first profile." : `Three days from the first profile: ${end}.`,
  atTime: "At a time",
  end: "End",
  accounts: "Accounts",
  accountsHint: (connected: number) =>
    `How many may be connected, ${connected} of them are now. Left empty: any number.`,
  noNumber: "Write a whole number up to 1,000,000, or leave it empty.",
  save: "Save the plan",
  saved: "The plan is set.",
  confirm: "This stops publishing",
  confirmMore: "With this plan nothing is published from now on.",
  keep: "Leave it as it is",
  stopNow: "Stop publishing",
} as const;
