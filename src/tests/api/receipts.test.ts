// Signed receipts of settled posts (D51): what they say, who can verify them, and that a changed journal is found.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hash } from "node:crypto";
import { join } from "node:path";
import { calculateJwkThumbprint, type JWK } from "jose";
import { rewriteJournal } from "../support/rewrite-journal.ts";
import { runCommand } from "../support/run-command.ts";
import { judge, receiptOf, runDocumentedCommand } from "../support/receipts.ts";
import {
  inFuture,
  HOUR,
  keyFor,
  otherProfile,
  outcome,
  postAction,
  publish,
  target,
  uncertainPost,
  unknownId,
  upload,
} from "../support/posting.ts";
import { openWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
  for (const handle of ["ok", "fail", "ghost", "lost"]) await world.account("mastodon", handle);
  await world.account("bluesky", "ok");
});
afterAll(() => world[Symbol.asyncDispose]());

/** In this world's data folder. */
const crier = (args: readonly string[], input = "") =>
  runCommand(args, world.settings, { readInput: async () => input });
const verify = (receipt: string) => crier(["receipt", "verify", "-"], receipt);
const change = (sql: string, id: string) => world.database.run(sql, { id });
const ask = (id: string, headers = {}) => world.ask("GET", `/posts/${id}/receipt`, undefined, headers);

describe("D51 receipts", () => {
  test("a receipt states what happened on each account, and a library that is not ours verifies it", async () => {
    const media = await upload(world);
    const accounts = ["mastodon:ok", "mastodon:fail", "bluesky:ok"];
    const post = await publish(world, { caption: "Boats are back", media: [media], accounts });
    const receipt = await receiptOf(world, post.id);
    const { payload, header, statement } = await judge(world, receipt);
    expect(payload).toMatchObject({
      iss: world.url,
      sub: post.id,
      iat: Math.floor(world.clock.now() / 1000),
    });
    expect(payload.jti).toMatch(/^[0-9a-f-]{36}$/);
    expect(header).toMatchObject({ alg: "EdDSA", typ: "secevent+jwt" });
    expect(statement).toMatchObject({ status: "partial", media: [{ mediaId: media }] });
    expect(statement.media[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    for (const [index, line] of statement.targets.entries()) {
      const { id: targetId, accountId, platform, handle, url = null, remoteId, status } = target(post, index);
      expect(line).toMatchObject({ targetId, accountId, platform, handle, url, remoteId, status });
      expect(line).toMatchObject({ simulated: true, reconciled: null });
      expect(line.textSha256).toBe(hash("sha256", "Boats are back", "hex"));
      const [attempt] = line.attempts;
      expect(attempt?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
      expect(attempt?.requests).toMatchObject([{ method: "POST" }]);
      expect(line.settledAt).toBe(attempt?.settledAt ?? "");
      expect(Date.parse(attempt?.sentAt ?? "")).toBeLessThanOrEqual(Date.parse(line.settledAt ?? ""));
    }
    expect(statement.targets.map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ["posted", null],
      ["failed", "refused"],
      ["posted", null],
    ]);
    expect(JSON.stringify(payload)).not.toMatch(/simulated-[\w.-]+-token|Bearer|Boats/i);
    const again = await receiptOf(world, post.id);
    expect((await judge(world, again)).payload.jti).not.toBe(payload.jti);
  });

  test("only a settled post has one, only its own profile, and only with the right to read", async () => {
    const draft = await world.post({ caption: "Later", accounts: ["bluesky"], schedule: "draft" });
    const planned = { caption: "Later", accounts: ["bluesky"], schedule: inFuture(world, HOUR) };
    for (const { id } of [draft, await world.post(planned)])
      expect(outcome(await ask(id))).toBe("409 not_settled");
    expect(outcome(await ask(unknownId))).toBe("404 not_found");
    const { id } = await publish(world, { accounts: ["bluesky"] });
    expect((await ask(id.toUpperCase())).status).toBe(200);
    expect(outcome(await ask(id, (await otherProfile(world)).headers))).toBe("404 not_found");
    expect((await ask(id, await keyFor(world, { scopes: ["read"] }))).status).toBe(200);
    expect(outcome(await ask(id, await keyFor(world, { scopes: ["write"] })))).toBe("403 insufficient_scope");
  });

  test("an uncertain target has settled, and what a person says of it is in the next receipt", async () => {
    const post = await uncertainPost(world);
    const before = await judge(world, await receiptOf(world, post.id));
    expect(before.statement).toMatchObject({
      status: "uncertain",
      targets: [{ status: "uncertain", url: null, verification: { verdict: "unknown" }, reconciled: null }],
    });
    expect(before.statement.targets[0]?.settledAt).toBeString();
    const remoteUrl = "https://mastodon.social/@ghost/1";
    await postAction(world, post.id, "reconcile", {
      ...{ targetId: target(post).id, action: "mark_published", confirmed: true },
      ...{ remoteUrl, note: "Anna saw it" },
    });
    const after = await judge(world, await receiptOf(world, post.id));
    expect(after.statement).toMatchObject({
      status: "posted",
      targets: [{ status: "posted", url: remoteUrl, reconciled: { action: "mark_published" } }],
    });
    expect(JSON.stringify(after.payload)).not.toContain("Anna");
    expect(after.statement.journal.events).toBeGreaterThan(before.statement.journal.events);
  });

  test("a lost answer that was found again is in it with its evidence", async () => {
    const { id } = await world.post({ caption: "Boats", accounts: ["mastodon:lost"], schedule: "now" });
    await world.until(id, ({ status }) => status === "posted");
    const { statement } = await judge(world, await receiptOf(world, id));
    expect(statement.targets).toMatchObject([
      {
        ...{ status: "posted", verification: { verdict: "live" } },
        attempts: [{ outcome: "find", requests: [{ status: null, result: "lost" }] }],
      },
    ]);
  });
});

describe("D51 the key", () => {
  const keys = async () => {
    const answer = await fetch(`${world.url}/.well-known/jwks.json`);
    return { answer, keys: ((await answer.json()) as { keys: JWK[] }).keys };
  };

  test("anybody can read the public key, which is named by its thumbprint", async () => {
    const {
      answer,
      keys: [key, ...more],
    } = await keys();
    expect([answer.status, more]).toEqual([200, []]);
    expect(answer.headers.get("cache-control")).toContain("public");
    expect(answer.headers.get("content-type")).toBe("application/jwk-set+json");
    expect(Object.keys(key ?? {}).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
    expect(key?.kid).toBe(await calculateJwkThumbprint(key ?? {}));
  });

  test("after another secret key was set, receipts from before can still be verified", async () => {
    const env = { CRIER_SECRET_KEY: "1".repeat(64) };
    await using first = await openWorld(env);
    await first.account("bluesky", "ok");
    const { id } = await publish(first);
    const receipt = await receiptOf(first, id);
    await first.database.run("UPDATE workspace SET secret_kid = NULL");
    const other = await runCommand(["receipt", "show", id], {
      ...first.settings,
      CRIER_SECRET_KEY: "2".repeat(64),
    });
    for (const each of [receipt, other.out]) expect((await judge(first, each)).payload.sub).toBe(id);
    const listed = (await (await fetch(`${first.url}/.well-known/jwks.json`)).json()) as { keys: JWK[] };
    expect(listed.keys).toHaveLength(2);
  });
});

describe("D51 verifying", () => {
  test("the command of the documentation accepts a receipt, and no other text", async () => {
    const { id } = await publish(world, { accounts: ["bluesky"] });
    const receipt = await receiptOf(world, id);
    for (const text of [receipt, `${receipt}\n`]) {
      const { code, out } = await runDocumentedCommand(world, text);
      expect([code, out]).toEqual([0, expect.stringContaining("Signature Verified Successfully")]);
      expect(out).toContain(`"sub": "${id}"`);
    }
    for (const forged of forgeries(receipt)) {
      expect((await runDocumentedCommand(world, forged)).code).not.toBe(0);
      expect(judge(world, forged)).rejects.toThrow();
      expect(await verify(forged)).toMatchObject({ code: 1 });
    }
  });

  test("crier receipt show and verify say what the receipt is, and what it does not prove", async () => {
    const { id } = await publish(world, { accounts: ["bluesky"] });
    const shown = await crier(["receipt", "show", id]);
    expect((await judge(world, shown.out)).payload.sub).toBe(id);
    const { code, out } = await verify(`${shown.out}\n`);
    expect(code).toBe(0);
    for (const words of [
      "signature is valid",
      world.url,
      "bluesky:ok",
      "posted (simulated)",
      "does not prove",
    ])
      expect(out).toContain(words);
    expect(out).toContain("every event fits the receipt");
    const document = await crier(["receipt", "show", id, "--json"]);
    const json = JSON.parse((await crier(["receipt", "verify", "-", "--json"], document.out)).out) as object;
    expect(json).toMatchObject({ valid: true, journal: { kind: "fits", more: 0 }, claims: { sub: id } });
    expect((await crier(["receipt", "show", unknownId])).code).toBe(1);
    const draft = await world.post({ caption: "Later", accounts: ["bluesky"], schedule: "draft" });
    expect(await crier(["receipt", "show", draft.id])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no receipt for it yet"),
    });
  });

  test("with the keys of another Crier, from its address or a file, and without a data folder", async () => {
    const { id } = await publish(world, { accounts: ["bluesky"] });
    const receipt = await receiptOf(world, id);
    const [here, file] = [join(world.folder, "a.jwt"), join(world.folder, "jwks.json")];
    const jwks = `${world.url}/.well-known/jwks.json`;
    await Bun.write(here, receipt);
    await Bun.write(file, await (await fetch(jwks)).text());
    const elsewhere = { CRIER_DATA: "/nowhere" };
    for (const keys of [jwks, file]) {
      const { code, out } = await runCommand(["receipt", "verify", here, "--jwks", keys], elsewhere);
      expect([code, out]).toEqual([0, expect.stringContaining("Only the signature was checked")]);
    }
    await using other = await openWorld();
    const foreign = await runCommand(["receipt", "verify", here], other.settings);
    expect(foreign).toMatchObject({ code: 1, err: expect.stringContaining("--jwks") });
    for (const wrong of ["/nowhere.json", here, `${world.url}/nothing`])
      expect(await runCommand(["receipt", "verify", here, "--jwks", wrong], elsewhere)).toMatchObject({
        code: 1,
      });
  });

  test("what happens later fits, and a deleted post leaves its receipts valid", async () => {
    const post = await uncertainPost(world);
    const receipt = await receiptOf(world, post.id);
    const word = { targetId: target(post).id, action: "confirm_not_published", confirmed: true };
    await postAction(world, post.id, "reconcile", word);
    expect((await verify(receipt)).out).toContain("1 was added since");
    expect((await world.ask("DELETE", `/posts/${post.id}`)).status).toBe(204);
    const { code, out } = await verify(receipt);
    expect([code, out]).toEqual([0, expect.stringContaining("does not have the post any more")]);
  });
});

describe("D51 the journal", () => {
  const published = async () => {
    const { id } = await publish(world, { accounts: ["bluesky"] });
    return { id, receipt: await receiptOf(world, id) };
  };

  test("a row that was changed is found, and named", async () => {
    const changes = [
      "detail = 'x'",
      "at = at - 1",
      "actor = 'owner:a@b.c'",
      "kind = 'refuse'",
      `data = '{"ms":1}'`,
      "link = NULL",
    ];
    for (const each of changes) {
      const { id, receipt } = await published();
      await change(
        `UPDATE event SET ${each} WHERE seq = (SELECT seq FROM event WHERE post_id = $id LIMIT 1 OFFSET 1)`,
        id,
      );
      const { code, out, err } = await verify(receipt);
      expect([each, code, out]).toEqual([each, 1, expect.stringContaining("signature is valid")]);
      expect(err).toContain("Event 2 of the post");
    }
  });

  test("a row that was removed, at the end or before it, is found", async () => {
    const middle = await published();
    await change(
      "DELETE FROM event WHERE seq = (SELECT seq FROM event WHERE post_id = $id LIMIT 1 OFFSET 1)",
      middle.id,
    );
    expect((await verify(middle.receipt)).err).toContain("Event 2 of the post");
    const last = await published();
    await change("DELETE FROM event WHERE seq = (SELECT max(seq) FROM event WHERE post_id = $id)", last.id);
    expect((await verify(last.receipt)).err).toContain("fewer than when the receipt was signed");
  });

  test("rows whose links were all written anew don't lead to the head of the receipt", async () => {
    const { id, receipt } = await published();
    await change(
      "UPDATE event SET detail = 'x' WHERE seq = (SELECT min(seq) FROM event WHERE post_id = $id)",
      id,
    );
    await rewriteJournal(world, id);
    const found = await crier(["receipt", "verify", "-", "--json"], receipt);
    expect(found.code).toBe(1);
    expect(JSON.parse(found.out)).toMatchObject({ valid: true, journal: { kind: "rewritten" } });
  });

  test("events from before there were links get theirs with the next one", async () => {
    const post = await uncertainPost(world);
    await change("UPDATE event SET link = NULL WHERE post_id = $id", post.id);
    const receipt = await receiptOf(world, post.id);
    expect((await verify(receipt)).code).toBe(0);
    const word = { targetId: target(post).id, action: "confirm_not_published", confirmed: true };
    await postAction(world, post.id, "reconcile", word);
    expect((await verify(receipt)).out).toContain("1 was added since");
    await change(
      "UPDATE event SET at = at + 1 WHERE seq = (SELECT min(seq) FROM event WHERE post_id = $id)",
      post.id,
    );
    expect((await verify(receipt)).err).toContain("Event 1 of the post");
  });
});

/** What somebody might make of a receipt. */
function forgeries(receipt: string): string[] {
  const [head = "", claims = "", signature = ""] = receipt.split(".");
  const text = Buffer.from(claims, "base64url").toString();
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
  const swapped = Buffer.from(text.replace('"posted"', '"failed"')).toString("base64url");
  const flipped = signature.replace(/^./, (first) => (first === "A" ? "B" : "A"));
  return [
    `${head}.${swapped}.${signature}`,
    `${head}.${claims}.${flipped}`,
    `${encoded({ alg: "none", typ: "secevent+jwt", kid })}.${claims}.`,
    `${encoded({ alg: "HS256", typ: "secevent+jwt", kid })}.${claims}.${signature}`,
    `${encoded({ alg: "EdDSA", typ: "secevent+jwt", kid: "x" })}.${claims}.${signature}`,
    `${head}.${claims}`,
    "",
  ];
}
