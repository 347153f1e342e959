// The guide to webhooks: it lists every event, and what it shows in each language verifies signatures.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../clock.ts";
import { EVENT_TYPES } from "../../domain/webhook-event.ts";
import { SNIPPETS } from "../../web/words/webhook-snippets.ts";

let folder: string;
let guide: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "crier-webhook-guide-"));
  guide = await Bun.file(join(import.meta.dir, "../../../docs/webhooks.md")).text();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("lists every type of event, with the words of the table that they are made from", () => {
  for (const [type, { when }] of Object.entries(EVENT_TYPES))
    expect(guide).toContain(`| \`${type}\` | ${when} |`);
});

test("and the app show the same lines", () => {
  for (const { name, code } of SNIPPETS)
    expect({ name, isThere: guide.includes(code) }).toEqual({ name, isThere: true });
});

/** What arrives, and the secret of the one who receives it. */
interface Message {
  readonly secret: string;
  readonly timestamp: string;
  readonly signatures: string;
  readonly body: string;
}

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

function signed(more: Partial<Message> = {}, ageSeconds = 0): Message {
  const secret = more.secret ?? SECRET;
  const timestamp = String(Math.floor(systemClock.now() / 1000) - ageSeconds);
  const body = '{"type":"webhook.test"}';
  const hmac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"));
  const signature = hmac.update(`msg_1.${timestamp}.${body}`).digest("base64");
  return { secret, timestamp, signatures: `v1,AAAA v1,${signature} v1a,BBBB`, body, ...more };
}

/** What has to be refused. */
const FORGED: Readonly<Record<string, () => Message>> = {
  "a changed body": () => ({ ...signed(), body: '{"type":"webhook.test"} ' }),
  "an old message": () => signed({}, 600),
  "a message from the future": () => signed({}, -600),
  "no time": () => signed({ timestamp: "soon" }),
  "an empty signature": () => signed({ signatures: "v1, v1,AAAA" }),
  // Where the setting is missing, anybody could sign.
  "an empty secret": () => signed({ secret: "" }),
  "an empty secret and an empty signature": () => signed({ secret: "", signatures: "v1, v1,AAAA" }),
};

/** A program in this language. @returns 0 if it takes the message */
type Verify = (message: Message) => Promise<number>;
/** @returns what was judged wrongly */
async function mistakes(verify: Verify): Promise<string[]> {
  const wrong: string[] = [];
  if ((await verify(signed())) !== 0) wrong.push("a genuine message");
  for (const [name, message] of Object.entries(FORGED)) if ((await verify(message())) === 0) wrong.push(name);
  return wrong;
}

const exitOf = async (...command: string[]) =>
  await Bun.spawn(command, { cwd: folder, stdout: "ignore", stderr: "ignore" }).exited;
const inArguments = ({ secret, timestamp, signatures, body }: Message) => [
  ...[secret, timestamp, signatures, body],
];
const snippet = (name: (typeof SNIPPETS)[number]["name"]) =>
  SNIPPETS.find((each) => each.name === name)?.code ?? "";

describe("takes what is genuine, and refuses what is forged, changed or old", () => {
  test.skipIf(Bun.which("openssl") === null)("with a shell and OpenSSL", async () => {
    const script = `${snippet("Shell")}\nprintf %s "$4" > body; verify "$1" msg_1 "$2" "$3" body`;
    expect(await mistakes((message) => exitOf("bash", "-c", script, "-", ...inArguments(message)))).toEqual(
      [],
    );
  });

  test("in TypeScript", async () => {
    await Bun.write(join(folder, "verify.ts"), snippet("TypeScript"));
    const { verify } = (await import(join(folder, "verify.ts"))) as {
      verify: (secret: string, headers: Headers, body: string) => boolean;
    };
    const headersOf = ({ timestamp, signatures }: Message) =>
      new Headers({
        "webhook-id": "msg_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": signatures,
      });
    const wrong = await mistakes(async (message) =>
      Number(!verify(message.secret, headersOf(message), message.body)),
    );
    expect(wrong).toEqual([]);
    expect(verify(SECRET, new Headers(), "")).toBeFalse();
  });

  test.skipIf(Bun.which("python3") === null)("in Python", async () => {
    const script = `${snippet("Python")}
import sys
_, secret, timestamp, signatures, body = sys.argv
headers = {"webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signatures}
sys.exit(0 if verify(secret, headers, body.encode()) else 1)`;
    expect(await mistakes((message) => exitOf("python3", "-c", script, ...inArguments(message)))).toEqual([]);
  });

  test.skipIf(Bun.which("go") === null)("in Go", async () => {
    const [, imports = ""] = /^\/\/ imports: (.+)$/m.exec(snippet("Go")) ?? [];
    const packages = ["os", ...imports.split(", ")].map((name) => JSON.stringify(name));
    const program = `package main
import (${packages.join("; ")})
${snippet("Go")}
func main() {
	headers := http.Header{}
	headers.Set("webhook-id", "msg_1")
	headers.Set("webhook-timestamp", os.Args[2])
	headers.Set("webhook-signature", os.Args[3])
	if !verify(os.Args[1], headers, []byte(os.Args[4])) {
		os.Exit(1)
	}
}`;
    await Bun.write(join(folder, "main.go"), program);
    expect(await exitOf("go", "vet", "main.go")).toBe(0);
    expect(await exitOf("go", "build", "-o", "verify", "main.go")).toBe(0);
    expect(await mistakes((message) => exitOf("./verify", ...inArguments(message)))).toEqual([]);
  });

  test.skipIf(Bun.which("php") === null)("in PHP", async () => {
    const script = `error_reporting(E_ALL); ini_set('display_errors', 'stderr');
${snippet("PHP")}
[, $secret, $timestamp, $signatures, $body] = $argv;
$headers = ['webhook-id' => 'msg_1', 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signatures];
exit(verify($secret, $headers, $body) ? 0 : 1);`;
    expect(await mistakes((message) => exitOf("php", "-r", script, "--", ...inArguments(message)))).toEqual(
      [],
    );
  });
});
