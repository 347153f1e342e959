// What browser tests of posts share: lanes by their handle, and a clock that runs while a page is awaited.
import type { Locator, Page } from "playwright-core";
import { networks, pairedRegistry, type NetworkPair, type PairedRegistry } from "../../app/networks.ts";
import type { World } from "./world.ts";

/** The part of the post's page that is about one account. */
export const laneOf = (page: Page, handle: string): Locator =>
  page
    .locator("li.lane")
    .filter({ has: page.locator(".lane-name b", { hasText: new RegExp(`^${handle}$`) }) });

/** Lets the world's time run until the page shows what is awaited. */
export async function whileTimeRuns<T>(world: World, shown: Promise<T>, stepMs = 250): Promise<T> {
  let isOver = false;
  const end = () => void (isOver = true);
  shown.then(end, end);
  while (!isOver) {
    world.clock.turn(stepMs);
    // Between two steps the appliance and the browser do what became due.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return await shown;
}
const PAUSE_MS = 10;

/** Everything that the page was sent, and what it shows. */
export function listen(page: Page): { text: () => Promise<string> } {
  const answers: Promise<string>[] = [];
  page.on("response", (response) => {
    const { url, headers } = { url: response.url(), headers: response.request().headers() };
    if (url.includes("/admin/live")) return;
    const body = response.text().catch(() => "");
    answers.push(body.then((text) => [url, JSON.stringify(headers), text].join("\n")));
  });
  return {
    async text() {
      const dom = await page.evaluate("document.documentElement.outerHTML");
      return [String(dom), ...(await Promise.all(answers))].join("\n");
    },
  };
}

export interface Fog {
  readonly networks: PairedRegistry;
  /** Whether networks turn questions away: what was published can't be found out. */
  isThick: boolean;
}

/** All networks, which answer no question while there is fog; what they are sent, they publish as usual. */
export function openFog(): Fog {
  const fog = { networks, isThick: true };
  const pairs = networks.pairs.map(({ network, simulated }): NetworkPair => {
    const open: typeof simulated.open = (stage) => {
      const one = simulated.open(stage);
      const answer: typeof one.answer = (request) =>
        fog.isThick && request.method === "GET" ? Promise.resolve(one.limited()) : one.answer(request);
      return Object.assign(Object.create(one) as typeof one, { answer });
    };
    return { network, simulated: { ...simulated, open } };
  });
  return Object.assign(fog, { networks: pairedRegistry(pairs) });
}
