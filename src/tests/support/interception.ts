// Answers requests of a page in place of the server, for a while.
import type { BrowserContext, Page, Route } from "playwright-core";

type Address = string | RegExp;
type Handler = (route: Route) => unknown;

/**
 * Hands the requests for an address to `handle` until the returned function is called; then they go on their way again.
 * Playwright's own `unroute` and `times` end all interception once no route is left, and of a hundred requests that are
 * on their way in that moment, a few never get an answer.
 */
export async function intercept(
  page: Page | BrowserContext,
  address: Address,
  handle: Handler,
): Promise<() => void> {
  let isOver = false;
  await page.route(address, async (route) => {
    if (isOver) await route.fallback();
    else await handle(route);
  });
  return () => void (isOver = true);
}

/** Hands only the next request for an address to `handle`. */
export async function interceptOnce(page: Page, address: Address, handle: Handler): Promise<void> {
  let isOver = false;
  await page.route(address, async (route) => {
    if (isOver) return await route.fallback();
    isOver = true;
    await handle(route);
  });
}
