// YouTube's error responses, as the simulator sends them (networks/youtube.facts.md 6).
import type { Json, Reply } from "../network.ts";

export type Fields = { readonly [key: string]: Json };

export function fail(status: number, reason: string, message: string, word?: string): Reply {
  const error = { message, domain: "youtube", reason };
  return {
    status,
    json: { error: { code: status, message, errors: [error], ...(word && { status: word }) } },
  };
}
