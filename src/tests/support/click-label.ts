// Clicks what people click of a radio button or a checkbox.
import type { Locator } from "playwright-core";

/** The element itself is hidden below its label, which can be clicked as soon as it stands still. */
export const clickLabelOf = (input: Locator): Promise<void> => input.locator("xpath=ancestor::label").click();
