// Who makes a request, what a route says about itself, and which scope it needs (D8).
import type { Scope } from "../../domain/api-key.ts";
import type { Caller } from "../../domain/caller.ts";
import { requirePermission, type Permission } from "../../domain/permission.ts";
import { Problem, type Code } from "../../errors.ts";
import type { Actor } from "../../publishing/actor.ts";
import { pointerTo } from "../../json-pointer.ts";
import type { RequestBody } from "../openapi/shape.ts";

const callers = new WeakMap<Request, Caller>();

/** The caller of this request was recognised and let in (admission.ts). */
export function setCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

/** The caller of a request that was let in. */
export function callerOf(request: Request): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Problem("unauthorized", "No valid API key.");
  return caller;
}

/** This caller, as the operations on posts and files expect it. */
export function actorOf({ name, profileId, scopes, role, simulatedOnly }: Caller): Actor {
  return { profileId, name, role, simulatedOnly, mayPublish: scopes.includes("publish") };
}

/** What a caller needs: a key a scope, a signed-in person a permission. */
export interface Right {
  readonly scope: Scope;
  readonly permission: Permission;
}

/** What a route says about itself. The documents are made from it; nothing is written twice. */
export interface OperationFacts extends Right {
  /** Unique, camelCase: clients are generated with it. */
  readonly id: string;
  readonly tag: string;
  /** One line, for lists. */
  readonly summary: string;
  /** What a caller should know beyond the schemas; paragraphs apart by an empty line, `code` in backticks. */
  readonly description?: string;
  /** Codes that this operation adds to those that follow from its body, query, path and method. */
  readonly problems?: readonly Code[];
  /** Headers of the successful answer, each with what it says. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body may be left out. */
  readonly bodyOptional?: boolean;
  /** Only for a body that no schema describes, such as a form. */
  readonly requestBody?: RequestBody;
}

/** Route settings: what the operation is, and who may ask for it, checked before the body is looked at. */
export function operation(facts: OperationFacts) {
  const {
    id,
    tag,
    scope,
    permission,
    summary,
    description,
    problems = [],
    headers = {},
    requestBody,
    bodyOptional = false,
  } = facts;
  return {
    transform: ({ request }: { request: Request }) => {
      requireRight(callerOf(request), { scope, permission });
      refuseRepeated(request);
    },
    detail: {
      operationId: id,
      tags: [tag],
      summary,
      ...(description === undefined ? {} : { description }),
      ...(requestBody === undefined ? {} : { "x-request-body": requestBody }),
      ...(bodyOptional && { "x-body-optional": true }),
      "x-scope": scope,
      "x-permission": permission,
      "x-problems": problems,
      "x-headers": headers,
    },
  };
}

/** Of a parameter that stands twice one would be ignored. @throws Problem invalid_query */
function refuseRepeated({ url }: Request): void {
  const start = url.indexOf("?");
  if (start < 0) return;
  const names = [...new URLSearchParams(url.slice(start)).keys()];
  const errors = names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ pointer: pointerTo([name]), message: "must not be repeated" }] : [],
  );
  if (errors.length > 0)
    throw new Problem(
      "invalid_query",
      "A query parameter is repeated. Separate several values with commas.",
      {
        errors: errors.slice(0, MAX_ERRORS),
      },
    );
}
const MAX_ERRORS = 50;

/** What a scope of a key is for people. */
const PERMISSION_OF = { read: "read", write: "draft", publish: "publish" } as const;

/** The scope that something needs beyond its operation's own. @throws Problem insufficient_scope, not_allowed */
export const mustHave = (caller: Caller, scope: Scope): void =>
  requireRight(caller, { scope, permission: PERMISSION_OF[scope] });

/** @throws Problem insufficient_scope for a key, not_allowed for a person */
export function requireRight({ role, scopes }: Caller, { scope, permission }: Right): void {
  if (role !== null) return requirePermission(role, permission);
  if (scopes.includes(scope)) return;
  throw new Problem("insufficient_scope", `This key lacks the scope \`${scope}\`.`, { scope });
}
