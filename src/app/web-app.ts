// Opens the web app: reads its files when the first page is asked for, and compresses each once.
import type { WebApp, WebFile } from "../domain/web-app.ts";
import type { BuiltApp } from "../web/build.ts";
import { webFiles } from "./web-files.ts";

/** @returns the same app every time, until its files change */
export function openWebApp(): () => Promise<WebApp> {
  let opened: { readonly built: BuiltApp; readonly app: WebApp } | null = null;
  return async () => {
    const built = await webFiles();
    if (opened?.built !== built) opened = { built, app: appOf(built) };
    return opened.app;
  };
}

function appOf({ page, files }: BuiltApp): WebApp {
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
