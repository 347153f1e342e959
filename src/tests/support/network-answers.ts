// Makes network answers that no simulator gives.
import type { Answer, NetworkRequest } from "../../networks/client/call.ts";
import type { Io, Json } from "../../networks/network.ts";

export const answer = (status: number, json?: Json, headers: Record<string, string> = {}): Answer => ({
  ...{ kind: "answered", status, headers, text: json === undefined ? "" : JSON.stringify(json), json },
});

/** The real call, but what `changes` answers is its answer. */
export function but(io: Io, changes: (request: NetworkRequest) => Answer | undefined): Io {
  return { ...io, call: async (request) => changes(request) ?? (await io.call(request)) };
}

/** What ended it. Throws when nothing did. */
export async function errorOnStop(act: Promise<unknown> | undefined): Promise<Error> {
  try {
    await act;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing stopped it");
}
