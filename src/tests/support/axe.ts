// axe-core, which finds barriers for people with disabilities, as text to run in a browser.
import { join } from "node:path";

/** Without spaces and comments: half as much to send to a page and to read there. */
export const AXE_SOURCE: string = await Bun.file(
  join(import.meta.dir, "../../../node_modules/axe-core/axe.min.js"),
).text();

export interface AxeResult {
  readonly id: string;
  readonly help: string;
  /** The first elements that it concerns, and why. */
  readonly nodes: readonly string[];
}
