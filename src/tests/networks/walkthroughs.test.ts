// Tests that every network's guide says what its walkthrough says, and that the admin API answers walkthroughs filled in.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { addressFault } from "../../accounts/address-fault.ts";
import { networks } from "../../app/networks.ts";
import { openOAuthWorld } from "../support/oauth-network/world.ts";
import { makeOwner, signIn } from "../support/owner.ts";

const guide = async (id: string) =>
  (await Bun.file(join(import.meta.dir, "../../../docs/networks", `${id}.md`)).text()).replaceAll(
    /\s+/g,
    " ",
  );

describe.each(networks.list)("the guide of $id", ({ id, connect: { walkthrough, oauth } }) => {
  test("names what people get wrong as the web app does", async () => {
    const text = await guide(id);
    for (const mistake of walkthrough.mistakes) expect(text).toContain(`- ${mistake}`);
  });

  test("has the pages, names and values that the steps lead to", async () => {
    const text = await guide(id);
    for (const { link, copy, text: step } of walkthrough.steps) {
      if (link !== null) expect(text).toContain(new URL(link).host);
      for (const each of copy) {
        if ("of" in each && each.of === "redirectUri") expect(text).toContain(`/connect/${id}/callback`);
        if ("of" in each && each.of === "scopes")
          for (const scope of oauth?.scopes ?? []) expect(text).toContain(scope);
        // Names that people choose themselves are not in a guide.
        if ("value" in each && !NAMES.test(each.label))
          for (const part of each.value.split(" ")) expect(text).toContain(part);
      }
      for (const [, chosen = ""] of step.matchAll(/\*\*([^*]+)\*\*/g))
        expect(text.toLowerCase()).toContain(chosen.toLowerCase());
    }
  });

  test("agrees on cost and review with what is needed there", () => {
    const { minutes, review } = walkthrough.effort;
    expect(minutes).toBeGreaterThan(0);
    expect(walkthrough.steps.length).toBeGreaterThan(0);
    // Whoever needs no application has nothing reviewed.
    if (!oauth) expect(review).toBeNull();
    else
      expect(walkthrough.steps.flatMap(({ copy }) => copy)).toContainEqual(
        expect.objectContaining({ of: "redirectUri" }),
      );
  });
});

const NAMES = /name$/i;

describe("the admin API", () => {
  test("answers steps with this server's values, and says when its address would not do", async () => {
    await using oauth = await openOAuthWorld();
    await makeOwner(oauth.world);
    const { ask } = await signIn(oauth.world);
    const { json } = await ask("GET", "/networks");
    const all = json["networks"] as { id: string; address: { fault: string | null } }[];
    expect(all.find(({ id }) => id === "guild")).toMatchObject({
      guide: "/docs/networks/guild",
      effort: { minutes: 5, cost: null, review: null },
      address: { needs: "any", fault: null },
      steps: [
        {
          copy: [
            { label: "Address", value: `${oauth.world.url}/connect/guild/callback` },
            { label: "Permissions", value: "posts.read posts.write" },
          ],
          link: "https://guild.test/developers",
        },
      ],
      mistakes: ["Another kind than Web.", "A slash too many.", "A permission that was not granted."],
    });
    const faults = all.flatMap(({ id, address }) => (address.fault === null ? [] : [id]));
    expect(faults).toEqual(["facebook", "instagram", "threads", "tiktok", "youtube", "pinterest"]);
    expect(json["simulated"]).toContainEqual({ handle: "ok", does: "posts" });
  });
});

test.each([
  ["https://crier.example.org", []],
  ["http://crier.example.org", ["facebook", "instagram", "threads", "tiktok", "youtube", "pinterest"]],
  ["http://localhost:4040", ["facebook", "instagram", "threads", "tiktok", "pinterest"]],
  ["http://192.168.1.5:4040", ["facebook", "instagram", "threads", "tiktok", "youtube", "pinterest"]],
  ["https://localhost", ["instagram"]],
])("at %s the networks that would refuse the address are known before", (url, expected) => {
  const refused = networks.list.flatMap(({ id, name, connect }) =>
    addressFault(name, connect.walkthrough.address, url) === null ? [] : [id],
  );
  expect(refused).toEqual(expected);
});
