// The web app as it is served: its size, how it may be cached, and what its page may do.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SCREENS } from "../../api/web/index.ts";
import { buildApp, type BuiltApp } from "../../web/build.ts";
import { openWorld, type World } from "../support/world.ts";

const KB = 1000;
/** Compressed, bytes. The font is compressed already. */
const BUDGET = { first: 200 * KB, font: 32 * KB, chunk: 60 * KB, all: 420 * KB };

let world: World;
let app: BuiltApp;
beforeAll(async () => {
  [world, app] = await Promise.all([openWorld(), buildApp({ isDevelopment: false })]);
});
afterAll(() => world[Symbol.asyncDispose]());

const compressed = (text: string | Uint8Array<ArrayBuffer>) => Bun.gzipSync(text, { level: 9 }).byteLength;
const isFont = ({ type }: BuiltApp["files"][number]) => type.startsWith("font/");
const textOf = (file: { readonly bytes: Uint8Array<ArrayBuffer> }) => new TextDecoder().decode(file.bytes);

/** What the page loads before its first screen: what it names, and what those files import at once. */
function firstFiles(): BuiltApp["files"] {
  const names = new Set<string>();
  const add = (name: string) => {
    const file = app.files.find((each) => each.name === name);
    if (!file || names.has(name)) return;
    names.add(name);
    if (name.endsWith(".js"))
      for (const [, other = ""] of textOf(file).matchAll(
        /(?:from|^import|;import)\s*"\.?\/?(?:assets\/)?([\w.-]+\.js)"/g,
      ))
        add(other);
  };
  for (const [, name = ""] of app.page.matchAll(/\/assets\/([\w.-]+)/g)) add(name);
  return app.files.filter(({ name }) => names.has(name));
}

describe("the web app", () => {
  test("stays within its budgets", () => {
    const first = firstFiles();
    const size = (files: BuiltApp["files"]) => files.reduce((sum, { bytes }) => sum + compressed(bytes), 0);
    const code = app.files.filter((file) => !isFont(file));
    const later = code.filter((file) => !first.includes(file));
    expect(first.length).toBeGreaterThan(1);
    expect(later.length).toBeGreaterThan(3);
    expect(size(first) + compressed(app.page)).toBeLessThanOrEqual(BUDGET.first);
    for (const file of app.files.filter(isFont))
      expect(file.bytes.byteLength).toBeLessThanOrEqual(BUDGET.font);
    expect(later.filter((file) => compressed(file.bytes) > BUDGET.chunk)).toEqual([]);
    expect(size(code)).toBeLessThanOrEqual(BUDGET.all);
  });

  test("its files are cached for ever, compressed, and never read as something else", async () => {
    for (const { name, bytes, type } of app.files) {
      const answer = await fetch(`${world.url}/assets/${name}`, {
        decompress: false,
        headers: { "accept-encoding": "gzip" },
      });
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-type")).toBe(type);
      const isCompressed = answer.headers.get("content-encoding") === "gzip";
      expect([name, isCompressed]).toEqual([name, !type.startsWith("font/") && bytes.byteLength > 1024]);
    }
    const plain = await fetch(`${world.url}/assets/${app.files[0]?.name}`, {
      headers: { "accept-encoding": "identity" },
    });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect((await fetch(`${world.url}/assets/index-00000000.js`)).status).toBe(404);
  });

  test("its page is the same at every address of a screen, and asked for again each time", async () => {
    for (const screen of SCREENS) {
      const path = screen.replace("*", "test/posts");
      const answer = await fetch(world.url + path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, app.page]);
      expect(answer.headers.get("cache-control")).toBe("no-cache");
      const etag = answer.headers.get("etag") ?? "";
      const again = await fetch(world.url + path, { headers: { "if-none-match": etag } });
      expect([path, again.status]).toEqual([path, 304]);
    }
    for (const path of ["/v1/nothing", "/admin/nothing", "/sign-in/more", "/assets", "/nowhere"])
      expect([path, (await fetch(world.url + path)).status === 200]).toEqual([path, false]);
  });

  test("its page may load and run nothing but its own files, and no text as code", async () => {
    const policy = (await fetch(`${world.url}/p`)).headers.get("content-security-policy") ?? "";
    const directives = new Map(policy.split("; ").map((each) => [each.split(" ")[0], each]));
    expect(directives.get("default-src")).toBe("default-src 'none'");
    expect(directives.get("script-src")).toBe("script-src 'self'");
    expect(directives.get("connect-src")).toBe("connect-src 'self'");
    expect(directives.get("frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(directives.get("require-trusted-types-for")).toBe("require-trusted-types-for 'script'");
    expect(app.page).not.toMatch(/ style=|\son\w+=|<script>|<style/);
  });

  test("the one style that React Aria adds is the one that the policy lets in", async () => {
    const policy = (await fetch(`${world.url}/p`)).headers.get("content-security-policy") ?? "";
    const source = await Bun.file(join(import.meta.dir, "../../..", USE_PRESS)).text();
    const [, template = ""] = /style\.textContent = `([^`]*)`/.exec(source) ?? [];
    const rule = template.replace(/\$\{[^}]*\}/, "data-react-aria-pressable").trim();
    const hash = new Bun.CryptoHasher("sha256").update(rule).digest("base64");
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
  });
});

const USE_PRESS = "node_modules/react-aria/dist/private/interactions/usePress.mjs";
