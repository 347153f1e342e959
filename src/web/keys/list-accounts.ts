// Calls the tool `list_accounts` of /mcp with a key: what an agent does first.
import { regionWords } from "../words/region.ts";

interface ListedAccount {
  readonly id: string;
  readonly platform: string;
  readonly handle: string;
  readonly simulated: boolean;
}

export type AgentAnswer =
  | {
      readonly kind: "listed";
      readonly accounts: readonly ListedAccount[];
      /** How long it took. */ readonly ms: number;
    }
  | { readonly kind: "refused"; readonly why: string };

/** Of a message of MCP, what is used here. */
interface Message {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: { readonly accounts?: readonly ListedAccount[]; readonly detail?: string };
  };
  readonly error?: { readonly message: string };
  /** Of a problem, where the request never came to a tool. */
  readonly detail?: string;
}

const PROTOCOL = "2025-11-25";
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "list_accounts", arguments: {} },
};

export async function listAccounts(key: string): Promise<AgentAnswer> {
  const begun = performance.now();
  try {
    const response = await fetch("/mcp", {
      method: "POST",
      // As the agent: by its key alone.
      credentials: "omit",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": PROTOCOL,
      },
      body: JSON.stringify(CALL),
    });
    const { result, error, detail } = messageIn(await response.text());
    const { accounts, detail: why } = result?.structuredContent ?? {};
    if (accounts && !result?.isError) return { kind: "listed", accounts, ms: performance.now() - begun };
    return { kind: "refused", why: why ?? error?.message ?? detail ?? regionWords.failed };
  } catch {
    return { kind: "refused", why: `${regionWords.noAnswer} ${regionWords.noAnswerMore}` };
  }
}

/** A message alone, or as the data of an event. */
function messageIn(text: string): Message {
  const data = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "{}");
  return JSON.parse(data) as Message;
}
