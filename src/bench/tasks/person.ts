// Somebody at the web app: works with mouse and keyboard, and counts what that takes.
import type { Locator, Page } from "playwright-core";

export interface Effort {
  readonly clicks: number;
  /** Letters of texts, and other keys. */
  readonly keys: number;
  readonly drags: number;
  /** What a practised person needs for all of it, without reading, in seconds. */
  readonly handSeconds: number;
  /** What the app took to follow, in seconds. */
  readonly appSeconds: number;
}

/**
 * The keystroke-level model: seconds for one key, for pointing, for pressing a button, and for thinking before each step.
 * Source: Card, Moran and Newell, "The keystroke-level model for user performance time with interactive systems",
 * Communications of the ACM 23 (1980), table I, for an average typist.
 */
const SECONDS = { key: 0.2, point: 1.1, button: 0.2, think: 1.35 } as const;

export interface Person {
  readonly page: Page;
  readonly click: (what: Locator) => Promise<void>;
  /** Into what has the focus. */
  readonly type: (text: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly drag: (what: Locator, to: Locator) => Promise<void>;
  /** Presses what asks for a file, and chooses one: two clicks more, in the system's own dialog. */
  readonly choose: (what: Locator, file: string) => Promise<void>;
  readonly see: (what: Locator) => Promise<void>;
  /** Since the last time. */
  readonly effort: () => Effort;
}

export function personAt(page: Page): Person {
  let [clicks, keys, drags, steps] = [0, 0, 0, 0];
  let since = performance.now();
  const click = async (what: Locator) => {
    steps += 1;
    clicks += 1;
    await what.click();
  };
  return {
    page,
    click,
    async type(text) {
      steps += 1;
      keys += Array.from(text).length;
      await page.keyboard.type(text);
    },
    async press(key) {
      steps += 1;
      keys += key.split("+").length;
      await page.keyboard.press(key);
    },
    async drag(what, to) {
      steps += 1;
      drags += 1;
      await what.dragTo(to);
    },
    async choose(what, file) {
      const chooser = page.waitForEvent("filechooser");
      await click(what);
      clicks += 2;
      await (await chooser).setFiles(file);
    },
    see: (what) => what.waitFor(),
    effort() {
      const { key, point, button, think } = SECONDS;
      const handSeconds =
        keys * key + clicks * (point + button) + drags * (2 * point + button) + steps * think;
      const appSeconds = (performance.now() - since) / 1000;
      const effort = { clicks, keys, drags, handSeconds, appSeconds };
      [clicks, keys, drags, steps] = [0, 0, 0, 0];
      since = performance.now();
      return effort;
    },
  };
}
