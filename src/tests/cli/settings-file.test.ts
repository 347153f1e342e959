// Tests crier.env (D42): every command reads it, and refuses it where it is wrong or unsafe.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../app/config.ts";
import { networks } from "../../networks/index.ts";
import { readSettingsFile } from "../../app/settings-file.ts";
import { SETTINGS } from "../../app/settings.ts";
import { runCommand } from "../support/run-command.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crier-env-"));
  path = join(folder, "crier.env");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (text: string | Uint8Array, mode = 0o600) => {
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
};
const read = (env: Record<string, string> = {}) =>
  readConfig({ CRIER_DATA: folder, ...env }, networks.list, readSettingsFile(folder));

describe("crier.env (D42)", () => {
  test("lines, comments and both kinds of line ends; the environment wins (D42)", () => {
    write(
      "# how it is reached\r\n\r\nCRIER_URL=https://crier.example/\r\nCRIER_PORT = 5050\nCRIER_X_CLIENT_ID=a=b#c\n" +
        "CRIER_X_CLIENT_SECRET=shh",
    );
    expect(read()).toMatchObject({
      ...{ CRIER_URL: "https://crier.example", CRIER_PORT: 5050, CRIER_DATA: folder },
      applications: { x: { id: "a=b#c", secret: "shh" } },
    });
    expect(read({ CRIER_PORT: "6060" })).toMatchObject({ CRIER_PORT: 6060 });
  });

  test("a secret may be in a file of its own, beside it too; either form in the environment wins (D42)", () => {
    writeFileSync(join(folder, "secret"), `${"ab".repeat(32)}\n`);
    write("CRIER_SECRET_KEY_FILE=secret\n");
    expect(read().CRIER_SECRET_KEY).toBe("ab".repeat(32));
    expect(read({ CRIER_SECRET_KEY: "cd".repeat(32) }).CRIER_SECRET_KEY).toBe("cd".repeat(32));
  });

  test("every fault is said at once, with its line and what was meant, and never a value (D42)", () => {
    write(
      [
        ...[
          "CRIER_PROT=4041",
          "CRIER_PORT=many",
          "PATH=/canary",
          "export CRIER_LOG=info",
          'CRIER_LOG="info"',
        ],
        ...["CRIER_DATA=/elsewhere", "CRIER_HOST=a", "CRIER_HOST=b", "CRIER_URL=canary", "nonsense"],
      ].join("\n"),
    );
    const output = (() => {
      try {
        read();
        return "";
      } catch (error) {
        return String(error);
      }
    })();
    for (const part of [
      "CRIER_PROT (crier.env line 1) is not a setting; did you mean CRIER_PORT?",
      "CRIER_PORT (crier.env line 2) must be a whole number",
      "crier.env line 3: PATH is not a setting of Crier",
      "crier.env line 4: write NAME=value",
      "crier.env line 5: write the value of CRIER_LOG without quotes",
      "crier.env line 6: CRIER_DATA cannot be set in this file",
      "crier.env line 8: CRIER_HOST is already set in line 7",
      "CRIER_URL (crier.env line 9) must be an http(s) address",
      "crier.env line 10: write NAME=value",
    ])
      expect(output).toContain(part);
    expect(output).not.toContain("canary");
  });

  test.each([0o620, 0o602, 0o666])("mode %o: others may write it, so it is refused (D42)", (mode) => {
    write("CRIER_PORT=1\n", mode);
    expect(() => read()).toThrow(`chmod 600 ${path}`);
  });

  test("a file that is too long, not text, missing or a pipe is refused without waiting (D42)", () => {
    write(`#${"x".repeat(64 * 1024)}`);
    expect(() => read()).toThrow("at most 65536");
    write(new Uint8Array([0xff, 0xfe]));
    expect(() => read()).toThrow("UTF-8");
    rmSync(path);
    execFileSync("mkfifo", ["-m", "600", path]);
    expect(() => read()).toThrow("is not a file");
  });

  test("commands read it: a wrong line stops them, CRIER_PROFILE names the profile (D42)", async () => {
    const env = { CRIER_DATA: folder };
    expect((await runCommand(["profile", "create", "me"], env)).code).toBe(0);
    await runCommand(["profile", "create", "you"], env);
    expect((await runCommand(["slots", "list"], env)).code).toBe(2);
    write("CRIER_PROFILE=me\n");
    expect(await runCommand(["slots", "list"], env)).toMatchObject({ code: 0 });
    expect(await runCommand(["--data", folder, "slots", "list"], {})).toMatchObject({ code: 0 });
    const other = await runCommand(["slots", "list"], { ...env, CRIER_PROFILE: "nobody" });
    expect(other.err).toContain("Unknown profile nobody");
    write("CRIER_PROT=1\n");
    expect(await runCommand(["profile", "list"], env)).toMatchObject({ code: 1, out: "" });
  });

  test("crier serve --help lists every setting (D42)", async () => {
    const { code, out } = await runCommand(["serve", "--help"], {});
    expect(code).toBe(0);
    for (const name of Object.keys(SETTINGS)) expect(out).toContain(name);
    for (const name of ["CRIER_ENDPOINT_<NETWORK>", "CRIER_<NETWORK>_CLIENT_ID", "crier.env"])
      expect(out).toContain(name);
  });
});

describe("CRIER_ALLOW_PRIVATE_HOSTS (D42)", () => {
  const hosts = (text: string) => read({ CRIER_ALLOW_PRIVATE_HOSTS: text }).CRIER_ALLOW_PRIVATE_HOSTS;

  test("hosts with and without a port, as addresses write them (D42)", () => {
    expect(hosts("Mastodon.LAN, 192.168.1.5:3000 [::1]:80 fd00::1 münchen.lan")).toEqual([
      ...["mastodon.lan", "192.168.1.5:3000", "[::1]:80", "[fd00::1]", "xn--mnchen-3ya.lan"],
    ]);
  });

  test.each(["http://a.lan", "a.lan/path", "a:99999", "user@a", "*.lan", "a:b"])(
    "D42 %s is refused",
    (text) => {
      expect(() => hosts(text)).toThrow("must be hosts such as");
    },
  );
});
