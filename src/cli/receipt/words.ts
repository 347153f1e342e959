// A verified receipt in words: what it says, what it proves, and what it does not.
import type { ReceiptClaims } from "../../api/views/receipt.ts";
import { table } from "../table.ts";
import type { JournalVerdict } from "./verify.ts";

export function receiptWords(
  { iss, iat, sub, statement }: ReceiptClaims,
  kid: string,
  journal: JournalVerdict,
): string {
  const at = moment(iat * 1000);
  const rows = statement.targets.map(({ platform, handle, simulated, status, url, settledAt }) => [
    `${platform}:${handle}`,
    simulated ? `${status} (simulated)` : status,
    settledAt === null ? "" : moment(Date.parse(settledAt)),
    url ?? "",
  ]);
  return [
    `The signature is valid: ${iss} signed this on ${at} with the key ${kid}.`,
    "",
    `Post ${sub}: ${statement.status}`,
    table(["account", "outcome", "settled", "address"], rows, null),
    "",
    journalWords(journal),
    "",
    `It proves that this Crier stated all this on ${at}, and that no one has changed the receipt since.`,
    "It does not prove that the network agrees, or that the posts are still there: open their addresses to see. Whoever " +
      "holds the secret key of that Crier can sign receipts.",
  ].join("\n");
}

export function journalWords(journal: JournalVerdict): string {
  switch (journal.kind) {
    case "fits":
      return journal.more === 0
        ? "The journal of this Crier is still the same: every event fits the receipt."
        : `The journal of this Crier fits: no event of then was changed, and ${additions(journal.more)} since.`;
    case "broken":
      return (
        `Event ${journal.position} of the post (${journal.row.kind}, ${moment(journal.row.at)}) does not fit its link: it was ` +
        "changed, or an event before it was removed or added."
      );
    case "missing":
      return (
        `The journal has only ${journal.events} events, fewer than when the receipt was signed: some were removed, or an ` +
        "older backup was restored."
      );
    case "rewritten":
      return "Its events fit each other, but not the receipt: they were changed and linked anew.";
    case "gone":
      return "This Crier does not have the post any more, so its journal could not be compared.";
    case "not_here":
      return "Only the signature was checked: the journal is with the Crier that issued it.";
  }
}

const additions = (count: number) => (count === 1 ? "1 was added" : `${count} were added`);

/** To the second, in UTC: receipts travel. */
const moment = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
