// The words for doing something with several posts at once.
import { countOf, numberOf } from "./count.ts";

const are = (count: number) => (count === 1 ? "is" : "are");

export const bulkWords = {
  select: "Select",
  selectEnd: "Done",
  selectRow: (text: string) => (text === "" ? "Select the post without text" : `Select “${text}”`),
  selectAll: (count: number) => `Select all ${numberOf(count)} shown`,
  selected: (count: number) => `${numberOf(count)} selected`,
  clear: "Clear the selection",
  bar: "What to do with the selected posts",
  buttons: {
    queue: "Queue",
    schedule: "Reschedule …",
    shift: "Shift days …",
    cancel: "Cancel",
    label: "Label",
    retry: "Retry failed",
    delete: "Delete …",
  },
  /** Below icons, where there is little room. */
  short: {
    queue: "Queue",
    schedule: "Time",
    shift: "Days",
    cancel: "Cancel",
    label: "Label",
    retry: "Retry",
    delete: "Delete",
  },
  doing: (count: number) => `Working on ${countOf(count, "post")} …`,
  lost: "Crier did not answer. It is not known yet whether it was done: the app keeps asking, and nothing is done twice.",
  did: {
    queue: (count: number) => `${countOf(count, "post")} ${are(count)} in the queue.`,
    schedule: (count: number, detail: string) => `${countOf(count, "post")} will go out ${detail}.`,
    shift: (count: number, detail: string) => `${countOf(count, "post")} moved ${detail}.`,
    cancel: (count: number) =>
      `${countOf(count, "post")} ${count === 1 ? "is a draft" : "are drafts"} again.`,
    addLabel: (count: number, detail: string) =>
      `${countOf(count, "post")} ${count === 1 ? "has" : "have"} the label “${detail}”.`,
    removeLabel: (count: number, detail: string) =>
      `The label “${detail}” was taken from ${countOf(count, "post")}.`,
    retry: (count: number) =>
      `${countOf(count, "post")} ${are(count)} tried again where ${count === 1 ? "it" : "they"} failed.`,
    delete: (count: number) => `${countOf(count, "post")} ${count === 1 ? "was" : "were"} deleted.`,
    undo: (count: number) => `${countOf(count, "post")} ${are(count)} as before.`,
  },
  /** After the number of those that were left alone. */
  leftAlone: (count: number) => `${countOf(count, "post")} ${count === 1 ? "was" : "were"} left alone.`,
  fine: "Done",
  showEach: "Show each post",
  undo: "Undo",
  close: "Close",
  result: "What was done",
  changedMeanwhile:
    "Someone changed it at the same moment. Look at it, and do it again if you still want to.",
  gone: "It was deleted meanwhile.",
  undoGone: "This can't be undone any more: 10 minutes have passed, or Crier was restarted.",
  rescheduleTitle: (count: number) => `When should ${countOf(count, "post")} go out?`,
  shiftTitle: (count: number) => `Move ${countOf(count, "post")} by days`,
  shiftDays: "Days",
  shiftHint: "The time of day stays.",
  shiftRest: "Posts that don't wait have no time to move.",
  shiftExample: (from: string, to: string) => `The first one: ${from} → ${to}`,
  shiftPast: "That would be in the past.",
  later: (count: number) =>
    count === 0 ? "Move" : `Move ${countOf(Math.abs(count), "day")} ${count < 0 ? "earlier" : "later"}`,
  shifted: (count: number) => `${countOf(Math.abs(count), "day")} ${count < 0 ? "earlier" : "later"}`,
  more: "Later",
  less: "Earlier",
  deleteTitle: (count: number) => `Delete ${countOf(count, "post")}?`,
  deleteMore:
    "Crier forgets them, with what happened to them, and this can't be undone. What is live on a network stays there.",
  deleteWaiting: (count: number) =>
    `${countOf(count, "post")} still ${count === 1 ? "waits or goes" : "wait or go"} out, and will be left alone: cancel ${count === 1 ? "it" : "them"} first.`,
  deleteDo: (count: number) => `Delete ${countOf(count, "post")}`,
  keep: "Keep them",
  labels: "Labels",
  editLabels: "Edit labels …",
  has: { all: "on all", some: "on some", none: "" },
  keys: {
    select: "Select the post, or not any more",
    range: "Select all from the last one to this one",
    all: "Select all that are shown",
    clear: "Select nothing",
    delete: "Delete what is selected, after asking",
  },
} as const;
