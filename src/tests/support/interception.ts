// Answers requests of a page in place of the server, for a while.
import type { BrowserContext, Page, Route } from "playwright-core";

type Address = string | RegExp;
type Handler = (route: Route, end: () => void) => unknown;

/**
 * Hands the requests for an address to `handle` until `end` is called, which is also returned; later ones reach the server.
 * Playwright's own `unroute` and `times` switch interception off once no route is left, and now and then a request that is
 * on its way at that moment never gets an answer.
 */
export async function intercept(
  page: Page | BrowserContext,
  address: Address,
  handle: Handler,
): Promise<() => void> {
  let isOver = false;
  const end = () => void (isOver = true);
  await page.route(address, async (route) => {
    if (isOver) await route.fallback();
    else await handle(route, end);
  });
  return end;
}

/** Hands only the next request for an address to `handle`. */
export async function interceptOnce(
  page: Page,
  address: Address,
  handle: (route: Route) => unknown,
): Promise<void> {
  await intercept(page, address, async (route, end) => {
    end();
    await handle(route);
  });
}

/** Keeps the requests for an address from the server until the function that is returned is called. */
export async function hold(page: Page, address: Address): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = await intercept(page, address, async (route) => {
    await promise;
    await route.continue();
  });
  return () => {
    end();
    resolve();
  };
}
