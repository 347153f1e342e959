// Why a move was refused, with who was faster.
import { call, isProblem, ProblemError, v1 } from "../api.ts";
import { moment } from "../time.ts";
import { calendarWords as words } from "../words/calendar.ts";
import { problemText } from "../words/problem.ts";

type Actor = { readonly kind: "person" | "key" | "command" | "crier"; readonly name: string | null };

/** @throws NoAnswerError, ProblemError when the server does not say who it was */
export async function refusalText(
  postId: string,
  profileId: string,
  zone: string,
  refusal: unknown,
): Promise<string> {
  if (isProblem(refusal, "revision_conflict")) {
    const [post, who] = await Promise.all([read(profileId, postId), lastActor(profileId, postId)]);
    const isMoved = post.scheduledFor !== null && (post.status === "queued" || post.status === "scheduled");
    return isMoved ? words.movedFirst(who, moment(post.scheduledFor ?? "", zone)) : words.changedFirst(who);
  }
  const holder = isProblem(refusal, "slot_taken") ? holderOf(refusal) : null;
  if (holder !== null) {
    const [post, who] = await Promise.all([read(profileId, holder), lastActor(profileId, holder)]);
    return words.slotTakenBy(who, post.caption.slice(0, 60));
  }
  return problemText(refusal);
}

const read = (profileId: string, id: string) => call(() => v1(profileId).posts({ id }).get());

/** The one who holds the slot. */
function holderOf(error: unknown): string | null {
  const { postId } = (error instanceof ProblemError ? error.problem : {}) as { readonly postId?: unknown };
  return typeof postId === "string" ? postId : null;
}

/** Who did something with the post last, other than Crier. */
async function lastActor(profileId: string, postId: string): Promise<string> {
  const { events } = await call(() => v1(profileId).posts({ id: postId }).events.get());
  const actor = events.findLast((event) => event.actor.kind !== "crier")?.actor;
  return actor === undefined ? words.somebody : nameOf(actor);
}

function nameOf({ kind, name }: Actor): string {
  if (kind === "command") return words.commandLine;
  if (name === null) return words.somebody;
  return kind === "key" ? words.key(name) : name;
}
