// Suggests other methods for a URL that does not answer the requested one (D4).
import { Problem } from "../../errors.ts";

interface Answered {
  readonly method: string;
  /** With `:id` where an id stands. */
  readonly path: string;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** 405 with Allow where the path exists for another method, else 404. */
export function unknownAddress(method: string, path: string, routes: readonly Answered[]): Problem {
  const parts = partsOf(path);
  const known = new Set(
    routes.filter((route) => fits(partsOf(route.path), parts)).map(({ method }) => method),
  );
  if (known.size === 0) return new Problem("not_found", "Nothing exists at this URL.");
  // What can be read can be asked for without its content.
  if (known.has("GET")) known.add("HEAD");
  const allow = METHODS.filter((each) => known.has(each));
  return new Problem("method_not_allowed", `${method} is not allowed here; use ${allow.join(" or ")}.`, {
    allow,
  });
}

/** Whether an address is one of a route's, such as /v1/posts/:id. */
function fits(route: readonly string[], address: readonly string[]): boolean {
  return (
    route.length === address.length && route.every((part, i) => part.startsWith(":") || part === address[i])
  );
}

/** A slash at the end changes nothing. */
function partsOf(path: string): string[] {
  return path.replace(/(?<=.)\/$/, "").split("/");
}
