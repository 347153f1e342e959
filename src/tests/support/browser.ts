// A real browser for tests: Chromium through Bun's own driver. Absent where Chromium is not installed.
import { AXE_SOURCE, type AxeResult } from "./axe.ts";

/**
 * Path of the browser; null when there is none, and the tests that need one are left out. First the one without windows,
 * which draws the same pages with less work.
 */
export const chromium: string | null =
  ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    .map((name) => Bun.which(name))
    .find((path) => path !== null) ?? null;

export interface Screen {
  /** In pixels. */
  readonly width: number;
  readonly scheme: "light" | "dark";
}

export interface Browser extends AsyncDisposable {
  /** Opens an address on a screen of this kind, with headers of its own. */
  open(url: string, screen: Screen): Promise<void>;
  /** The value of an expression on the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** What axe-core finds wrong with the page, by WCAG 2.2 AA and its best practices. */
  violations(): Promise<AxeResult[]>;
}

/** @param headers sent with every request, such as a cookie */
export async function openBrowser(headers: Readonly<Record<string, string>> = {}): Promise<Browser> {
  if (chromium === null) throw new Error("Chromium is not installed");
  // Tests in a container run as root, where Chromium's sandbox does not start.
  const backend = { type: "chrome", path: chromium, url: false, argv: ["--no-sandbox"] } as const;
  const view = new Bun.WebView({
    backend: { ...backend, argv: [...backend.argv] },
    width: 1280,
    height: 900,
  });
  await view.navigate("about:blank");
  await view.cdp("Network.enable", {});
  await view.cdp("Network.setExtraHTTPHeaders", { headers });
  return {
    async open(url, { width, scheme }) {
      const metrics = { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 };
      await view.cdp("Emulation.setDeviceMetricsOverride", metrics);
      const features = [{ name: "prefers-color-scheme", value: scheme }];
      await view.cdp("Emulation.setEmulatedMedia", { features });
      await view.navigate(url);
    },
    evaluate: async (expression) => await view.evaluate(expression),
    async violations() {
      // By the debugger: the page's own policy lets no other script in.
      await view.cdp("Runtime.evaluate", { expression: AXE_SOURCE });
      return await view.evaluate<AxeResult[]>(AXE_RUN);
    },
    async [Symbol.asyncDispose]() {
      await view[Symbol.asyncDispose]();
    },
  };
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const AXE_RUN = `axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + " " + failureSummary) })))`;
