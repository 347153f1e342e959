// What each network says to people who settle a lost answer: its guide says the same, and its search is a safe address.
import { describe, expect, test } from "bun:test";
import { networks } from "../../networks/index.ts";
import { certaintyOf, whereToLook } from "../../publishing/evidence.ts";

const GUIDES = new URL("../../../docs/networks/", import.meta.url).pathname;
const find = (id: string) => networks.find(id) ?? null;
const account = { handle: "alice", profileUrl: "https://social.example/alice" };
const target = (platform: string) => ({
  platform,
  simulated: false,
  caption: 'The boats\n"are" back & more: https://x.example/?a=1 #boats @bob — and the ferries',
});

describe.each(networks.list)("$id", ({ id, lostAnswers }) => {
  test("the guide says what the check proves", async () => {
    const guide = await Bun.file(`${GUIDES}${id}.md`).text();
    expect(guide.replace(/\s+/g, " ")).toContain(lostAnswers.certainty);
    expect(certaintyOf({ platform: id }, find)).toBe(lostAnswers.certainty);
    expect(lostAnswers.certainty).toMatch(/^[A-Z].*\.$/);
  });

  test("its search is an address of the network with the first words of the text", () => {
    const { profileUrl, searchUrl } = whereToLook(target(id), account, find);
    expect(profileUrl).toBe(account.profileUrl);
    if (searchUrl === null) return;
    const { protocol, searchParams } = new URL(searchUrl);
    expect(protocol).toBe("https:");
    expect([...searchParams.values()].join(" ")).toContain("The boats are back more boats");
    expect(searchUrl).not.toMatch(/[\s"<>]/);
  });

  test("without an account, without words, or simulated, there is no search", () => {
    const none = { profileUrl: account.profileUrl, searchUrl: null };
    expect(whereToLook(target(id), null, find)).toEqual({ profileUrl: null, searchUrl: null });
    expect(whereToLook({ ...target(id), caption: "… 👋 https://x.example" }, account, find)).toEqual(none);
    expect(whereToLook({ ...target(id), simulated: true }, account, find)).toEqual(none);
  });
});

test("an address that is not one of the web is not shown", () => {
  const place = whereToLook(target("mastodon"), { ...account, profileUrl: "javascript:alert(1)" }, find);
  expect(place).toEqual({ profileUrl: null, searchUrl: null });
});

test("a network that this version does not know", () => {
  expect(certaintyOf({ platform: "gone" }, () => null)).toBe(
    "This Crier does not know the network gone, so it can't check.",
  );
});
