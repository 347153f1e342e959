// LinkedIn's error responses (networks/linkedin.facts.md 6).
import type { Json, Reply } from "../network.ts";

export function fail(
  status: number,
  code: string,
  message: string,
  more: { readonly [key: string]: Json } = {},
): Reply {
  return { status, json: { message, status, code, ...more } };
}

export function duplicate(urn: string): Reply {
  const message = `java.util.concurrent.CompletionException: Content is a duplicate of ${urn}`;
  const inputErrors = [{ description: "Duplicate post is detected", input: {}, code: "DUPLICATE_POST" }];
  const errorDetailType = "com.linkedin.common.error.BadRequest";
  return { status: 422, json: { errorDetailType, message, errorDetails: { inputErrors }, status: 422 } };
}

export const illegal = (message: string) => fail(400, "ILLEGAL_ARGUMENT", message);
export const deny = (message: string) => fail(403, "ACCESS_DENIED", message, { serviceErrorCode: 100 });
export const missing = (message: string) => fail(404, "NOT_FOUND", message);
