// Tests options that only the network can check: they are checked before storing, and described in the schema (D11, D16).
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { SAMPLES } from "../../media/samples/index.ts";
import { networks } from "../../networks/index.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
let clip: string;
let photo: string;
const ids = new Map<string, string>();
beforeAll(async () => {
  world = await openWorld();
  for (const { id } of networks.list) ids.set(id, await world.account(id, "ok"));
  clip = await added(SAMPLES.clip.path);
  photo = await added(SAMPLES.photo.path);
});
afterAll(() => world[Symbol.asyncDispose]());

async function added(path: string): Promise<string> {
  const form = new FormData();
  form.set("file", Bun.file(path));
  const { json } = await world.ask("POST", "/media", form);
  return (json["media"] as { id: string }).id;
}

interface Problem {
  readonly rule: string;
  readonly message: string;
}

/** What a dry run has against these options. */
async function against(account: string, options: object, media = [clip]): Promise<Problem[]> {
  const body = { caption: "Boats", accounts: [account], media, options: { [account]: options } };
  const { status, json } = await world.ask("POST", "/posts", { ...body, dryRun: true });
  if (status === 200) return [];
  const [refused] = json["networks"] as { problems: Problem[] }[];
  return refused?.problems ?? [];
}
const rulesAgainst = async (account: string, options: object, media = [clip]) =>
  (await against(account, options, media)).map(({ rule }) => rule);

describe("what the network says of the account now", () => {
  test("TikTok: who can see it, and what its owner has switched off", async () => {
    expect(await against("tiktok", { privacy_level: "FOLLOWER_OF_CREATOR" })).toEqual([
      expect.objectContaining({
        rule: "options.privacy_level",
        message: expect.stringContaining("PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS, SELF_ONLY"),
      }),
    ]);
    expect(await rulesAgainst("tiktok", { privacy_level: "SELF_ONLY" })).toEqual([]);
    const closed = await world.account("tiktok", "ok-closed");
    const on = { privacy_level: "SELF_ONLY", disable_comment: false, disable_stitch: false };
    expect(await rulesAgainst(closed, on)).toEqual(["options.disable_comment", "options.disable_stitch"]);
    expect(await rulesAgainst(closed, { mode: "inbox" })).toEqual([]);
  });

  test("Pinterest: boards and their sections", async () => {
    const board = "1022106146619699845";
    expect(await rulesAgainst("pinterest", { board_id: "1" }, [photo])).toEqual(["options.board_id"]);
    expect(await rulesAgainst("pinterest", { board_id: board, board_section_id: "1" }, [photo])).toEqual([
      "options.board_section_id",
    ]);
    const right = { board_id: board, board_section_id: "5178987325442071" };
    expect(await rulesAgainst("pinterest", right, [photo])).toEqual([]);
  });

  test("YouTube: playlists and categories", async () => {
    const kids = { selfDeclaredMadeForKids: false };
    expect(await rulesAgainst("youtube", { ...kids, playlistId: "PLnone", categoryId: "9999" })).toEqual([
      "options.playlistId",
      "options.categoryId",
    ]);
    const { json } = await world.ask("GET", `/accounts/${ids.get("youtube")}/options`);
    const { playlists } = json["values"] as { playlists: { id: string }[] };
    expect(
      await rulesAgainst("youtube", { ...kids, playlistId: playlists[0]?.id, categoryId: "22" }),
    ).toEqual([]);
  });

  test("a network that can't be asked blocks nothing", async () => {
    for (const [network, options, media] of [
      ["tiktok", { privacy_level: "FOLLOWER_OF_CREATOR" }, clip],
      ["pinterest", { board_id: "1" }, photo],
    ] as const) {
      for (const handle of ["down", "expired"]) {
        const account = await world.account(network, handle);
        expect(await rulesAgainst(account, options, [media])).toEqual([]);
      }
    }
  });
});

describe("the schema of the options", () => {
  const emoji = (n: number) => "🚣".repeat(n);
  test.each([
    ["tiktok", {}, false],
    ["tiktok", { mode: "direct" }, false],
    ["tiktok", { mode: "inbox" }, true],
    ["tiktok", { privacy_level: "SELF_ONLY" }, true],
    ["tiktok", { privacy_level: "EVERYBODY" }, false],
    ["youtube", {}, false],
    ["youtube", { selfDeclaredMadeForKids: true }, true],
    ["youtube", { selfDeclaredMadeForKids: true, title: emoji(100) }, true],
    ["youtube", { selfDeclaredMadeForKids: true, title: emoji(101) }, false],
    ["pinterest", {}, false],
    ["pinterest", { board_id: "1022106146619699845" }, true],
    ["pinterest", { board_id: "1022106146619699845", title: emoji(100) }, true],
    ["pinterest", { board_id: "1022106146619699845", title: emoji(101) }, false],
    ["threads", { topic_tag: emoji(50) }, true],
    ["threads", { topic_tag: emoji(51) }, false],
    ["facebook", { age_min: 12 }, false],
    ["instagram", { collaborators: ["a", "b", "c", "d"] }, false],
  ])("of %s and the check agree on %j: %p", async (network, options, right) => {
    const { json } = await world.ask("GET", `/accounts/${ids.get(network)}/options`);
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(json["options"] as object, options)).toBe(right);
    const found = await rulesAgainst(network, options, [network === "pinterest" ? photo : clip]);
    expect(found.filter((rule) => rule.startsWith("options")).length === 0).toBe(right);
  });

  test("of a poll counts characters, too", async () => {
    const poll = (n: number) => ({ poll: ["yes", emoji(n)] });
    expect(await rulesAgainst("threads", poll(25), [])).toEqual([]);
    expect(await rulesAgainst("threads", poll(26), [])).toEqual(["options.poll.1"]);
  });
});
