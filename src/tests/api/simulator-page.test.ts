// Tests the page of simulated posts: for people who are signed in, and for anyone in a demonstration.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { lookAt, signIn } from "../support/owner.ts";
import { answerTo } from "../support/raw-http.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";
import { upload } from "../support/posting.ts";

let world: World;
let file = "";
beforeAll(async () => {
  world = await openWorld();
  await world.account("mastodon", "ok");
  const media = [await upload(world)];
  const { id } = await world.post({ caption: "Seen by few", media, schedule: "now" });
  await world.until(id, isSettled);
  file = `/simulator/media/mastodon/${world.published("mastodon")[0]?.media[0]?.id}`;
});
afterAll(() => world[Symbol.asyncDispose]());

test("the simulator page is for people who are signed in (D43)", async () => {
  for (const path of ["/simulator", file]) {
    const answer = await fetch(`${world.url}${path}`, { headers: { authorization: `Bearer ${world.key}` } });
    expect([path, answer.status]).toEqual([path, 401]);
    expect(await answer.text()).not.toContain("Seen by few");
    expect([path, (await lookAt(world, path)).status]).toEqual([path, 200]);
  }
});

test("it runs no scripts, can't be framed and is not cached", async () => {
  const page = await lookAt(world, "/simulator");
  const html = await page.text();
  expect(html).toContain("Seen by few");
  const policy = page.headers.get("content-security-policy") ?? "";
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  expect(policy).toContain(`style-src 'sha256-${hash}'`);
  for (const rule of ["default-src 'none'", "img-src 'self'", "media-src 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule);
  const shown = await lookAt(world, file);
  expect(shown.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  for (const { headers } of [page, shown]) expect(headers.get("cache-control")).toBe("no-store");
});

test("the app is told the same, and what happens to the next post of an account is decided once", async () => {
  const { ask } = await signIn(world, "viewer@example.com");
  const mastodon = async () => {
    const { json } = await ask("GET", "/simulator");
    const { networks, next } = json as { networks: Column[]; next: unknown[] };
    return { ...networks.find(({ id }) => id === "mastodon"), next };
  };
  const before = await mastodon();
  expect(before).toMatchObject({ total: 1, posts: [{ handle: "ok", text: "Seen by few" }], next: [] });
  const [shown] = before.posts?.[0]?.media ?? [];
  expect([shown?.url, (await lookAt(world, shown?.url ?? "")).status]).toEqual([file, 200]);
  const next = { platform: "mastodon", handle: "ok", behaviour: "fail" };
  expect((await ask("PUT", "/simulator/next", next)).json["next"]).toEqual([next]);
  expect((await ask("PUT", "/simulator/next", { ...next, behaviour: null })).json["next"]).toEqual([]);
  await ask("PUT", "/simulator/next", next);
  const statuses: string[] = [];
  for (const caption of ["One", "Two"]) {
    const { id } = await world.post({ caption, accounts: ["mastodon:ok"], schedule: "now" });
    statuses.push((await world.until(id, isSettled)).status);
  }
  expect(statuses).toEqual(["failed", "posted"]);
  expect(await mastodon()).toMatchObject({ incidents: [{ handle: "ok", ending: "refused" }], next: [] });
  for (const wrong of [
    { ...next, behaviour: "slow" },
    { ...next, handle: "" },
  ])
    expect((await ask("PUT", "/simulator/next", wrong)).status).toBe(400);
  expect((await ask("PUT", "/simulator/next", { ...next, platform: "myspace" })).status).toBe(404);
});

interface Column {
  readonly id: string;
  readonly posts: readonly { readonly media: readonly { readonly url: string }[] }[];
}

test("a strange name that leads here sees nothing, signed in or not", async () => {
  for (const path of ["/simulator", file])
    expect(await answerTo(world.url, `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).toContain(
      "host_refused",
    );
});

test("refusals and lost responses are shown too, with a way back and what each handle does", async () => {
  for (const handle of ["fail", "lost"]) await world.account("mastodon", handle);
  const accounts = ["mastodon:fail", "mastodon:lost"];
  const { id } = await world.post({ caption: "Of mixed fortune", accounts, schedule: "now" });
  await world.until(id, isSettled);
  const html = await (await lookAt(world, "/simulator")).text();
  const shown = [
    "Refused: the network did not accept the request.",
    "Handled, but the response was lost on the way back.",
    '<a class="name" href="/">Crier</a>',
    "<code>ghost</code>",
  ];
  expect(shown.filter((part) => !html.includes(part))).toEqual([]);
});
