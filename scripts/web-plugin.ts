// Puts the bundled web app into the one-file program, in place of the code that bundles it in a checkout.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "../src/web/build.ts";

/** @param folder for the files, until the build is done */
export async function webPlugin(folder: string): Promise<Bun.BunPlugin> {
  const { page, files } = await buildApp({ isDevelopment: false });
  mkdirSync(folder);
  const paths = files.map(({ name, bytes }) => {
    // With an ending that no loader knows, so that the bundler takes it as it is.
    const path = join(folder, `${name}.asset`);
    writeFileSync(path, bytes);
    return path;
  });
  const source = [
    ...paths.map((path, i) => `import file${i} from ${JSON.stringify(path)} with { type: "file" };`),
    "const read = async (name, type, path) => ({ name, type, bytes: await Bun.file(path).bytes() });",
    "const built = async () => ({",
    `  page: ${JSON.stringify(page)},`,
    "  files: await Promise.all([",
    ...files.map(
      ({ name, type }, i) => `    read(${JSON.stringify(name)}, ${JSON.stringify(type)}, file${i}),`,
    ),
    "  ]),",
    "});",
    "let files;",
    "export const webFiles = () => (files ??= built());",
  ];
  return {
    name: "web app",
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]app[\\/]web-files\.ts$/ }, () => ({
        contents: source.join("\n"),
        loader: "js",
      }));
    },
  };
}
