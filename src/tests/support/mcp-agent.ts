// Connects a real MCP client to a world, and calls tools with it.
import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import type { World } from "./world.ts";

type Arguments = Record<string, unknown>;

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  /** @returns the structured content. @throws Error when the tool reports an error */
  call<T = Record<string, unknown>>(name: string, args?: Arguments): Promise<T>;
  /** @returns the problem. @throws Error when the tool reports none */
  refused(name: string, args?: Arguments): Promise<Record<string, unknown>>;
  raw(name: string, args?: Arguments): Promise<CallToolResult>;
}

interface AgentOptions {
  readonly mode?: "auto" | "legacy";
  readonly key?: string;
  readonly url?: string;
}

/** @throws Error when the server refuses the connection */
export async function connectAgent(
  world: World,
  { mode = "auto", key = world.key, url = world.url }: AgentOptions = {},
): Promise<Agent> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  // The client checks answers against the schemas that it has seen.
  await client.listTools();
  const raw = (name: string, args: Arguments = {}) => client.callTool({ name, arguments: args });
  return {
    client,
    raw,
    async call<T>(name: string, args?: Arguments) {
      const answer = await raw(name, args);
      if (answer.isError) throw new Error(textOf(answer));
      return answer.structuredContent as T;
    },
    async refused(name, args) {
      const { isError, structuredContent } = await raw(name, args);
      if (!isError) throw new Error(`${name} was not refused: ${JSON.stringify(structuredContent)}`);
      return structuredContent as Record<string, unknown>;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The text parts of a tool's answer, one per line. */
export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
