// A process of its own that asks a server for /livez over and over, so that what the bench itself does delays no look, and
// an idle server in between: watch-livez.ts <server's address> <idle server's> <milliseconds>. Prints what it saw as JSON.

export interface Looks {
  readonly looks: number;
  /** The longest time that an answer took. */
  readonly livezMs: number;
  /** The same of the idle server: so much is the machine's doing. */
  readonly idleMs: number;
}

const LOOK_EVERY_MS = 20;

const [url = "", idleUrl = "", forMs = "0"] = process.argv.slice(2);
const until = performance.now() + Number(forMs);
let [looks, livezMs, idleMs] = [0, 0, 0];
while (performance.now() < until) {
  livezMs = Math.max(livezMs, await answerMs(url));
  idleMs = Math.max(idleMs, await answerMs(idleUrl));
  looks += 1;
  await Bun.sleep(LOOK_EVERY_MS);
}
console.log(JSON.stringify({ looks, livezMs, idleMs } satisfies Looks));

async function answerMs(server: string): Promise<number> {
  const began = performance.now();
  await (await fetch(`${server}/livez`)).text();
  return performance.now() - began;
}
