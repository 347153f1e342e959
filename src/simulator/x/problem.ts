// X's responses: data, or a problem document (networks/x.facts.md 6).
import type { Json, Reply } from "../network.ts";

export function ok(json: Json, status = 200): Reply {
  return { status, json };
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Invalid Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found Error",
  413: "Payload Too Large",
  429: "Too Many Requests",
};

export function problem(status: number, detail: string): Reply {
  const title = TITLES[status] ?? "Error";
  if (status !== 400) return { status, json: { title, detail, type: "about:blank", status } };
  const type = "https://api.x.com/2/problems/invalid-request";
  return { status, json: { errors: [{ message: detail }], title, detail, type } };
}
