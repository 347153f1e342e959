// crier receipt verify: whether a receipt is genuine, and whether the journal here is still the one it speaks of.
import { readFileSync } from "node:fs";
import { Command } from "@commander-js/extra-typings";
import { verifyJws } from "../../auth/jws.ts";
import { receiptIn, RECEIPT_TYP, type ReceiptClaims } from "../../api/views/receipt.ts";
import { openWorkspace } from "../../app/workspace.ts";
import { checkChain, type ChainVerdict } from "../../domain/event-chain.ts";
import type { PublicKey } from "../../domain/signing-key.ts";
import type { Store } from "../../domain/store/index.ts";
import { messageOf, OperatorError } from "../../errors.ts";
import { answer, globalsOf, settings, type Context, type GlobalOptions } from "../context.ts";
import { examples } from "../help.ts";
import { keysAt } from "./keys-at.ts";
import { journalWords, receiptWords } from "./words.ts";

export function verifyCommand(context: Context) {
  return new Command("verify")
    .description("check a receipt's signature, and this Crier's journal against it; works offline")
    .argument("<file>", "the receipt, or - for standard input")
    .option(
      "--jwks <url|file>",
      "another Crier's public keys, such as https://crier.example/.well-known/jwks.json",
    )
    .addHelpText(
      "after",
      examples(
        "crier receipt verify receipt.jwt",
        "crier receipt show 019aa4c3-5d2e | crier receipt verify -",
      ),
    )
    .action(async (file, { jwks }, command) => {
      const globals = globalsOf(command);
      const receipt = receiptText(file === "-" ? await context.readInput() : fileText(file));
      const { claims, kid, journal } =
        jwks === undefined
          ? await verifyHere(receipt, context, globals)
          : { ...genuine(receipt, await keysAt(jwks)), journal: { kind: "not_here" as const } };
      const fault = journalFault(journal);
      const document = { valid: true, kid, journal: journalDocument(journal), claims };
      answer(context, globals, document, receiptWords(claims, kid, journal));
      if (fault !== null) throw new OperatorError(fault);
    });
}

/** What is known of the journal: `not_here`: other keys were given; `gone`: this Crier does not have the post. */
export type JournalVerdict = ChainVerdict | { readonly kind: "not_here" | "gone" };

/** With the keys of this data folder, and against its journal. @throws OperatorError when it is not genuine */
async function verifyHere(receipt: string, context: Context, globals: GlobalOptions) {
  await using workspace = await openWorkspace(await settings(context, globals));
  const { store } = workspace;
  const { claims, kid } = genuine(receipt, await store.workspace.signingKeys());
  return { claims, kid, journal: await compareJournal(claims, store) };
}

/** @throws OperatorError that says why it is not genuine */
function genuine(receipt: string, keys: readonly PublicKey[]): { claims: ReceiptClaims; kid: string } {
  const verdict = verifyJws(receipt, RECEIPT_TYP, keys);
  switch (verdict.kind) {
    case "malformed":
      throw new OperatorError(
        "This is not a receipt of Crier: a receipt is one line of three parts with dots between.",
      );
    case "unknown_key":
      throw new OperatorError(
        `This receipt names the key ${verdict.kid}, which is not among these keys. If another Crier issued it, add --jwks ` +
          "with that Crier's address and /.well-known/jwks.json.",
      );
    case "forged":
      throw new OperatorError(
        "The signature does not fit. The receipt was changed after it was issued, or this Crier did not issue it.",
      );
    case "valid": {
      const claims = receiptIn(verdict.claims);
      if (claims === null) throw new OperatorError("The signature fits, but this is not a delivery receipt.");
      return { claims, kid: verdict.kid };
    }
  }
}

async function compareJournal({ sub, statement }: ReceiptClaims, store: Store): Promise<JournalVerdict> {
  for (const { id } of await store.profiles.list()) {
    const rows = await store.posts.chain(id, sub);
    if (rows) return checkChain(rows, statement.journal);
  }
  return { kind: "gone" };
}

/** Null where nothing contradicts the receipt. */
function journalFault(journal: JournalVerdict): string | null {
  const isFault = ["broken", "missing", "rewritten"].includes(journal.kind);
  return isFault ? `The journal does not fit the receipt. ${journalWords(journal)}` : null;
}

/** For programs; `broken` names the event. */
function journalDocument(journal: JournalVerdict) {
  if (journal.kind !== "broken") return journal;
  const { row, position, kind } = journal;
  return { kind, position, seq: row.seq, event: row.kind, at: new Date(row.at).toISOString() };
}

function fileText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new OperatorError(`The receipt ${path} can't be read: ${messageOf(error)}`);
  }
}

/** Also in the JSON in which the API answers with it. */
function receiptText(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{")) return trimmed;
  try {
    const { receipt }: { receipt?: unknown } = JSON.parse(trimmed);
    return typeof receipt === "string" ? receipt : trimmed;
  } catch {
    return trimmed;
  }
}
