// Receives webhooks in a process of its own: one server answers at once, one slowly, and nobody listens where the third would be.
const SLOW_MS = 5000;
let received = 0;

const fast = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    if (request.method === "GET") return Response.json({ received });
    await request.arrayBuffer();
    received++;
    return new Response(null, { status: 204 });
  },
});
const slow = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    await request.arrayBuffer();
    await Bun.sleep(SLOW_MS);
    return new Response(null, { status: 204 });
  },
});
const dead = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
const ports = { fast: fast.port, slow: slow.port, dead: dead.port };
await dead.stop(true);
console.log(JSON.stringify(ports));
// Its end says that the bench is gone.
for await (const _ of Bun.stdin.stream());
process.exit(0);
