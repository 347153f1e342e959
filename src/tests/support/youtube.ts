// Provides what YouTube's tests share: a prepared video, a published one, and our own answers in between.
import { type Bench, draftOf } from "./network-fixture.ts";
import type { Answer, Call, NetworkRequest } from "../../networks/client/call.ts";
import type { DraftMedia, Io, Json, Outcome } from "../../networks/network.ts";
import { youtube } from "../../networks/youtube/index.ts";

/** What every video must say of itself. */
export const KIDS = { selfDeclaredMadeForKids: false };

export const LOST: Answer = { kind: "lost", detail: "cut" };

export function answer(status: number, json?: Json, headers: Record<string, string> = {}): Answer {
  const text = json === undefined ? "" : JSON.stringify(json);
  return { kind: "answered", status, headers, text, json };
}

/** As YouTube words its errors. */
export function error(code: number, reason: string): Answer {
  const message = `No: ${reason}`;
  return answer(code, { error: { code, message, errors: [{ message, reason }] } });
}

/** What `prepare` made, with the outside as `commit` gets it. */
export async function ready(
  bench: Bench,
  text: string,
  media: readonly DraftMedia[],
  options: object = {},
  handle = "ok",
): Promise<{ prepared: Json; io: Io }> {
  const outside = bench.io(handle, { media });
  const prepared = await youtube.prepare(draftOf(text, media, { ...KIDS, ...options }), outside);
  return { prepared, io: { ...outside } };
}

/** Everything until YouTube is through with it. */
export async function post({ clock }: Bench, prepared: Json, io: Io): Promise<Outcome> {
  let outcome = await youtube.commit(prepared, io);
  for (let tries = 0; outcome.kind === "processing" && tries < 20; tries++) {
    clock.turn(outcome.askAgainMs);
    outcome = await youtube.settle(prepared, JSON.parse(JSON.stringify(outcome.receipt)), io);
  }
  return outcome;
}

/** The same outside, with some answers of ours; null lets a request through. */
export function playing(io: Io, play: (request: NetworkRequest) => Answer | null): Io {
  const call: Call = async (request) => play(request) ?? (await io.call(request));
  return { ...io, call };
}

/** Where an upload would be that YouTube does not know. */
export function forgotten({ simulator }: Bench): string {
  return `${simulator.endpoint("youtube", "api")}/upload/youtube/v3/videos?upload_id=nobody`;
}
