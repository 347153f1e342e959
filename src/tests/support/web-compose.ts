// What browser tests of the composer share: its parts by the names that people know them by.
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "./wait-until.ts";

export const textOf = (page: Page): Locator => page.getByRole("textbox", { name: /^Text/ });

export const chipOf = (page: Page, handle: string): Locator =>
  page.getByRole("group", { name: "Accounts" }).getByRole("button", { name: new RegExp(`${handle}\\b`) });

/** The draft is on the server, as it stands. */
export const untilSaved = (page: Page): Promise<void> => page.getByText("Saved", { exact: true }).waitFor();

/** The text that is being written becomes this one. */
export const shows = (page: Page, text: string): Promise<unknown> =>
  waitUntil(async () => (await textOf(page).inputValue()) === text);

/** Chooses that the post goes out now. */
export async function chooseNow(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^When/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Now/ }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The text that the preview of an account shows. */
export const previewOf = (page: Page, accountId: string): Locator =>
  page.locator(`[data-preview="${accountId}"]`);

/** The id in the address of a draft. */
export const draftIdOf = (page: Page): string => /\/write\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
