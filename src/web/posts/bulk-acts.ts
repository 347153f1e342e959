// What can be done with several posts, and with which of them, as far as the list knows; the server decides.
import type { Label } from "../labels.ts";
import type { PostRow } from "../lists.ts";
import { moment } from "../time.ts";
import { bulkWords as words } from "../words/bulk.ts";
import type { BulkAct } from "./useBulk.ts";

export type ButtonName = keyof typeof words.buttons;

const isWaiting = ({ status }: PostRow): boolean => status === "queued" || status === "scheduled";
const isUnsent = (post: PostRow): boolean => isWaiting(post) || post.status === "draft";

const POSSIBLE: Readonly<Record<ButtonName, (post: PostRow) => boolean>> = {
  queue: isUnsent,
  schedule: isUnsent,
  shift: isWaiting,
  cancel: isWaiting,
  label: () => true,
  retry: ({ targets }) => targets.some(({ status }) => status === "failed"),
  delete: (post) => !isBound(post),
};

/** Crier keeps what it may yet send, and what may be live. */
export const isBound = (post: PostRow): boolean =>
  isWaiting(post) || post.status === "publishing" || post.status === "uncertain";

/** Whether it makes sense for any of them. */
export const isPossible = (name: ButtonName, posts: readonly PostRow[]): boolean =>
  posts.some(POSSIBLE[name]);

/** The posts that have a time to move. */
export const waitingAmong = (posts: readonly PostRow[]): readonly PostRow[] => posts.filter(isWaiting);

const simple = (action: "queue" | "cancel" | "retry" | "delete"): BulkAct => ({
  name: action,
  detail: "",
  body: { action },
});

export const acts = {
  queue: simple("queue"),
  cancel: simple("cancel"),
  retry: simple("retry"),
  delete: simple("delete"),
  schedule: (at: string, zone: string): BulkAct => ({
    name: "schedule",
    detail: moment(at, zone),
    body: { action: "schedule", at },
  }),
  shift: (days: number): BulkAct => ({
    name: "shift",
    detail: words.shifted(days),
    body: { action: "shift", days },
  }),
  addLabel: (label: Label): BulkAct => ({ ...adding(label), inverse: removing(label) }),
  removeLabel: (label: Label): BulkAct => ({ ...removing(label), inverse: adding(label) }),
} as const;

const adding = ({ id, name }: Label): BulkAct => ({
  name: "addLabel",
  detail: name,
  body: { action: "label", addLabels: [id] },
});
const removing = ({ id, name }: Label): BulkAct => ({
  name: "removeLabel",
  detail: name,
  body: { action: "label", removeLabels: [id] },
});
