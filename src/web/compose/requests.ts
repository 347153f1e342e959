// The requests that keep a draft on the server and send it out.
import { call, changeLimit, v1 } from "../api.ts";
import type { PostRecord } from "../post/queries.ts";
import type { Stored } from "./copies.ts";
import type { Content, When } from "./draft.ts";

/** What is missing or wrong may still be so (RFC 7240). */
const UNFINISHED = "handling=lenient, respond-async";

/** As a request has it: without the marks that nothing here changes it. */
export const bodyOf = ({ caption, accounts, overrides, options, media }: Content) => ({
  caption,
  accounts: [...accounts],
  overrides: { ...overrides },
  options: options as Record<string, Record<string, unknown>>,
  media: [...media],
});

/** The same key makes the same draft, however often it is sent. */
export async function createDraft(profileId: string, key: string, content: Content): Promise<PostRecord> {
  const headers = { "idempotency-key": key, prefer: UNFINISHED };
  const body = { ...bodyOf(content), schedule: "draft" };
  const answer = await call(() => v1(profileId).posts.post(body, { headers, fetch: changeLimit() }));
  if ("id" in answer) return answer;
  throw new Error("the server checked the draft instead of keeping it");
}

/** @param isDraft what waits to go out has to be whole */
export function editPost(profileId: string, { id, revision }: Stored, content: Content, isDraft: boolean) {
  const headers = { "if-match": `"${revision}"`, prefer: isDraft ? UNFINISHED : "respond-async" };
  return call(() => v1(profileId).posts({ id }).patch(bodyOf(content), { headers, fetch: changeLimit() }));
}

/** Of the post at this revision only: repeated, it changes nothing more. */
export function schedulePost(profileId: string, { id, revision }: Stored, when: When) {
  const headers = { "if-match": `"${revision}"`, prefer: "respond-async" };
  return call(() =>
    v1(profileId).posts({ id }).schedule.post(timeOf(when), { headers, fetch: changeLimit() }),
  );
}

/** Asks someone who may publish to look at it: once it is approved, it goes out then. */
export function askForReview(profileId: string, { id, revision }: Stored, when: When) {
  const headers = { "if-match": `"${revision}"`, prefer: "respond-async" };
  const body = {
    state: "asked" as const,
    schedule: when.kind === "queue" ? "queue" : when.kind === "now" ? "now" : when.at,
  };
  return call(() => v1(profileId).posts({ id }).review.post(body, { headers, fetch: changeLimit() }));
}

/** Another post may have taken the slot: then nothing is done. */
const timeOf = (when: When) => (when.kind === "slot" ? { slotAt: when.at } : scheduleOf(when));

/** The next free slot is what the server takes without any. */
export function scheduleOf(when: When): { schedule?: string } {
  if (when.kind === "queue") return {};
  return { schedule: when.kind === "now" ? "now" : when.at };
}
