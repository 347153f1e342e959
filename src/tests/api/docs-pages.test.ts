// The pages for people: every document is served, every link leads somewhere, and nothing comes from another host.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { CODES } from "../../errors.ts";
import { networks } from "../../networks/index.ts";
import { optionsOf } from "../../networks/options.ts";
import { crawl, targetOf, unescapeHtml } from "../support/crawl.ts";
import { leastOf, workOf } from "../support/work.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
let pages: Awaited<ReturnType<typeof crawl>>;
beforeAll(async () => {
  world = await openWorld();
  pages = await crawl(world.url, ["/docs/search?q=backup"]);
});
afterAll(() => world[Symbol.asyncDispose]());

test("a page that many open at the same time is written once", async () => {
  // Written for each of them, it would cost ten times as much or more.
  expect(await leastOf(costOfMany, 4)).toBeLessThan(4);
});

/** What it costs to write a page that 40 open at once, as a multiple of opening it alone. */
async function costOfMany(): Promise<number> {
  await using one = await openWorld();
  await using many = await openWorld();
  const open = async (count: number, { url }: World) => {
    const answers = Array.from({ length: count }, () => fetch(`${url}/docs/api`));
    const pages = await Promise.all(answers.map(async (answer) => await (await answer).text()));
    expect(new Set(pages).size).toBe(1);
  };
  const forOne = await workOf(() => open(1, one));
  const forMany = await workOf(() => open(40, many));
  const sending = await workOf(() => open(40, many));
  return (forMany - sending) / forOne;
}

const html = async (path: string) =>
  await (await fetch(world.url + path, { headers: { accept: "text/html" } })).text();

describe("every page", () => {
  test("can be reached from the front page by links, and answers 200", () => {
    expect(pages.filter(({ status }) => status !== 200).map(({ path, status }) => [path, status])).toEqual(
      [],
    );
    const reached = new Set(pages.map(({ path }) => path));
    const folder = join(import.meta.dir, "../../../docs");
    const documents = [...new Bun.Glob("**/*.md").scanSync({ cwd: folder })];
    const addresses = documents.map((path) => `/docs/${path.replace(/(\/README)?\.md$/, "")}`);
    const expected = [...addresses, ...Object.keys(CODES).map((code) => `/docs/errors/${code}`)];
    expect(expected.filter((path) => !reached.has(path))).toEqual([]);
  });

  test("links only to places that exist, down to the heading", () => {
    const known = new Map(pages.map((page) => [page.path, page]));
    const broken = pages.flatMap(({ path, links }) =>
      links.flatMap((link) => {
        const target = targetOf(link, path);
        if (!target) return [];
        const page = known.get(target.path);
        if (!page) return [`${path}: ${link}`];
        return target.id === null || page.ids.includes(target.id) ? [] : [`${path}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
    expect(pages.reduce((sum, { links }) => sum + links.length, 0)).toBeGreaterThan(2000);
  });

  test("has each id once", () => {
    const twice = pages.flatMap(({ path, ids }) =>
      ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${path}#${id}`),
    );
    expect(twice).toEqual([]);
  });

  test("runs no script but the one in its policy, and loads nothing from another host", () => {
    const hashIn = (text: string, element: string) => {
      const own = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(text)?.[1];
      return own === undefined ? null : new Bun.CryptoHasher("sha256").update(own).digest("base64");
    };
    for (const { path, html: text, headers } of pages.filter((page) => page.html !== "")) {
      const policy = headers.get("content-security-policy") ?? "";
      const script = hashIn(text, "script");
      expect([path, policy.includes(`style-src 'sha256-${hashIn(text, "style")}'`)]).toEqual([path, true]);
      expect([path, policy.includes("script-src")]).toEqual([path, script !== null]);
      if (script !== null) expect(policy).toContain(`script-src 'sha256-${script}'`);
      expect(
        text.match(
          /<script[^>]|<link (?!rel="icon" href="\/)|@import|url\(| style=|\son\w+=|src="(?!\/|[\w.-]+")/g,
        ),
      ).toBeNull();
    }
  });

  test("has a title, a language, one main landmark and one main heading", () => {
    for (const { path, html: text } of pages.filter((page) => page.html !== "")) {
      const counts = ["<title>", '<html lang="en">', "<main", "<h1"].map(
        (part) => text.split(part).length - 1,
      );
      expect([path, ...counts]).toEqual([path, 1, 1, 1, 1]);
    }
  });

  test("of the documentation marks itself in the navigation", () => {
    const own = pages.filter(
      ({ path }) => /^\/docs(\/(?!errors\/|search)[\w./-]+)?$/.test(path) && !path.endsWith(".svg"),
    );
    const unmarked = own.filter(
      ({ path, html: text }) => !text.includes(`<li><a href="${path}" aria-current="page">`),
    );
    expect(unmarked.map(({ path }) => path)).toEqual([]);
    expect(own.length).toBeGreaterThan(30);
  });
});

describe("the front page", () => {
  test("says which version runs and whether it is ready, and leads to everything", async () => {
    const text = await html("/");
    const parts = ["version ", ">Ready<", 'href="/docs"', 'href="/docs/api"', 'href="/status"'];
    expect(parts.filter((part) => !text.includes(part))).toEqual([]);
    expect(text.includes('href="/simulator"')).toBe(false);
  });

  test("says why the server is not ready", async () => {
    await using full = await openWorld({ CRIER_MIN_FREE_MB: "1000000" });
    const text = await (await fetch(full.url)).text();
    expect([text.includes(">Not ready<"), text.includes(">Ready<")]).toEqual([true, false]);
  });

  test("has an icon, also where browsers look for one on their own", async () => {
    for (const path of ["/favicon.svg", "/favicon.ico"]) {
      const { status, headers } = await fetch(world.url + path);
      expect([path, status, headers.get("content-type")]).toEqual([path, 200, "image/svg+xml"]);
    }
  });

  test("/v1 alone leads people to the documentation, and names it to programs", async () => {
    for (const path of ["/v1", "/v1/"]) {
      const browser = await fetch(world.url + path, { headers: { accept: "text/html" }, redirect: "manual" });
      expect([browser.status, browser.headers.get("location")]).toEqual([302, "/docs/api"]);
      const program = (await (await fetch(world.url + path)).json()) as { detail: string };
      expect(program).toMatchObject({ code: "not_found" });
      expect(program.detail).toContain(`${world.url}/docs/api`);
    }
  });
});

describe("an address that does not exist", () => {
  test("is a page in a browser", async () => {
    const answer = await fetch(`${world.url}/nowhere`, { headers: { accept: "text/html,*/*;q=0.8" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await answer.text()).includes("<h1>Page not found</h1>")).toBe(true);
  });

  test.each([
    ["/nowhere", "*/*"],
    ["/nowhere", "application/json, text/html"],
    ["/v1/nowhere", "text/html"],
    ["/admin/nowhere", "text/html"],
  ])("%s is a problem for a program that accepts %s", async (path, accept) => {
    const answer = await fetch(world.url + path, { headers: { accept } });
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.status).toBeGreaterThanOrEqual(401);
  });

  test("a page behind a sign-in says so in a browser", async () => {
    const answer = await fetch(`${world.url}/simulator`, { headers: { accept: "text/html" } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([401, "text/html; charset=utf-8"]);
  });
});

describe("options of a post", () => {
  test("each network's guide and the API reference list every option with its values", async () => {
    const reference = unescapeHtml(await html("/docs/api"));
    for (const network of networks.list) {
      const guide = unescapeHtml(await html(`/docs/networks/${network.id}`));
      const names = Object.keys(optionsOf(network, network.rules).properties);
      const row = (name: string) => `<td data-label="Option"><code>${name}</code></td>`;
      expect(names.filter((name) => !guide.includes(row(name)) || !reference.includes(row(name)))).toEqual(
        [],
      );
    }
    const tiktok = unescapeHtml(await html("/docs/networks/tiktok"));
    expect(
      /privacy_level<\/code><\/td>\s*<td data-label="Value">.*SELF_ONLY.*<\/td>\s*<td data-label="Required">yes/.test(
        tiktok,
      ),
    ).toBe(true);
    expect(reference.includes("map to map")).toBe(false);
  });
});

describe("search", () => {
  const first = async (query: string) => {
    const text = await html(`/docs/search?q=${encodeURIComponent(query)}`);
    return [...text.matchAll(/<ol class="found">.*?<a href="([^"]+)">/gs)].map(([, address]) => address)[0];
  };

  test.each([
    ["POST /posts", "/docs/api#createPost"],
    ["createPost", "/docs/api#createPost"],
    ["preflight_failed", "/docs/errors/preflight_failed"],
    ["sha256sums gpg", "/docs/backup"],
    ["GIF", "/docs/media#what-crier-converts-automatically"],
    ["retryfailedtargets", "/docs/api#retryFailedTargets"],
  ])("%s finds %s", async (query, address) => {
    expect(await first(query)).toBe(address);
  });

  test("nothing found, nothing asked and a very long question are pages too", async () => {
    for (const query of ["xyzzy", "", "a ".repeat(2000), "<script>alert(1)</script>"]) {
      const answer = await fetch(`${world.url}/docs/search?q=${encodeURIComponent(query)}`);
      const text = await answer.text();
      expect([answer.status, text.includes("alert(1)</script>")]).toEqual([200, false]);
    }
  });
});
