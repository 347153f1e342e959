// Provides what TikTok's tests share: a prepared post, a published one, and our own answers in between.
import { draftOf, type Bench } from "./network-fixture.ts";
import type { Answer, Call, NetworkRequest } from "../../networks/client/call.ts";
import type { DraftMedia, Io, Json, Outcome } from "../../networks/network.ts";
import { tiktok } from "../../networks/tiktok/index.ts";

export const SEEN = { privacy_level: "PUBLIC_TO_EVERYONE" };

export const LOST: Answer = { kind: "lost", detail: "cut" };

export function answer(status: number, json?: Json): Answer {
  const text = json === undefined ? "" : JSON.stringify(json);
  return { kind: "answered", status, headers: {}, text, json };
}

/** As TikTok words its errors. */
export function error(status: number, code: string): Answer {
  return answer(status, { data: {}, error: { code, message: `No: ${code}`, log_id: "1" } });
}

export function answerOf(data: Json): Answer {
  return answer(200, { data, error: { code: "ok", message: "", log_id: "1" } });
}

/** What `prepare` made, with the outside as `commit` gets it. */
export async function ready(
  bench: Bench,
  text: string,
  media: readonly DraftMedia[],
  options: object = SEEN,
  handle = "ok",
): Promise<{ prepared: Json; io: Io }> {
  const outside = bench.io(handle, { media });
  const prepared = await tiktok.prepare(draftOf(text, media, options), outside);
  return { prepared, io: { ...outside } };
}

/** Everything until TikTok is through with it. */
export async function post({ clock }: Bench, prepared: Json, io: Io): Promise<Outcome> {
  let outcome = await tiktok.commit(prepared, io);
  for (let tries = 0; outcome.kind === "processing" && tries < 60; tries++) {
    clock.turn(outcome.askAgainMs);
    outcome = await tiktok.settle(prepared, JSON.parse(JSON.stringify(outcome.receipt)), io);
  }
  return outcome;
}

/** The same outside, with some answers of ours; null lets a request through. */
export function playing(io: Io, play: (request: NetworkRequest) => Answer | null): Io {
  const call: Call = async (request) => play(request) ?? (await io.call(request));
  return { ...io, call };
}
