// Connects a real MCP client to a world.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { World } from "../../support/world.ts";

export async function agent(world: World, key = world.key): Promise<Client> {
  const client = new Client({ name: "contract", version: "1" });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}
