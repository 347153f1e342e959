// Requests a server's /livez over and over, in a process of its own so that the bench's work delays no request:
// watch-livez.ts <server's address> <milliseconds>. Prints what it saw as JSON.

export interface Looks {
  readonly looks: number;
  /** The longest time that an answer took. */
  readonly livezMs: number;
}

const LOOK_EVERY_MS = 20;

const [url = "", forMs = "0"] = process.argv.slice(2);
const until = performance.now() + Number(forMs);
let [looks, livezMs] = [0, 0];
while (performance.now() < until) {
  const began = performance.now();
  await (await fetch(`${url}/livez`)).text();
  livezMs = Math.max(livezMs, performance.now() - began);
  looks += 1;
  await Bun.sleep(LOOK_EVERY_MS);
}
console.log(JSON.stringify({ looks, livezMs } satisfies Looks));
