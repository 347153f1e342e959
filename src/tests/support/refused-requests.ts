// Lets the requests of a page fail: unreachable, refused by the server, or without an answer for a while.
import type { Page, Route } from "playwright-core";
import { intercept } from "./interception.ts";

export type Refusal = "unreachable" | "refused" | "slow";

/** What screens ask for; who is signed in stays known. */
const ASKED =
  /\/(?:v1\/|admin\/(?:attention|live|plan|networks\/status|people|invites|audit|system|backups|simulator|profiles\/[^/]+(?:\/keys)?$))/;
/** The request id that a refusal names. */
export const REQUEST_ID = "7f3c1f0e-1111-4222-8333-444455556666";

/** @returns a function that ends it; what waits is sent then */
export async function refuse(page: Page, refusal: Refusal): Promise<() => void> {
  const ended = Promise.withResolvers<void>();
  const handle = async (route: Route): Promise<void> => {
    if (refusal === "unreachable") return await route.abort("connectionrefused");
    if (refusal === "refused") return await route.fulfill(PROBLEM);
    await ended.promise;
    await route.fallback().catch(() => {});
  };
  const end = await intercept(page, ASKED, handle);
  return () => {
    end();
    ended.resolve();
  };
}

const PROBLEM = {
  status: 500,
  contentType: "application/problem+json",
  body: JSON.stringify({
    type: "/docs/errors/internal_error",
    code: "internal_error",
    title: "Something went wrong in Crier",
    detail: "The log has the cause under the id of this request.",
    status: 500,
    instance: `urn:uuid:${REQUEST_ID}`,
  }),
};
