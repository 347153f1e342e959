// axe-core, which finds barriers for people with disabilities, as text to run in a browser.
import axe from "axe-core";

export const AXE_SOURCE: string = axe.source;

export interface AxeResult {
  readonly id: string;
  readonly help: string;
  /** The first elements that it concerns, and why. */
  readonly nodes: readonly string[];
}
