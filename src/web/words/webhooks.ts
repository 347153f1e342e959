// The words of the screen about webhooks.
import { countOf, numberOf } from "./count.ts";

const days = (count: number) => countOf(count, "day");

export const webhookWords = {
  title: "Webhooks",
  about: "Crier tells your own programs what happens, as it happens.",
  guide: "How they work",
  create: "New webhook",
  none: "Tell your own programs what happens",
  noneMore:
    "When a post goes live, fails or needs you, Crier sends a small signed message to an address of yours.",
  flow: ["Something happens", "Crier signs a message", "Your program knows"],
  url: "Address",
  urlHint: "https at a public host; only people of this profile see it.",
  description: "What it is for",
  descriptionHint: "Optional, for you.",
  which: "Which events",
  allEvents: "All events",
  allEventsMore: "Also those that a later version adds.",
  someEvents: "Only these",
  noneChosen: "Choose at least one event.",
  subjects: {
    post: "Posts",
    target: "One account of a post",
    account: "Accounts",
    webhook: "Webhooks",
  },
  cancel: "Cancel",
  createButton: "Create the webhook",
  saveButton: "Save",
  saved: "The webhook is saved.",
  edit: "Edit",
  editTitle: "Edit the webhook",
  secretTitle: "Its secret",
  secretMore:
    "Your program needs it to verify messages. Store it now: Crier shows it only this once. If you lose it, give the webhook a new one.",
  secretLabel: "Secret",
  secretDone: "I have stored it",
  lostAnswer:
    "Crier did not answer. If the webhook is in the list now, give it a new secret: the first one was shown to nobody.",
  test: "Send a test",
  testing: "The test message is on its way.",
  testArrived: (status: number | null, ms: string) =>
    `The test message arrived: ${status ?? ""} after ${ms}.`,
  testFailed: (why: string) => `The test message did not arrive. ${why}`,
  testWaits: "The test message waits to be sent.",
  more: (host: string) => `More for ${host}`,
  rotate: "New secret …",
  rotateTitle: "Give it a new secret",
  rotateMore:
    "For a while each message is signed with both secrets, so that none is refused while you change it.",
  overlap: "The present secret",
  overlaps: { day: "works for another day", hour: "works for another hour", none: "stops at once" },
  rotateButton: "Make a new secret",
  oldSecret: "The secret before this one works until",
  pause: "Pause",
  paused: "Paused. Events are kept for 3 days.",
  resume: "Resume",
  resumed: "It gets messages again.",
  remove: "Delete …",
  removeTitle: "Delete this webhook?",
  removeMore: (host: string) => `${host} gets no more messages, and the log of what was sent goes with it.`,
  keep: "Keep it",
  removeButton: "Delete the webhook",
  removed: "The webhook is deleted.",
  states: {
    active: { word: "Active", icon: "●", tone: "posted" },
    failing: { word: "Failing", icon: "✕", tone: "failed" },
    paused: { word: "Paused", icon: "‖", tone: "unsure" },
  },
  whyPaused: {
    requested: "Somebody paused it. Events of the last 3 days are sent when you resume it.",
    failing: "Nothing was delivered for 5 days, so Crier paused it. Send a test, then resume it.",
    gone: "Its server answered 410 Gone: it wants no more messages. Resume it if that was a mistake.",
  },
  failingSince: "Every try has failed since",
  lastDay: (delivered: number, failed: number) =>
    delivered + failed === 0
      ? "Nothing sent in the last 24 hours"
      : `${numberOf(delivered)} delivered` +
        (failed === 0 ? "" : `, ${numberOf(failed)} failed ${failed === 1 ? "try" : "tries"}`) +
        " in 24 hours",
  next: "next",
  deliveries: "Deliveries",
  noDeliveries: "Nothing was sent yet.",
  kept: `The last ${days(30)}, newest first.`,
  older: "Show older ones",
  statuses: {
    waiting: { word: "Waits", icon: "◷", tone: "waiting" },
    delivered: { word: "Delivered", icon: "●", tone: "posted" },
    failed: { word: "Failed", icon: "✕", tone: "failed" },
  },
  answered: (status: number) => `answered ${status}`,
  noAnswer: "no answer",
  tries: (count: number) => countOf(count, "try", "tries"),
  took: (ms: string) => `after ${ms}`,
  again: "Send again",
  againLabel: (type: string, at: string) => `Send again: ${type}, ${at}`,
  sentAgain: "It is sent again, with the same id.",
  message: "Message",
  delivered: "Delivered.",
  verify: "Verify messages",
  verifyMore:
    "Anybody can send requests to your address. Each message of Crier is signed with the secret of its webhook: check that before you believe it.",
  language: "Language",
  verifyLibraries: "Libraries in many languages do this, too: look for Standard Webhooks.",
  keys: { create: "New webhook", test: "Send a test" },
} as const;
