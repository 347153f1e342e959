// The words of the import of posts from a file.
import { countOf } from "./count.ts";

export const importWords = {
  title: "Import posts",
  back: "Posts",
  drop: "Drop a CSV or JSONL file here",
  dropMore: "Up to 500 rows and 1 MiB. Every row is checked first; nothing is created until you say so.",
  choose: "Choose a file",
  other: "Choose another file",
  format: "What the file looks like",
  formatCsv:
    "CSV from a spreadsheet, in UTF-8. The first line names the columns: caption, and if you like accounts, schedule and media.",
  formatSchedule:
    "schedule is now, draft, or a time with its offset; left empty, the post takes the next free slot. Without accounts it goes to all of them.",
  formatJson: "JSONL has one post per line, as programs send them.",
  guide: "All fields",
  example: `caption,accounts,schedule
"Hello, hills","bluesky, mastodon",2027-02-01T09:00:00+01:00
The boats are back,bluesky,draft`,
  checking: (name: string) => `Checking ${name} …`,
  creating: "Creating the posts …",
  lost: "Crier did not answer. It is not known yet what was done: the app keeps asking, and nothing is created twice.",
  tooLarge: (name: string) => `${name} is larger than 1 MiB. Split it into several files.`,
  notText: (name: string) => `${name} is not text in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.`,
  unreadable: (name: string) => `${name} can't be read. Choose it again.`,
  checked: (ok: number, failed: number) => {
    if (ok === 0)
      return failed === 1 ? "The row can't be created" : `None of the ${failed} rows can be created`;
    if (failed === 0) return ok === 1 ? "The row can be created" : `All ${ok} rows can be created`;
    return `${ok} of ${ok + failed} rows can be created`;
  },
  create: (ok: number, failed: number) =>
    failed === 0 ? `Create ${countOf(ok, "post")}` : `Create ${ok}, leave ${failed}`,
  atOnce: (count: number) =>
    countOf(count, "of them is published at once.", "of them are published at once."),
  repair: "The others have problems: repair them here, or leave them out.",
  edit: "Repair",
  editOf: (row: number) => `Repair row ${row}`,
  closeOf: (row: number) => `Close row ${row}`,
  close: "Close",
  editing: (row: number) => `Row ${row}`,
  accounts: "Accounts",
  repaired: "Repaired",
  checkingRow: "Checking …",
  done: (count: number) => `${countOf(count, "post")} ${count === 1 ? "was" : "were"} created`,
  doneNone: "No new posts",
  again: (count: number) =>
    countOf(
      count,
      "was there already, from an earlier import of this file.",
      "were there already, from an earlier import of this file.",
    ),
  left: (count: number) => countOf(count, "row was left out.", "rows were left out."),
  leftMore: "To import them as well, repair them in a file of their own: a changed file counts as a new one.",
  toPosts: "To the posts",
  onlyProblems: (count: number) =>
    count === 1 ? "Show only the 1 with problems" : `Show only the ${count} with problems`,
  allRows: "Show all rows",
  table: "Rows of the file",
  row: "Row",
  text: "Text",
  when: "When",
  result: "Result",
  fine: "Can be created",
  created: "Created",
  there: "There already",
  open: (text: string) => `Open “${text}”`,
  schedules: { now: "At once", draft: "Draft", queue: "Next free slot", time: "Day and time" },
  unread: "It can't be read",
} as const;
