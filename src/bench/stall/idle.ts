// A server that does nothing but answer, measured like the one under test: what delays this one is the machine.

const { url } = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("ok\n") });
console.log(url.origin);
