// What browser tests of posts share: lanes by their handle, what a page was sent, and networks that answer no question.
import type { Locator, Page } from "playwright-core";
import { networks, pairedRegistry, type NetworkPair, type PairedRegistry } from "../../app/networks.ts";

/** The part of the post's page that is about one account. */
export const laneOf = (page: Page, handle: string): Locator =>
  page
    .locator("li.lane")
    .filter({ has: page.locator(".lane-name b", { hasText: new RegExp(`^${handle}$`) }) });

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

/** What can be touched on the page and is lower than a finger needs: its words, and its height. */
export const tooLow = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll("main button, main summary, main a.button, main nav a")]
    .map((each) => [each.textContent, each.getBoundingClientRect().height])
    .filter(([, height]) => height > 0 && height < 44)`);

export interface Silence {
  readonly networks: PairedRegistry;
  /** Whether networks turn questions away, so that nobody finds out what was published. */
  lasts: boolean;
}

/** All networks, which answer no question while the silence lasts; what they are sent, they publish as usual. */
export function openSilentNetworks(): Silence {
  const silence = { networks, lasts: true };
  const pairs = networks.pairs.map(({ network, simulated }): NetworkPair => {
    const open: typeof simulated.open = (stage) => {
      const one = simulated.open(stage);
      const answer: typeof one.answer = (request) =>
        silence.lasts && request.method === "GET" ? Promise.resolve(one.limited()) : one.answer(request);
      return Object.assign(Object.create(one) as typeof one, { answer });
    };
    return { network, simulated: { ...simulated, open } };
  });
  return Object.assign(silence, { networks: pairedRegistry(pairs) });
}
