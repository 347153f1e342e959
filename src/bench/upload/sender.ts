// Uploads like a client: prepares, sends or breaks off, asks for the offset, resumes and completes.
import { open } from "node:fs/promises";
import net from "node:net";
import type { Film } from "./film.ts";

export interface Prepared {
  readonly uploadId: string;
  readonly uploadUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Sender {
  prepare(film: Film): Promise<Prepared>;
  /** Sends all of it on one connection. @returns the status */
  put(film: Film, upload: Prepared): Promise<number>;
  /**
   * Sends bytes from one place to another, and breaks off in mid-request unless that is the end.
   * @param open leaves the connection as it is
   */
  piece(film: Film, upload: Prepared, from: number, to: number, open?: "open"): Promise<void>;
  /** How many bytes are there. */
  offset(upload: Prepared): Promise<number>;
  /** @returns status and body */
  complete(upload: Prepared): Promise<{ status: number; json: Record<string, unknown> }>;
}

export function openSender(url: () => string, key: string): Sender {
  const ask = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${url()}/v1/media/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
  // A restarted server has another port.
  const placeOf = ({ uploadUrl }: Prepared) => {
    const { pathname, search } = new URL(uploadUrl);
    return new URL(pathname + search, url());
  };
  return {
    async prepare({ size }) {
      const { status, json } = await ask("presign", { filename: "film.mp4", contentType: "video/mp4", size });
      if (status !== 201) throw new Error(`presign: ${status} ${JSON.stringify(json)}`);
      return json as unknown as Prepared;
    },
    async put({ path }, upload) {
      const { headers } = upload;
      const answer = await fetch(placeOf(upload), { method: "PUT", headers, body: Bun.file(path) });
      await answer.text();
      return answer.status;
    },
    async piece(film, upload, from, to, open) {
      const { hostname, port, pathname, search } = placeOf(upload);
      const fields = { host: hostname, "content-length": String(film.size - from), ...upload.headers };
      const range = { "content-range": `bytes ${from}-${film.size - 1}/${film.size}` };
      const lines = Object.entries({ ...fields, ...range }).map(([name, value]) => `${name}: ${value}\r\n`);
      const socket = net.connect(Number(port), hostname);
      socket.on("error", () => {});
      const answered = new Promise<void>((resolve) => socket.once("data", resolve).once("close", resolve));
      socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`);
      await stream(socket, film.path, from, to);
      if (to === film.size) await answered;
      if (!open) socket.destroy();
    },
    async offset(upload) {
      const answer = await fetch(placeOf(upload), { method: "HEAD" });
      if (answer.status !== 200) throw new Error(`HEAD: ${answer.status}`);
      return Number(answer.headers.get("upload-offset"));
    },
    complete: ({ uploadId }) => ask("complete", { uploadId }),
  };
}

const BLOCK_BYTES = 256 * 1024;

async function stream(socket: net.Socket, path: string, from: number, to: number): Promise<void> {
  await using file = await open(path, "r");
  for (let at = from; at < to && !socket.destroyed;) {
    const block = Buffer.alloc(Math.min(BLOCK_BYTES, to - at));
    await file.read(block, 0, block.length, at);
    at += block.length;
    if (!socket.write(block)) await drained(socket);
  }
}

function drained(socket: net.Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    socket.off("drain", done).off("close", done);
    resolve();
  };
  socket.on("drain", done).on("close", done);
  return promise;
}
