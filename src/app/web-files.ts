// Finds the files of the web app: in a checkout they are bundled here; the one-file program contains them.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BuiltApp } from "../web/build.ts";

/** Set by `scripts/start --dev`: the app is bundled again after each change, and open pages load it again. */
declare const CRIER_DEV: boolean | undefined;
const isDevelopment = typeof CRIER_DEV !== "undefined" && CRIER_DEV;

let built: { readonly sources: string; readonly app: Promise<BuiltApp> } | null = null;

/**
 * The same object as long as nothing changed. The build replaces this file by one with the bundled app in it
 * (scripts/web-plugin.ts).
 * @throws AggregateError with every fault of the sources
 */
export async function webFiles(): Promise<BuiltApp> {
  const sources = isDevelopment ? newestChange() : "";
  if (built?.sources !== sources) built = { sources, app: bundle() };
  try {
    return await built.app;
  } catch (error) {
    built = null;
    throw error;
  }
}

async function bundle(): Promise<BuiltApp> {
  const { buildApp } = await import("../web/build.ts");
  return await buildApp({ isDevelopment });
}

function newestChange(): string {
  const folder = join(import.meta.dir, "../web");
  const changes = readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
    (name) => statSync(join(folder, name)).mtimeMs,
  );
  return `${changes.length} ${Math.max(...changes)}`;
}
