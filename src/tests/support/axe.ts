// axe-core, which finds barriers for people with disabilities, as text to run in a browser.
import { fileURLToPath } from "node:url";

/** Without spaces and comments: half as much to send to a page and to read there. */
export const AXE_SOURCE: string = await Bun.file(
  fileURLToPath(import.meta.resolve("axe-core/axe.min.js")),
).text();

export interface AxeResult {
  readonly id: string;
  readonly help: string;
  /** The first elements that it concerns, and why. */
  readonly nodes: readonly string[];
}
