// Defines what the check needs from an API description: its operations, and the faults of a request.
import type { RequestBody } from "../../networks/client/call.ts";

/** A request as a connector makes it, by its address below the network's API. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
}

export interface Checked {
  /** As the description calls it. */
  readonly operation: string;
  /** Sentences; empty when everything is as described. */
  readonly faults: readonly string[];
}

export interface Description {
  /** The file or folder it was read from. */
  readonly source: string;
  /** What the paths of our calls begin with and the description's don't. */
  readonly below: string;
  /** Null for what the description does not speak about, such as a page for people or the bytes of an upload. */
  check(sent: Sent): Checked | null;
}

/** What the body goes out as; null when there is none. */
export function typeOf({ body, headers }: Sent): string | null {
  if (!body) return null;
  if ("json" in body) return "application/json";
  if ("form" in body) return "application/x-www-form-urlencoded";
  if ("parts" in body) return "multipart/form-data";
  return headers["content-type"] ?? body.type;
}

/** A file among the fields of a body, as the schemas here see it. */
export const FILE = { file: true } as const;

/** The members of a form, with files as `FILE`; undefined when the body is none. */
export function fieldsOf(body: RequestBody | undefined): Record<string, unknown> | undefined {
  if (body && "form" in body) return { ...body.form };
  if (!body || !("parts" in body)) return undefined;
  return Object.fromEntries(body.parts.map((part) => [part.name, "filename" in part ? FILE : part.value]));
}
