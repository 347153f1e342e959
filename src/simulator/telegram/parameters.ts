// The parameters of a Bot API call: of the address, of JSON or of a form, with the files that came along.
import { jsonIn, type File, type Json, type Request } from "../network.ts";

export interface Parameters {
  /** As text, however it was written; empty when it was not given. */
  text(name: string): string;
  flag(name: string): boolean;
  /** A value of several; null when it was not given or is no JSON. */
  json(name: string): Json;
  file(name: string): File | undefined;
  /** What tells one message from another, whatever its form looks like. */
  readonly digest: string;
}

export async function parametersOf(request: Request): Promise<Parameters> {
  const values = new Map<string, string>(request.query);
  const files = new Map<string, File>();
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) {
    for (const [name, value] of Object.entries(jsonIn(request) ?? {}))
      values.set(name, typeof value === "string" ? value : JSON.stringify(value));
  } else if (request.body.byteLength > 0) {
    for (const [name, value] of await formOf(request)) {
      if (typeof value === "string") values.set(name, value);
      else files.set(name, { bytes: new Uint8Array(await value.arrayBuffer()), mime: value.type });
    }
  }
  const sizes = [...files].map(([name, { bytes }]) => [name, Bun.hash.crc32(bytes)]);
  return {
    text: (name) => values.get(name) ?? "",
    flag: (name) => values.get(name) === "true",
    json: (name) => parsed(values.get(name)),
    file: (name) => files.get(name),
    digest: String(Bun.hash.crc32(JSON.stringify([...values, ...sizes]))),
  };
}

async function formOf({ body, headers }: Request): Promise<[string, string | Blob][]> {
  const parts: [string, string | Blob][] = [];
  try {
    const type = headers["content-type"] ?? "";
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    form.forEach((value, name) => parts.push([name, value]));
  } catch {
    return [];
  }
  return parts;
}

function parsed(text: string | undefined): Json {
  try {
    const value: Json = JSON.parse(text ?? "null");
    return value;
  } catch {
    return null;
  }
}
