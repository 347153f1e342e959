// An account as people who look after it see it: what waits for it, what went out, and what was done to it.
import { Type, type Static } from "@sinclair/typebox";
import { ACTIVITY_DAYS, MOST_WAITING, type AccountActivity } from "../../domain/account-activity.ts";
import type { Account } from "../../domain/account.ts";
import type { AuditRow } from "../../domain/audit.ts";
import { COLOURS } from "../../domain/label.ts";
import { AccountView } from "./account.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

const Deliveries = { posted: Type.Integer(), failed: Type.Integer(), uncertain: Type.Integer() };

export const AccountRecordView = Type.Object(
  {
    ...AccountView.properties,
    paused: nullable(
      Type.Object({ since: time, by: Type.String() }),
      "its posts wait until somebody resumes it; those of other accounts go out",
    ),
    colour: nullable(words(COLOURS), "with which the app marks it"),
    lastSuccessAt: nullable(time, "when the latest post went live"),
    lastFailure: nullable(
      Type.Object({ at: time, text: Type.String(), postId: uuid }),
      "the latest post that failed and was not retried since",
    ),
    renewedAt: nullable(time, "when Crier last renewed the sign-in"),
    scopes: nullable(Type.Array(Type.String()), "permissions requested in the sign-in; null without one"),
    waitingPosts: Type.Integer({ description: `posts that are to go out there, at most ${MOST_WAITING}` }),
    deliveries30d: Type.Object(
      {
        ...Deliveries,
        days: Type.Array(Type.Object(Deliveries), {
          description: `${ACTIVITY_DAYS} times 24 hours, the oldest first`,
        }),
      },
      { description: "what was delivered in the past 30 days, by its outcome" },
    ),
  },
  { title: "AccountRecord" },
);

const NOTHING = { waiting: 0, lastSuccessAt: null, lastFailure: null, days: [] };

/** @param activity null when nothing is known of it */
export function accountRecord(
  view: Static<typeof AccountView>,
  account: Account,
  activity: AccountActivity | null,
): Static<typeof AccountRecordView> {
  const { waiting, lastSuccessAt, lastFailure, days } = activity ?? NOTHING;
  const total = (of: keyof typeof Deliveries) => days.reduce((sum, day) => sum + day[of], 0);
  const renewed = account.credentialsAt > account.connectedAt ? account.credentialsAt : null;
  return {
    ...view,
    paused: account.pausedAt === null ? null : { since: iso(account.pausedAt), by: account.pausedBy ?? "" },
    colour: account.colour,
    lastSuccessAt: isoOrNull(lastSuccessAt),
    lastFailure: lastFailure && {
      at: iso(lastFailure.at),
      text: lastFailure.detail,
      postId: lastFailure.postId,
    },
    renewedAt: isoOrNull(renewed),
    scopes: account.scopes && [...account.scopes],
    waitingPosts: waiting,
    deliveries30d: {
      posted: total("posted"),
      failed: total("failed"),
      uncertain: total("uncertain"),
      days: days.map((day) => ({ ...day })),
    },
  };
}

export const HistoryEntryView = Type.Object(
  {
    seq: Type.Integer(),
    at: time,
    actor: Type.String({ description: "owner:<email>, cli or crier" }),
    action: Type.String({ description: "as in the audit log" }),
    text: Type.String({ description: "a sentence for people" }),
  },
  { title: "AccountHistoryEntry" },
);

export const historyEntry = (row: AuditRow): Static<typeof HistoryEntryView> => ({
  seq: row.seq,
  at: iso(row.at),
  actor: row.actor,
  action: row.action,
  text: textOf(row),
});

function textOf({ action, detail }: AuditRow): string {
  const facts = new Map(Object.entries(typeof detail === "object" ? (detail ?? {}) : {}));
  const reason = facts.get("why");
  const why = typeof reason === "string" ? reason : null;
  switch (action) {
    case "account.connect":
      return facts.get("simulated") === true ? "Connected in the simulator." : "Connected.";
    case "account.check":
      return facts.get("works") === true
        ? "Checked: the network accepts the sign-in."
        : "Checked: the network no longer accepts the sign-in.";
    case "account.needs_reconnect":
      return why ?? "The sign-in ended. Connect the account again.";
    case "account.expiring":
      return why ?? "The sign-in ends soon.";
    case "account.disconnect":
      return "Disconnected.";
    case "account.pause":
      return "Paused: its posts wait.";
    case "account.resume":
      return "Resumed: what came due meanwhile goes out.";
    case "account.edit":
      return editText(facts);
    default:
      return action;
  }
}

function editText(facts: ReadonlyMap<string, unknown>): string {
  const group = facts.get("group");
  if (group === null) return "Is in no group now.";
  if (typeof group === "string") return `Is in the group ${group} now.`;
  if (facts.has("order")) return "Got another place among the accounts.";
  return facts.get("colour") === "none" ? "The colour was removed." : "Got another colour.";
}
