// Provides what Facebook's tests share: hand-made answers, a recording connection, and a post from draft to end.
import { answer } from "./network-answers.ts";
import { draftOf, type Bench } from "./network-fixture.ts";
import type { Answer, Call, NetworkRequest } from "../../networks/client/call.ts";
import { objectOf } from "../../networks/client/json.ts";
import type { DraftMedia, Io, Json, Outcome } from "../../networks/network.ts";
import { facebook } from "../../networks/facebook/index.ts";

export const graphError = (code: number, error_subcode = 0, status = 400) =>
  answer(status, { error: { message: "Meta says no.", type: "OAuthException", code, error_subcode } });

/** An outside that remembers what was asked, and where some answers are others. */
export function listening(io: Io, other: (request: NetworkRequest) => Answer | null = () => null) {
  const sent: NetworkRequest[] = [];
  const call: Call = async (request) => {
    sent.push(request);
    return other(request) ?? (await io.call(request));
  };
  return { sent, io: { ...io, call } };
}

export const bodyOf = (request: NetworkRequest | undefined) =>
  request?.body && "json" in request.body ? objectOf(request.body.json) : {};

export const phaseOf = ({ url }: NetworkRequest) => new URL(url).searchParams.get("upload_phase");

/** What stopped it; null when nothing did. */
export const stopOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error: unknown) => objectOf(error as Json)["outcome"],
  );

/** Prepared as it comes back from disk. */
export async function ready(text: string, media: readonly DraftMedia[], options: object, io: Io) {
  return JSON.parse(JSON.stringify(await facebook.prepare(draftOf(text, media, options), io))) as Json;
}

/** Published, and processed to the end. */
export async function settle(prepared: Json, io: Io, { clock }: Pick<Bench, "clock">): Promise<Outcome> {
  let outcome = await facebook.commit(prepared, io);
  while (outcome.kind === "processing") {
    clock.turn(outcome.askAgainMs);
    outcome = await facebook.settle(prepared, outcome.receipt, io);
  }
  return outcome;
}

export const look = (prepared: Json, sentAt: number, io: Io, taken: readonly string[] = []) =>
  facebook.verify(prepared, { sentAt, otherRemoteIds: taken }, io);
