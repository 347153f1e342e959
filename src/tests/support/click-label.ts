// Clicks radio buttons and checkboxes by their labels, as people do.
import type { Locator } from "playwright-core";

/** The input itself is hidden behind its label, which is clicked as soon as it stands still. */
export const clickLabelOf = (input: Locator): Promise<void> => input.locator("xpath=ancestor::label").click();
