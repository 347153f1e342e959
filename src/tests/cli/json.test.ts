// D41 --json prints the API's own documents: profiles, keys, slots and accounts. (Posts and files: post.test.ts.)
import { Type, type TSchema } from "@sinclair/typebox";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccountView } from "../../api/views/account.ts";
import { KeyView, NewKeyView } from "../../api/views/key.ts";
import { ProfileView } from "../../api/views/profile.ts";
import { SlotView } from "../../api/views/slot.ts";
import { parse } from "../support/json-views.ts";
import { runCommand } from "../support/run-command.ts";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "crier-json-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function json<T extends TSchema>(schema: T, ...args: string[]) {
  const { out, code, err } = await runCommand([...args, "--json"], { CRIER_DATA: folder });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return parse(schema, out);
}

test("D41 profile, key, slots and account", async () => {
  const profile = await json(ProfileView, "profile", "create", "me", "--timezone", "Europe/Berlin");
  expect(await json(ProfileView, "profile", "edit", "me", "--keep-metadata")).toEqual({
    ...profile,
    keepMetadata: true,
  });
  const profiles = await json(Type.Object({ profiles: Type.Array(ProfileView) }), "profile", "list");
  expect(profiles.profiles).toMatchObject([{ id: profile.id }]);

  const made = await json(NewKeyView, "key", "create", "--scopes", "read");
  const rotated = await json(NewKeyView, "key", "rotate", made.id);
  const revoked = await json(KeyView, "key", "revoke", rotated.id);
  expect(revoked.revokedAt).not.toBeNull();
  const keys = await json(Type.Object({ keys: Type.Array(KeyView) }), "key", "list");
  expect(keys.keys.map(({ id }) => id).toSorted()).toEqual([made.id, rotated.id].toSorted());

  const slots = Type.Object({ slots: Type.Array(SlotView) });
  const set = await json(slots, "slots", "set", "mon-fri 09:00");
  expect(await json(slots, "slots", "list")).toEqual(set);

  const accounts = Type.Object({ accounts: Type.Array(AccountView) });
  const connected = await json(accounts, "account", "connect", "bluesky", "--simulated");
  expect(await json(accounts, "account", "list")).toEqual(connected);
  expect(await json(AccountView, "account", "check", "bluesky")).toMatchObject({ status: "active" });
  expect(await json(AccountView, "account", "disconnect", "bluesky")).toMatchObject({
    status: "disconnected",
  });
});

test("an account that does not work any more is one document, and exit code 1", async () => {
  const env = { CRIER_DATA: folder };
  await runCommand(["account", "connect", "mastodon", "--simulated", "--handle", "expired"], env);
  const { code, out, err } = await runCommand(["account", "check", "mastodon", "--json"], env);
  expect(code).toBe(1);
  expect(parse(AccountView, out)).toMatchObject({ status: "needs_reconnect", statusDetail: err });
});
