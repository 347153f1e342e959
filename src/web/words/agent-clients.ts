// How each client of MCP is told of Crier: a command, or what its settings need.

interface AgentClient {
  readonly id: string;
  readonly name: string;
  /** Where the text goes. */
  readonly where: string;
  /** @param url of /mcp */
  readonly text: (url: string, key: string) => string;
}

const json = (value: object) => JSON.stringify(value, null, 2);
const byHttp = (url: string, key: string) => ({ url, headers: { Authorization: `Bearer ${key}` } });

export const AGENT_CLIENTS: readonly AgentClient[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    where: "Run this command in a terminal.",
    text: (url, key) =>
      `claude mcp add --transport http crier ${url} --header "Authorization: Bearer ${key}"`,
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    where:
      "In Settings → Developer → Edit Config, put this into claude_desktop_config.json, and start Claude again. It needs Node.js.",
    text: (url, key) =>
      json({
        mcpServers: {
          crier: {
            command: "npx",
            // Without a space: on Windows it would not arrive in one piece.
            args: ["mcp-remote", url, "--header", "Authorization:${CRIER_AUTH}"],
            env: { CRIER_AUTH: `Bearer ${key}` },
          },
        },
      }),
  },
  {
    id: "vs-code",
    name: "VS Code",
    where: "Put this into mcp.json (MCP: Open User Configuration).",
    text: (url, key) => json({ servers: { crier: { type: "http", ...byHttp(url, key) } } }),
  },
  {
    id: "cursor",
    name: "Cursor",
    where: "Put this into ~/.cursor/mcp.json.",
    text: (url, key) => json({ mcpServers: { crier: byHttp(url, key) } }),
  },
  {
    id: "other",
    name: "another client",
    where: "Most clients take an address and a header, somewhere in their settings.",
    text: (url, key) => json({ type: "http", ...byHttp(url, key) }),
  },
];
