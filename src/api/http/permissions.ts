// Who may ask for what stands beside every route: a server in which one says nothing does not start (D49).
import type { Route } from "../openapi/shape.ts";

/** @throws Error for an operation of /v1 or /admin that does not say who may ask for it: then the server does not start */
export function requirePermissions(routes: readonly Route[]): void {
  const open = routes.filter(
    ({ path, hooks }) =>
      /^\/(v1|admin)\//.test(path) && !hooks.detail?.hide && hooks.detail?.["x-permission"] === undefined,
  );
  if (open.length === 0) return;
  const names = open.map(({ method, path }) => `${method} ${path}`).join(", ");
  throw new Error(`${names}: say which permission it needs (domain/permission.ts)`);
}
