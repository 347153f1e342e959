// Drives a real browser for tests: headless Chromium over its own protocol.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const CHROMIUM =
  ["chromium", "chromium-browser", "google-chrome"].map((name) => Bun.which(name)).find(Boolean) ?? null;

export interface Tab {
  /** Until the page, with all its redirects, is there. */
  open(url: string): Promise<void>;
  /** Does something in the page that leads to another one, and waits for that. */
  leave(script: string): Promise<void>;
  run<T>(script: string): Promise<T>;
  /** PNG, 1x. */
  picture(width: number, height: number): Promise<Buffer>;
}

export interface Chromium extends AsyncDisposable {
  tab(): Promise<Tab>;
  /** What the browser complained about: blocked by a policy, not found. */
  readonly complaints: readonly string[];
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly result?: Record<string, unknown>;
  readonly params?: Record<string, unknown>;
}

export async function startChromium(program: string): Promise<Chromium> {
  const folder = mkdtempSync(join(tmpdir(), "crier-chromium-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars"];
  const child = Bun.spawn(
    [program, ...flags, "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"],
    {
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  const socket = new WebSocket(await addressOf(child.stderr));
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  const complaints: string[] = [];
  let last = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else for (const hear of listeners) hear(message);
    if (message.method === "Log.entryAdded") complaints.push(JSON.stringify(message.params?.["entry"]));
  });
  return {
    complaints,
    async tab() {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const session = String(sessionId);
      for (const domain of ["Page", "Runtime", "Log"]) await send(`${domain}.enable`, {}, session);
      const run = async <T>(expression: string): Promise<T> => {
        const { result } = await send("Runtime.evaluate", { expression, returnByValue: true }, session);
        return (result as { value: T }).value;
      };
      return {
        run,
        async open(url) {
          const loaded = once("Page.loadEventFired", session);
          await send("Page.navigate", { url }, session);
          await loaded;
        },
        async leave(script) {
          const loaded = once("Page.loadEventFired", session);
          await run(script);
          await loaded;
        },
        async picture(width, height) {
          const metrics = { width, height, deviceScaleFactor: 1, mobile: width < 600 };
          await send("Emulation.setDeviceMetricsOverride", metrics, session);
          const { data } = await send("Page.captureScreenshot", { format: "png" }, session);
          return Buffer.from(String(data), "base64");
        },
      };
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      child.kill("SIGKILL");
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function send(method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++last;
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, ({ result = {} }) => (waiting.delete(id), resolve(result)));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
    return promise;
  }

  function once(method: string, sessionId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hear = (message: Message) => {
      if (message.method !== method || message.sessionId !== sessionId) return;
      listeners.delete(hear);
      resolve();
    };
    listeners.add(hear);
    return promise;
  }
}

async function addressOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let output = "";
  for await (const chunk of stderr) {
    output += new TextDecoder().decode(chunk);
    const address = /ws:\/\/\S+/.exec(output)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`Chromium did not start: ${output}`);
}
