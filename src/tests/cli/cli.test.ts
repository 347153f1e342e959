// Tests the command line: output for people and scripts, and harmless refusals.
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";
import { crier, serve } from "../support/command-line.ts";
import { CRIER } from "../support/program.ts";
import { GIVE_UP_MS } from "../support/time-limits.ts";

let folder = "";
let env: Record<string, string> = {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crier-cli-"));
  env = { CRIER_DATA: folder };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const makeProfile = () => crier(["profile", "create", "me"], env);
const connect = (network: string, handle: string) =>
  crier(["account", "connect", network, "--profile", "me", "--simulated", "--handle", handle], env);

describe("the way of every command (D41)", () => {
  test("help on standard output and exit 0; a wrong call exits 2 with words on standard error", async () => {
    const help = await crier(["key", "create", "--help"]);
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain("--scopes");
    const wrong = await crier(["key", "rotate"], env);
    expect(wrong).toMatchObject({ code: 2, out: "" });
    expect(wrong.err).toBe("Missing required argument 'id'. See crier key rotate --help.");
    expect((await crier(["publish"], env)).code).toBe(2);
  });

  test("key create prints the key and nothing else; --json prints one document", async () => {
    await makeProfile();
    const plain = await crier(["key", "create", "--profile", "me"], env);
    expect(plain.out).toMatch(/^crier_live_[0-9A-Za-z]{49}$/);
    const json = await crier(
      ["key", "create", "--profile", "me", "--scopes", "read", "--expires", "90d", "--json"],
      env,
    );
    expect(JSON.parse(json.out)).toMatchObject({ scopes: ["read"], revokedAt: null });
    const list = await crier(["key", "list", "--json"], env);
    expect((JSON.parse(list.out) as { keys: unknown[] }).keys).toHaveLength(2);
    expect(list.out).not.toContain(plain.out);
  });

  test("unknown things are refused in a sentence, exit 1", async () => {
    await makeProfile();
    const { code, err } = await crier(["key", "create", "--profile", "nobody"], env);
    expect({ code, err }).toEqual({
      code: 1,
      err: "Unknown profile nobody. There is: me.",
    });
  });

  test("profiles: a zone is checked, a name is unique, deleting needs --yes", async () => {
    expect((await crier(["profile", "create", "x", "--timezone", "Mars/Base"], env)).err).toContain(
      "not a time zone",
    );
    await makeProfile();
    expect((await makeProfile()).code).toBe(1);
    expect((await crier(["profile", "edit", "me", "--timezone", "Mars/Base"], env)).code).toBe(1);
    const changed = async (...to: string[]) =>
      JSON.parse((await crier(["profile", "edit", "me", ...to, "--json"], env)).out) as object;
    expect(await changed("--keep-metadata")).toMatchObject({ name: "me", keepMetadata: true });
    expect(await changed("--timezone", "Asia/Tokyo")).toMatchObject({
      timezone: "Asia/Tokyo",
      keepMetadata: true,
    });
    expect(await changed("--no-keep-metadata")).toMatchObject({
      timezone: "Asia/Tokyo",
      keepMetadata: false,
    });
    expect((await crier(["profile", "delete", "me"], env)).code).toBe(2);
    expect((await crier(["profile", "delete", "me", "--yes"], env)).code).toBe(0);
    expect(JSON.parse((await crier(["profile", "list", "--json"], env)).out)).toEqual({ profiles: [] });
  });
});

describe("crier post", () => {
  test("publishes without a server and shows the table; exit 1 when a network has it not", async () => {
    await makeProfile();
    await connect("bluesky", "ok");
    const fine = await crier(
      ["post", "create", "Hello", "--profile", "me", "--now", "--yes", "--media", SAMPLES.photo.path],
      env,
    );
    expect(fine.code).toBe(0);
    expect(fine.out).toContain("posted");
    await connect("mastodon", "fail");
    const partial = await crier(
      ["post", "create", "Hello", "--profile", "me", "--now", "--yes", "--json"],
      env,
    );
    expect(partial.code).toBe(1);
    expect(JSON.parse(partial.out)).toMatchObject({ status: "partial" });
  });

  test("alternative texts go with the files, in their order", async () => {
    await makeProfile();
    await connect("bluesky", "ok");
    const { path } = SAMPLES.photo;
    const draft = ["post", "create", "Hello", "--profile", "me", "--draft", "--json", "--media", path, path];
    const made = await crier([...draft, "--alt", "", "--alt", "Hills at dusk"], env);
    const media = (JSON.parse(made.out) as { media: { altText: string | null }[] }).media;
    expect(media.map(({ altText }) => altText)).toEqual([null, "Hills at dusk"]);
    const many = await crier([...draft, "--alt", "a", "b", "c"], env);
    expect(many).toMatchObject({ code: 2, err: "" });
    expect(many.out).toContain("3 alternative texts");
    const long = await crier([...draft, "--alt", "🚣".repeat(1501)], env);
    expect(long.out).toContain("1501 characters; the limit is 1500");
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s ends a command that waits for its input", async (signal) => {
    await makeProfile();
    const args = ["account", "connect", "mastodon", "--profile", "me", "--server", "x.test", "--token-stdin"];
    const child = Bun.spawn([...CRIER, ...args], {
      env: { PATH: process.env["PATH"] ?? "", ...env },
      stdin: "pipe",
      stderr: "pipe",
    });
    const giveUp = setTimeout(() => child.kill("SIGKILL"), GIVE_UP_MS);
    // It has opened the folder, and waits.
    while (!existsSync(join(folder, "media"))) await Bun.sleep(20);
    child.kill(signal);
    await child.exited;
    clearTimeout(giveUp);
    expect(child.exitCode).toBe(signal === "SIGTERM" ? 143 : 130);
  });

  test("beside a running server, the server delivers", async () => {
    await makeProfile();
    await connect("bluesky", "ok");
    await using server = await serve(env);
    const ran = await crier(["post", "create", "Hello", "--profile", "me", "--now", "--yes", "--json"], env);
    expect(JSON.parse(ran.out)).toMatchObject({ status: "posted" });
    expect((await fetch(`${server.url}/simulator`)).status).toBe(401);
  });

  test("a text that stands after a list is missing, and the message shows where it goes", async () => {
    const { code, err } = await crier(["post", "create", "--profile", "me", "--to", "bluesky", "Hello"], env);
    expect(code).toBe(2);
    expect(err).toBe(
      'The text is missing. It comes first: crier post create "Hello" --to bluesky. For standard input, write -.',
    );
  });

  test("pre-flight problems name the network, and the numbers", async () => {
    await makeProfile();
    await connect("bluesky", "ok");
    const { code, err } = await crier(
      ["post", "create", "x".repeat(301), "--profile", "me", "--now", "--yes"],
      env,
    );
    expect(code).toBe(1);
    expect(err).toContain("bluesky ok: The text is 301 characters long; the limit is 300.");
  });
});

describe("credentials are checked when connecting (D44)", () => {
  test("a server that can't be reached, and a token that is not given", async () => {
    await makeProfile();
    const args = ["account", "connect", "mastodon", "--profile", "me", "--server", "http://127.0.0.1:1"];
    const refused = await crier([...args, "--token-stdin"], env, "secret-canary");
    expect(refused.code).toBe(1);
    expect(refused.err).not.toContain("canary");
    expect((await crier(args, env)).err).toContain("--token-stdin");
  });
});

describe("what it refuses without harm", () => {
  test("a second server on the same folder", async () => {
    await using _server = await serve(env);
    const second = await crier(["serve", "--port", "0"], env);
    expect(second).toMatchObject({ code: 1, out: "" });
    expect(second.err).toContain("Another Crier serves");
  });

  test("SIGTERM ends a server cleanly and leaves no WAL behind; kill -9 frees the folder", async () => {
    const first = await serve(env);
    expect(await first.end("SIGTERM")).toBe(0);
    expect(existsSync(join(folder, "crier.sqlite-wal"))).toBeFalse();
    await (await serve(env)).end("SIGKILL");
    const third = await serve(env);
    expect(await third.end("SIGTERM")).toBe(0);
  });

  test("a database of a newer Crier", async () => {
    await makeProfile();
    const db = new Database(join(folder, "crier.sqlite"));
    db.run("PRAGMA user_version = 999");
    db.close();
    const { code, err } = await crier(["profile", "list"], env);
    expect(code).toBe(1);
    expect(err).toContain("newer Crier");
  });

  test("a database that another program has locked: nothing was asked of it, so nothing is in doubt", async () => {
    await makeProfile();
    using other = new Database(join(folder, "crier.sqlite"));
    other.run("BEGIN EXCLUSIVE");
    const { code, err } = await crier(["serve", "--port", "0"], env);
    expect(code).toBe(1);
    expect(err).toEndWith("\nCrier can't start: the database was busy for too long.");
  });

  test("what is no database", async () => {
    writeFileSync(join(folder, "crier.sqlite"), "this is a text\n".repeat(1000));
    const { code, err } = await crier(["profile", "list"], env);
    expect(code).toBe(1);
    expect(err).toContain("can't be opened");
    expect(readFileSync(join(folder, "crier.sqlite"), "utf8")).toStartWith("this is a text");
  });

  test("a missing, another or a damaged secret key", async () => {
    await makeProfile();
    const key = join(folder, "secret.key");
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const right = readFileSync(key, "utf8");
    rmSync(key);
    expect((await crier(["profile", "list"], env)).err).toContain("is missing");
    expect(existsSync(key)).toBeFalse();
    expect((await crier(["profile", "list"], { ...env, CRIER_SECRET_KEY: "a".repeat(64) })).err).toContain(
      "is not the one",
    );
    writeFileSync(key, "no key");
    expect((await crier(["profile", "list"], env)).err).toContain("does not hold a secret key");
    writeFileSync(key, right);
    expect((await crier(["profile", "list"], env)).code).toBe(0);
    const file = join(folder, "elsewhere.key");
    writeFileSync(file, right);
    rmSync(key);
    expect((await crier(["profile", "list"], { ...env, CRIER_SECRET_KEY_FILE: file })).code).toBe(0);
  });

  test("a folder that can't be made", async () => {
    writeFileSync(join(folder, "file"), "");
    const { code, err } = await crier(["profile", "create", "me"], {
      CRIER_DATA: join(folder, "file", "data"),
    });
    expect(code).toBe(1);
    expect(err).toContain("can't be made");
  });

  test.skipIf(process.getuid?.() === 0 && !existsSync("/usr/bin/setpriv"))(
    "a folder that is read-only",
    async () => {
      await makeProfile();
      chmodSync(folder, 0o555);
      const { code, err } = await asNobody(["profile", "create", "other"]);
      chmodSync(folder, 0o755);
      expect(code).toBe(1);
      expect(err).not.toContain("    at ");
    },
  );

  test("a port that is taken, and settings that are wrong, all at once", async () => {
    await using server = await serve(env);
    const other = join(folder, "other");
    const taken = await crier(["serve", "--port", new URL(server.url).port, "--data", other]);
    expect(taken.err).toContain("Choose another port");
    const wrong = await crier(["serve"], {
      ...env,
      CRIER_PROT: "1",
      CRIER_LOG: "loud",
      CRIER_NOW_WAIT_MS: "-1",
    });
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain("did you mean CRIER_PORT?");
    expect(wrong.err).toContain("CRIER_LOG must be one of");
    expect(wrong.err).toContain("CRIER_NOW_WAIT_MS must be");
  });
});

/** Root may write everywhere; a person's user may not. */
async function asNobody(args: readonly string[]) {
  const who = process.getuid?.() === 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : [];
  const child = Bun.spawn([...who, ...CRIER, ...args], { env, stdout: "pipe", stderr: "pipe" });
  const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
  return { err, code };
}

test("a network's own options are set one by one; what is wrong with them is said before anything is kept", async () => {
  const env = { CRIER_DATA: mkdtempSync(join(tmpdir(), "crier-options-")) };
  await crier(["profile", "create", "me"], env);
  await crier(["account", "connect", "pinterest", "--profile", "me", "--simulated"], env);
  await crier(["account", "connect", "mastodon", "--profile", "me", "--simulated"], env);
  const post = (...more: string[]) =>
    crier(
      [
        "post",
        "create",
        "Hills",
        "--profile",
        "me",
        "--draft",
        "--json",
        "--media",
        SAMPLES.photo.path,
        ...more,
      ],
      env,
    );
  expect((await post()).out).toContain("board_id");
  const { code, out } = await post(
    ...["--option", "pinterest.board_id=1022106146619699845", "mastodon.sensitive=true"],
  );
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    options: { pinterest: { board_id: "1022106146619699845" }, mastodon: { sensitive: true } },
  });
  expect((await post("--option", "nonsense")).out).toContain("Example: --option");
});
