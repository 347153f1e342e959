// The parts of an OpenAPI document that Crier writes and its own pages read, and the routes it is made from.
import type { TSchema } from "@sinclair/typebox";
import type { Permission } from "../../domain/permission.ts";
import type { Code } from "../../errors.ts";
import type { Named, Schema } from "./schema.ts";

/** As Elysia lists them. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly hooks: Hooks;
}

export interface Hooks {
  readonly body?: TSchema;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly response?: unknown;
  readonly detail?: Detail;
}

/** What `operation()` in caller.ts puts there. */
interface Detail {
  readonly hide?: boolean;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  /** In place of the document's own. */
  readonly security?: readonly object[];
  readonly "x-request-body"?: RequestBody;
  readonly "x-body-optional"?: boolean;
  readonly "x-scope"?: string;
  readonly "x-permission"?: Permission | "public";
  /** Of what it answers with; default: JSON. */
  readonly "x-content-type"?: string;
  readonly "x-problems"?: readonly Code[];
  readonly "x-headers"?: Readonly<Record<string, string>>;
}

export interface Document {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: object;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** Requests that the appliance makes, by the type of event. */
  readonly webhooks?: Readonly<Record<string, { readonly post: WebhookOperation }>>;
  readonly components: { readonly schemas: Named; readonly [kind: string]: unknown };
  readonly security: readonly object[];
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly "x-scope"?: string;
  readonly "x-permission"?: Permission | "public";
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Answer>>;
}

export type WebhookOperation = Pick<
  Operation,
  "operationId" | "tags" | "summary" | "description" | "parameters" | "requestBody" | "responses"
>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Content;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

export type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly example?: unknown; readonly examples?: unknown }>
>;

/** What the routes do not say themselves. */
export interface About {
  /** Routes below it are in the document, their paths relative to it. */
  readonly prefix: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Public address of the appliance, without a trailing slash. */
  readonly baseUrl: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly securitySchemes: Readonly<Record<string, object>>;
  /** Which of them a caller needs: all of one entry. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Whether it also describes the requests that webhooks get. */
  readonly webhooks?: boolean;
  /** A route without `operation()`: a fault, or documented by what its method and path tell. */
  readonly undeclared: "refuse" | "derive";
}
