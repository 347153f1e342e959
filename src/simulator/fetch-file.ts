// How simulated networks fetch a file from its public address. They never reach the internet (D40).
import type { File } from "./network.ts";

/** Networks take no larger ones. */
const MOST_BYTES = 512 * 1024 * 1024;

/** From this machine only. */
export async function fetchHere(url: string, most = MOST_BYTES): Promise<File | null> {
  return ["127.0.0.1", "localhost", "[::1]"].includes(URL.parse(url)?.hostname ?? "")
    ? await fetched(url, most)
    : null;
}

/**
 * From these servers, whatever host an address names: the first one that has it gives it. Nothing else is called, so an
 * address that somebody made up leads nowhere.
 * @param servers addresses without a trailing slash
 */
export function fetchFrom(servers: readonly string[], most = MOST_BYTES) {
  return async (url: string): Promise<File | null> => {
    const { pathname, search } = URL.parse(url) ?? { pathname: "", search: "" };
    for (const server of servers) {
      const file = await fetched(`${server}${pathname}${search}`, most);
      if (file) return file;
    }
    return null;
  };
}

/** Null when it can't be had, or is larger than `most`. */
async function fetched(url: string, most: number): Promise<File | null> {
  try {
    const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(FETCH_LIMIT_MS) });
    const bytes = answer.ok && answer.body ? await upTo(most, answer.body) : null;
    return bytes && { bytes, mime: answer.headers.get("content-type") ?? "" };
  } catch {
    return null;
  }
}
const FETCH_LIMIT_MS = 60_000;

/** Null when there are more. */
async function upTo(most: number, stream: ReadableStream<Uint8Array>): Promise<File["bytes"] | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}
