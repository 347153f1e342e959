// Turns a request's body into bytes and the header that describes them.
import type { Part, RequestBody } from "./call.ts";

export interface Encoded {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** n random bytes. */
export type Random = (bytes: number) => Uint8Array;

export function encode(body: RequestBody, random: Random): Encoded {
  if ("json" in body) return { type: "application/json", bytes: Buffer.from(JSON.stringify(body.json)) };
  if ("form" in body) return formBody(body.form);
  if ("parts" in body) return multipart(body.parts, random);
  return { type: body.type, bytes: body.bytes };
}

function formBody(form: Readonly<Record<string, string>>): Encoded {
  const bytes = Buffer.from(new URLSearchParams(form).toString());
  return { type: "application/x-www-form-urlencoded", bytes };
}

function multipart(parts: readonly Part[], random: Random): Encoded {
  const boundary = `crier-${Buffer.from(random(18)).toString("hex")}`;
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n\r\n`),
    "filename" in part ? part.bytes : Buffer.from(part.value),
    Buffer.from("\r\n"),
  ]);
  const bytes = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

function partHead(part: Part): string {
  const disposition = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  if (!("filename" in part)) return disposition;
  return `${disposition}; filename="${quoted(part.filename)}"\r\nContent-Type: ${quoted(part.type)}`;
}

/** As browsers do it (WHATWG HTML, multipart/form-data encoding), so that a file name can't add a header. */
function quoted(text: string): string {
  return text.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
