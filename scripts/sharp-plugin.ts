// Bundles sharp's native libraries into the binary, where sharp can't find them next to itself.
import type { BunPlugin } from "bun";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** sharp's word for a machine: linux-x64, linuxmusl-arm64, darwin-arm64, … */
export function targetOf(bunTarget: string): string {
  const [, os = "", cpu = "", ...rest] = bunTarget.split("-");
  return `${os}${rest.includes("musl") ? "musl" : ""}-${cpu}`;
}

/** Replaces the one module of sharp that finds the library (dist/sharp.mjs) by one that unpacks it. */
export function sharpPlugin(root: string, machine: string): BunPlugin {
  return {
    name: "sharp",
    setup(build) {
      build.onLoad({ filter: /[\\/]sharp[\\/]dist[\\/]sharp\.(mjs|cjs)$/ }, async () => ({
        loader: "js",
        contents: await loader(root, machine),
      }));
    },
  };
}

async function loader(root: string, machine: string): Promise<string> {
  const files = [
    ...natives(root, `sharp-${machine}`, /\.node$/),
    ...natives(root, `sharp-libvips-${machine}`, /^libvips-cpp\./),
  ];
  if (files.length !== 2)
    throw new Error(
      `sharp for ${machine} is not in node_modules: bun install --frozen-lockfile with --os, --cpu, --libc`,
    );
  const hashed = await Promise.all(
    files.map(async (file) => ({ ...file, size: Bun.file(file.path).size, sha256: await sha256(file.path) })),
  );
  const key = new Bun.CryptoHasher("sha256")
    .update(hashed.map((file) => file.sha256).join())
    .digest("hex")
    .slice(0, 16);
  const imports = hashed.map(
    ({ path }, i) => `import f${i} from ${JSON.stringify(path)} with { type: "file" };`,
  );
  const list = hashed.map(({ path: _, ...file }, i) => `{ embedded: f${i}, ...${JSON.stringify(file)} }`);
  // sharp's own check, which went with its module: older processors than that die inside the library.
  const check =
    machine.startsWith("linux") && machine.endsWith("x64")
      ? `if (!sharp._isUsingX64V2()) throw new Error("This processor is too old for the image library: it needs x86-64-v2.");`
      : "";
  return `${imports.join("\n")}
    import { loadNative } from ${JSON.stringify(join(root, "src/media/convert/native-libraries.ts"))};
    const sharp = loadNative(${JSON.stringify(key)}, [${list.join(", ")}]);
    ${check}
    export default sharp;`;
}

/** The files keep their places in @img: the first finds the second by a path relative to itself. */
function natives(root: string, name: string, pattern: RegExp) {
  const folder = join(root, "node_modules/@img", name, "lib");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => pattern.test(file))
    .map((file) => ({ path: join(folder, file), place: `${name}/lib/${file}` }));
}

async function sha256(path: string): Promise<string> {
  return new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex");
}
