// Lists of an account's own things that have more pages than are read: what was not read is refused by nobody (D11).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { pairedRegistry } from "../../app/networks.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import type { JsonObject } from "../../networks/client/json.ts";
import type { Io, Network } from "../../networks/network.ts";
import { pinterest } from "../../networks/pinterest/index.ts";
import { youtube } from "../../networks/youtube/index.ts";
import { simulatedPinterest } from "../../simulator/pinterest/index.ts";
import { simulatedYoutube } from "../../simulator/youtube/index.ts";
import { openWorld, type World } from "../support/world.ts";

/** What the network lists under an address; null is the simulator's own answer, undefined is no answer at all. */
type Listed = (url: URL) => JsonObject | null | undefined;
const usual: Listed = () => null;
let listed = usual;
let asked: string[] = [];
let accounts = 0;

/** The real connector; only what its network lists comes from the test. */
function listing(network: Network): Network {
  const { liveOptions } = network;
  if (!liveOptions) throw new Error(`${network.id} lists nothing`);
  const call: (io: Io) => Io["call"] = (io) => async (request) => {
    const url = new URL(request.url);
    const json = listed(url);
    if (json === null) return await io.call(request);
    asked.push(url.search);
    if (json === undefined) return { kind: "lost", detail: "gone" };
    return { kind: "answered", status: 200, headers: {}, text: "", json };
  };
  return { ...network, liveOptions: (io) => liveOptions({ ...io, call: call(io) }) };
}

let world: World;
const media = new Map<string, string>();
beforeAll(async () => {
  const known = pairedRegistry([
    { network: listing(pinterest), simulated: simulatedPinterest },
    { network: listing(youtube), simulated: simulatedYoutube },
  ]);
  world = await openWorld({}, known);
  media.set("pinterest", await added(SAMPLES.photo.path));
  media.set("youtube", await added(SAMPLES.clip.path));
});
afterAll(() => world[Symbol.asyncDispose]());

async function added(path: string): Promise<string> {
  const form = new FormData();
  form.set("file", Bun.file(path));
  return ((await world.ask("POST", "/media", form)).json["media"] as { id: string }).id;
}

/** The rules that a dry run says are broken, on an account whose lists nobody has asked for before. */
async function broken(network: string, options: object, lists: Listed): Promise<string[]> {
  const account = await world.account(network, `ok-list${accounts++}`);
  [listed, asked] = [lists, []];
  const chosen = { options: { [account]: options }, media: [media.get(network)] };
  const { json } = await world.ask("POST", "/posts", {
    ...{ caption: "Boats", accounts: [account], dryRun: true },
    ...chosen,
  });
  listed = usual;
  expect(asked.length).toBeGreaterThan(0);
  const refused = (json["networks"] ?? []) as { problems?: { rule: string }[] }[];
  return refused.flatMap(({ problems = [] }) => problems.map(({ rule }) => rule));
}

describe("Pinterest's boards", () => {
  const UNREAD = { board_id: "999" };
  /** The boards 1, 2, 3 …, one on each page; the sections of each are 10 and, on a page that nobody reads, 11. */
  const boards =
    (pages: number, lost = Infinity): Listed =>
    ({ pathname, searchParams }) => {
      if (pathname.endsWith("/sections")) return { items: [{ id: "10", name: "Ten" }], bookmark: "more" };
      if (!pathname.endsWith("/boards")) return null;
      const page = Number(searchParams.get("bookmark") ?? 1);
      if (page >= lost) return undefined;
      const bookmark = page < pages ? String(page + 1) : null;
      return { items: [{ id: String(page), name: `Board ${page}` }], bookmark };
    };

  test("more pages than are read: a board that was not read is accepted", async () => {
    expect(await broken("pinterest", UNREAD, boards(100))).toEqual([]);
    expect(asked.filter((search) => search.includes("bookmark="))).toHaveLength(3);
  });

  test("a page that can't be had: a board that was not read is accepted", async () => {
    expect(await broken("pinterest", UNREAD, boards(3, 2))).toEqual([]);
  });

  test("a list read to its end: a board that is not in it is refused", async () => {
    expect(await broken("pinterest", UNREAD, boards(3))).toEqual(["options.board_id"]);
    expect(await broken("pinterest", { board_id: "3" }, boards(3))).toEqual([]);
  });

  test("a short page of sections with more behind it: a section that was not read is accepted", async () => {
    const section = { board_id: "1", board_section_id: "11" };
    expect(await broken("pinterest", section, boards(1))).toEqual([]);
  });
});

describe("YouTube's playlists", () => {
  const UNREAD = { selfDeclaredMadeForKids: false, playlistId: "PL999" };
  /** The playlists PL1, PL2 …, one on each page. */
  const playlists =
    (pages: number): Listed =>
    ({ pathname, searchParams }) => {
      if (!pathname.endsWith("/playlists")) return null;
      const page = Number(searchParams.get("pageToken") ?? 1);
      const item = { id: `PL${page}`, snippet: { title: `List ${page}` } };
      return page < pages ? { items: [item], nextPageToken: String(page + 1) } : { items: [item] };
    };

  test("more pages than are read, and short ones: a playlist that was not read is accepted", async () => {
    expect(await broken("youtube", UNREAD, playlists(100))).toEqual([]);
    expect(asked).toHaveLength(4);
  });

  test("a list read to its end: a playlist that is not in it is refused", async () => {
    expect(await broken("youtube", UNREAD, playlists(4))).toEqual(["options.playlistId"]);
    expect(await broken("youtube", { ...UNREAD, playlistId: "PL4" }, playlists(4))).toEqual([]);
  });
});
