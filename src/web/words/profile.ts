// The words of the settings of a profile.
import { countOf } from "./count.ts";

const count = (many: number, one: string) => (many === 0 ? `no ${one}s` : countOf(many, one));

export const profileWords = {
  title: "Profile",
  basics: "Name and time",
  weekStart: "Weeks begin on",
  days: [
    { value: "monday", name: "Monday" },
    { value: "saturday", name: "Saturday" },
    { value: "sunday", name: "Sunday" },
  ],
  zoneKeeps: (posts: number) =>
    posts === 0
      ? "No post waits. The queue's times keep the zone that they have."
      : `${countOf(posts, "waiting post keeps its moment", "waiting posts keep their moment")}; the queue's times keep the zone that they have.`,
  zoneNext: ([before, from]: readonly [string, string], [after, to]: readonly [string, string]) =>
    `The next one goes out ${before} in ${place(from)}, which is ${after} in ${place(to)}.`,

  newPosts: "New posts",
  beginWith: "A new post begins with",
  beginWithLast: "The accounts chosen last",
  beginWithThese: "Always the same accounts",
  defaultAccounts: "These accounts",
  noAccounts: "This profile has no accounts yet.",
  beginWithNone: (chosen: number) =>
    chosen === 0
      ? "None is chosen: a new post begins without accounts."
      : "Others can still be chosen while writing.",

  rules: "Rules",
  review: "Drafts of authors need an approval",
  reviewMore: "An author asks for a review; the draft gets a time once somebody who may publish approves it.",
  metadata: "Keep place and camera data in files",
  metadataMore:
    "Photos and videos often carry where and with what they were taken. Unless this is on, Crier removes that from everything that it publishes; the files in your media stay as they are. It counts for posts that are waiting as well.",

  unsaved: "Unsaved changes",
  discard: "Discard",
  save: "Save",
  saved: "The profile is saved.",
  leaveTitle: "Leave without saving?",
  leaveMore: "What you have changed here is not saved yet.",
  stay: "Stay",
  leave: "Discard and leave",

  newTitle: "New profile",
  newMore: "A profile holds the accounts, posts and media of one person or brand.",
  firstTimes: "Its queue begins with 09:00, 12:30 and 17:00 every day. You can change that any time.",
  create: "Create the profile",
  cancel: "Cancel",

  deleteTitle: "Delete this profile",
  deleteMore: "Everything in it goes for good. Published posts stay online.",
  delete: "Delete the profile",
  deleteAsk: (name: string) => `Delete the profile ${name}?`,
  deleteGoes: "This can't be undone. With it go:",
  goes: {
    accounts: (many: number) => count(many, "connected account"),
    posts: (many: number, waiting: number) =>
      waiting === 0
        ? count(many, "post")
        : `${count(many, "post")}, ${waiting} of them waiting to be published`,
    files: (many: number, size: string) =>
      many === 0 ? count(0, "file") : `${count(many, "file")}, ${size}`,
    rest: "its queue, keys, webhooks and labels",
  },
  staysOnline: "What is published stays online.",
  typeName: (name: string) => `Type ${name} to confirm`,
  keep: "Keep it",
  deleted: (name: string) => `The profile ${name} is deleted.`,
} as const;

const place = (zone: string): string => zone.replaceAll("_", " ");
