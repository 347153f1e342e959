// axe-core, which finds what keeps people from using a page, as text to run in a browser.
import { readFileSync } from "node:fs";

export const AXE_SOURCE = readFileSync(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir), "utf8");

export interface AxeResult {
  readonly id: string;
  readonly help: string;
  /** The first elements that it concerns, and why. */
  readonly nodes: readonly string[];
}
