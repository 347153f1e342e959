// Opens the web app: reads its files when the first page is asked for, and compresses each once.
import type { WebApp, WebFile } from "../domain/web-app.ts";
import { webFiles } from "./web-files.ts";

/** @returns the same app every time, as long as reading it succeeds */
export function openWebApp(): () => Promise<WebApp> {
  let opened: Promise<WebApp> | null = null;
  return () => {
    opened ??= readApp().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

async function readApp(): Promise<WebApp> {
  const { page, files } = await webFiles();
  return {
    page: webFile("text/html; charset=utf-8", new TextEncoder().encode(page)),
    files: new Map(files.map(({ name, type, bytes }) => [name, webFile(type, bytes)])),
  };
}

/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/;
/** Below this the header costs more than compression saves, bytes. */
const WORTH_COMPRESSING = 1024;

function webFile(type: string, bytes: Uint8Array<ArrayBuffer>): WebFile {
  const isCompressed = COMPRESSIBLE.test(type) && bytes.byteLength > WORTH_COMPRESSING;
  return {
    type,
    bytes,
    gzip: isCompressed ? Bun.gzipSync(bytes, { level: 9 }) : null,
    etag: `"${new Bun.CryptoHasher("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
  };
}
