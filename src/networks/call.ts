// The one way to call a network: what was sent, what came back, and what can be proven about the difference.
import type { Json } from "./network.ts";

export type Call = (request: NetworkRequest) => Promise<Answer>;

export interface NetworkRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /** Whole call, ms. Default 60 s; publishing requests take 300 s (networks/README rule 6). */
  readonly timeoutMs?: number;
}

export type RequestBody =
  | { readonly json: Json }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly bytes: Uint8Array; readonly type: string }
  | { readonly parts: readonly Part[] };

/** A part of multipart/form-data; with a filename it is a file. */
export type Part =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly filename: string; readonly type: string; readonly bytes: Uint8Array };

export type Answer = Answered | Unsent | Lost;
/** A complete answer. `json` is undefined when the body is no JSON. */
export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: Json | undefined;
}
/** No connection was made: certainly nothing arrived. */
export interface Unsent {
  readonly kind: "unsent";
  readonly detail: string;
}
/** The connection stood and no complete answer came: it may have arrived. */
export interface Lost {
  readonly kind: "lost";
  readonly detail: string;
}
