// Serves what Crier is compared with, in a process of its own: `elysia` answers a ping, `bare` is Bun.serve alone.
const [kind] = process.argv.slice(2);

const port = kind === "elysia" ? await elysia() : bare();
console.log(`ready at http://127.0.0.1:${port}`);

function bare() {
  return Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.json({ pong: true }) }).port;
}

async function elysia() {
  // Not at the top: the bare server's memory is measured.
  const { Elysia } = await import("elysia");
  const { fetch } = new Elysia().get("/ping", () => ({ pong: true }));
  return Bun.serve({ hostname: "127.0.0.1", port: 0, fetch }).port;
}
