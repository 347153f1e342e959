// Bundles the web app: the page, and the files it loads, with the hash of their content in their names.
import { join } from "node:path";

export interface BuiltFile {
  /** Without a folder, such as `index-3qez8cg2.js`. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface BuiltApp {
  readonly page: string;
  readonly files: readonly BuiltFile[];
}

/** Where the files are served, with a slash at the end. */
export const ASSETS = "/assets/";

interface Options {
  /** Readable, and open pages load themselves again after a change. */
  readonly isDevelopment: boolean;
}

/** @throws AggregateError with every fault of the sources */
export async function buildApp({ isDevelopment }: Options): Promise<BuiltApp> {
  const naming = "[name]-[hash].[ext]";
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "index.html")],
    target: "browser",
    minify: !isDevelopment,
    // Screens that few people open are loaded when they are opened.
    splitting: true,
    publicPath: ASSETS,
    naming: { entry: naming, chunk: naming, asset: naming },
    define: {
      IS_DEVELOPMENT: String(isDevelopment),
      "process.env.NODE_ENV": isDevelopment ? '"development"' : '"production"',
    },
    // The bundler would write the font into the style sheet, where the page's policy does not let it in.
    external: [`${ASSETS}${FONT.name}`],
    plugins: [onlyEnglish, trustedTypes, ownLocale],
  });
  const page = outputs.find(({ path }) => path.endsWith(".html"));
  if (!page) throw new Error("the bundler made no page");
  const html = await page.text();
  // The page's own style sheet has those of all screens; the bundler writes one for each screen too, which nothing loads.
  const isLoaded = ({ path }: Bun.BuildArtifact) =>
    !path.endsWith(".css") || html.includes(path.replace(/^.*\//, ""));
  const files = outputs
    .filter((output) => output !== page && isLoaded(output))
    .map(async (file) => ({
      name: file.path.replace(/^.*\//, ""),
      type: file.type,
      bytes: new Uint8Array(await file.arrayBuffer()),
    }));
  const font = { name: FONT.name, type: "font/woff2", bytes: await Bun.file(FONT.path).bytes() };
  return { page: html, files: [...(await Promise.all(files)), font] };
}

/** Its name changes with its version, as the names of the others do with their content. */
const FONT = {
  name: "geist-5.3.0.woff2",
  path: join(
    import.meta.dir,
    "../../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  ),
};

/** React Aria carries its own words in thirty languages; the app speaks English. */
const onlyEnglish: Bun.BunPlugin = {
  name: "only English",
  setup(build) {
    build.onLoad({ filter: /[\\/]intl[\\/](?:[^\\/]+[\\/])?(?!en-US)[a-z]{2}-[A-Z]{2}\.[mc]?js$/ }, () => ({
      contents: "export default {};",
      loader: "js",
    }));
  },
};

/** React Aria empties its live region with `innerHTML`, which the page's policy lets nobody do. */
const trustedTypes: Bun.BunPlugin = {
  name: "trusted types",
  setup(build) {
    build.onLoad({ filter: /[\\/]LiveAnnouncer\.[mc]?js$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replaceAll(".innerHTML = ''", ".replaceChildren()"),
      loader: "js",
    }));
  },
};

/** The app names its language. Whether the browser's own is supported is a question that holds up a slow machine for 100 ms. */
const ownLocale: Bun.BunPlugin = {
  name: "own locale",
  setup(build) {
    build.onLoad({ filter: /[\\/]useDefaultLocale\.[mc]?js$/ }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(
        /Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\);/,
        "",
      ),
      loader: "js",
    }));
  },
};
