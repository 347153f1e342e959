// Makes the bodies that a network, proxy, captive portal or attacker may send: genuine, damaged and nonsense.
import { gzipSync } from "node:zlib";
import type { Answered } from "../../../networks/client/call.ts";
import { HOSTILE_BODIES } from "../../support/hostile-answers.ts";
import type { Json } from "../../../networks/network.ts";
import { bodyOf, type Body } from "./body.ts";
import { mapValues, spoiledIds, spoiledUrls } from "./spoiled-answers.ts";
import type { Subject } from "./subject.ts";

/** The bodies that go with every status there is. */
export function plainBodies(subject: Subject): Body[] {
  const [found, absent] = [subject.found, subject.absent].map(({ answers }) => [...answers.values()][0]);
  return [
    bodyOf("nothing at all", "", "nothing"),
    bodyOf("{}", "{}", "nothing"),
    genuine("what is said to a post", subject.success, "taken"),
    genuine("what is said to a bad post", subject.refusal, "refused"),
    genuine("what is said to one too many", subject.limited, "limited"),
    ...(subject.ended ? [genuine("what is said when it is done", subject.ended, "found")] : []),
    ...(found ? [genuine("what is said of a post that is there", found, "found")] : []),
    ...(absent ? [genuine("what is said of a post that is not there", absent, "absent")] : []),
  ];
}

/** Ways to answer badly, far more than twenty; they go with the statuses at which something is at stake. */
export function spoiledBodies(subject: Subject): Body[] {
  const { success, refusal, limited, found } = subject;
  // The answer that names the post: some networks are asked for something else first.
  const request = [...found.answers.values()];
  const listed = request.find(({ text }) => text.includes(subject.remoteId)) ?? request[0];
  return [
    ...spoiledText(success, "what is said to a post"),
    ...(listed ? spoiledText(listed, "what is said of a post that is there") : []),
    ...spoiledIds(success, "taken", subject),
    ...(listed ? spoiledIds(listed, "found", subject) : []),
    ...spoiledUrls(success, "taken"),
    ...(listed ? spoiledUrls(listed, "found") : []),
    ...spoiledSentences(refusal, "refused", subject),
    ...spoiledSentences(limited, "limited", subject),
    ...spoiledWaits(limited),
    ...nonsense(subject),
  ];
}

function genuine(name: string, { text, headers }: Answered, says: Body["says"]): Body {
  return { ...bodyOf(name, text, says, headers), exact: true };
}

// ---- the bytes

/** The id can't be read any more, or only by somebody who guesses. */
function spoiledText({ text }: Answered, what: string): Body[] {
  const half = Math.floor(text.length / 2);
  const bytes = Buffer.from(text);
  const spoiled: Record<string, string | Uint8Array> = {
    truncated: text.slice(0, half),
    "without its last byte": text.slice(0, -1),
    "twice over": text + text,
    "with a word after it": `${text} ok`,
    "with a comment": `// ok\n${text}`,
    "after a byte order mark": `\uFEFF${text}`,
    "with a NUL": `${text.slice(0, half)}\u0000${text.slice(half)}`,
    "with a byte that is no UTF-8": Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]),
    "in UTF-16": Buffer.from(text, "utf16le"),
    "in gzip": gzipSync(bytes),
    "in quotes": JSON.stringify(text),
    "in single quotes": text.replaceAll('"', "'"),
    "in an array in an array": `[[${text}]]`,
    "deep inside": "[".repeat(10_000) + text + "]".repeat(10_000),
    "under another name": `{"post":{"post":${text}}}`,
    "in HTML": `<html><body><pre>${text}</pre></body></html>`,
    "by JSONP": `callback(${text});`,
  };
  return Object.entries(spoiled).map(([how, body]) => bodyOf(`${what}, ${how}`, body, "nothing"));
}

// ---- sentences and waits

/** A network's own words come to people's eyes: whatever stands there, the shape is a refusal's. */
function spoiledSentences({ json = null }: Answered, says: Body["says"], { secrets }: Subject): Body[] {
  const words: Record<string, string> = {
    "all our secrets": `bad request: ${secrets.join(" and ")}`,
    "our secret, split by a NUL": `bad ${(secrets[0] ?? "").split("").join("\u0000")} token`,
    "our secret at its edge": `${"x".repeat(280)} ${secrets[0] ?? ""}`,
    "many lines": "one\ntwo\r\nthree\u2028four\u0085five",
    "a terminal's escapes": "\u001b[2J\u001b]0;owned\u0007",
    "hidden direction marks": "\u202eevil\u202c \u2066x\u2069",
    "100,000 characters": "no ".repeat(33_333),
    HTML: "<img src=x onerror=alert(1)>",
    "half a character": "\ud800 x",
  };
  const isSentence = (value: Json) => typeof value === "string" && value.includes(" ");
  return Object.entries(words).map(([what, sentence]) =>
    bodyOf(`a no with ${what}`, JSON.stringify(mapValues(json, (v) => (isSentence(v) ? sentence : v))), says),
  );
}

function spoiledWaits({ text, headers }: Answered): Body[] {
  const bare = Object.fromEntries(Object.entries(headers).filter(([name]) => !/reset|retry/.test(name)));
  const waits = [
    "0",
    "-1",
    "1e99",
    "9".repeat(400),
    "soon",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "NaN",
    "0x10",
    "1;2",
    "",
  ];
  const resets = Object.keys(headers).filter((name) => name.includes("reset"));
  return waits.map((wait) => ({
    ...bodyOf(`a wait of "${wait.slice(0, 20)}"`, text, "limited", {
      ...bare,
      "retry-after": wait,
      ...Object.fromEntries(resets.map((name) => [name, wait])),
    }),
    exact: true,
  }));
}

// ---- nonsense

function nonsense({ secrets, refusal }: Subject): Body[] {
  const hostile = HOSTILE_BODIES.map(({ text, documented }) =>
    bodyOf(
      `nonsense ${JSON.stringify(text).slice(0, 60)}`,
      text.replaceAll("{secret}", secrets[0] ?? ""),
      documented ? "refused" : "nothing",
    ),
  );
  return [
    ...hostile,
    bodyOf("a million letters", JSON.stringify("x".repeat(1_000_000)), "nothing"),
    bodyOf(
      "a thousand names",
      JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [n, n]))),
      "nothing",
    ),
    bodyOf("10,000 levels", '{"a":'.repeat(10_000) + "1" + "}".repeat(10_000), "nothing"),
    bodyOf("10,000 levels, not closed", '{"error":'.repeat(10_000), "nothing"),
    bodyOf(
      "a polluted prototype",
      '{"__proto__":{"id":"1","uri":"https://x.test/1","url":"https://x.test/1"}}',
      "nothing",
    ),
    bodyOf("a refusal in an array", `[${refusal.text}]`, "nothing"),
    bodyOf("a login page", "<!doctype html><title>Sign in</title><form action=/login></form>", "nothing", {
      "content-type": "text/html",
    }),
  ];
}
