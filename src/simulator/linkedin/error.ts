// LinkedIn's error responses (networks/linkedin.facts.md 6).
import type { Json, Reply } from "../network.ts";

export function failed(
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

export const illegal = (message: string) => failed(400, "ILLEGAL_ARGUMENT", message);
export const denied = (message: string) => failed(403, "ACCESS_DENIED", message, { serviceErrorCode: 100 });
export const missing = (message: string) => failed(404, "NOT_FOUND", message);
