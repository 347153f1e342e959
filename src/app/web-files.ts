// Finds the files of the web app: in a checkout they are bundled here; the one-file program contains them.
import type { BuiltApp } from "../web/build.ts";

/** The build replaces this file by one with the bundled app in it (scripts/web-plugin.ts). */
export async function webFiles(): Promise<BuiltApp> {
  const { buildApp } = await import("../web/build.ts");
  return await buildApp();
}
