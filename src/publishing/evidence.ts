// What is known of each target of a post: its attempts, what looks at the network showed, and where a person can look.
import { filesOfTarget } from "./preflight/limits.ts";
import { postNotFound } from "./existing-post.ts";
import { MAX_LOOKS, type AttemptRecord, type Look } from "../domain/evidence.ts";
import type { JournalEvent } from "../domain/event.ts";
import type { Post, Target } from "../domain/post.ts";
import type { Posts } from "../domain/store/posts.ts";
import type { Network, SearchedAccount } from "../networks/network.ts";
import type { RetryPolicy } from "./delivery/retry-policy.ts";

export interface TargetEvidence {
  readonly targetId: string;
  readonly attempts: readonly AttemptRecord[];
  readonly looks: readonly Look[];
  /** What the network's check can prove, in a sentence or two. */
  readonly certainty: string;
  /** Times in ms since 1970; null unless it is uncertain. */
  readonly nextLookAt: number | null;
  readonly lookEndsAt: number | null;
  readonly whereToLook: WhereToLook;
  readonly sent: Sent | null;
}

/** Addresses for a person; null where there is none. */
export interface WhereToLook {
  readonly profileUrl: string | null;
  readonly searchUrl: string | null;
}

/** What the latest publishing request carried. */
export interface Sent {
  readonly caption: string;
  readonly mediaIds: readonly string[];
  readonly at: number;
}

export interface EvidenceDeps {
  readonly posts: Pick<Posts, "get" | "attempts" | "events">;
  readonly accounts: { ofProfile(profileId: string): Promise<readonly ShownAccount[]> };
  readonly network: (platform: string) => Network | null;
  readonly retryPolicy: Pick<RetryPolicy, "lastAskAt">;
}
interface ShownAccount extends SearchedAccount {
  readonly id: string;
}

/** One for each target, in the post's order. @throws Problem not_found */
export async function evidenceOf(
  profileId: string,
  postId: string,
  { posts, accounts, network, retryPolicy }: EvidenceDeps,
): Promise<TargetEvidence[]> {
  const [post, attempts, events, shown] = await Promise.all([
    posts.get(profileId, postId),
    posts.attempts(profileId, postId),
    posts.events(profileId, postId),
    accounts.ofProfile(profileId),
  ]);
  if (!post || !attempts || !events) throw postNotFound();
  const attemptsOf = Map.groupBy(attempts, ({ targetId }) => targetId);
  const looksOf = Map.groupBy(events, ({ targetId }) => targetId);
  return post.targets.map((target) => {
    const own = attemptsOf.get(target.id) ?? [];
    const account = shown.find(({ id }) => id === target.accountId) ?? null;
    return {
      targetId: target.id,
      attempts: own,
      looks: (looksOf.get(target.id) ?? []).flatMap(lookIn).slice(-MAX_LOOKS),
      certainty: certaintyOf(target, network),
      ...plannedLooks(target, retryPolicy),
      whereToLook: whereToLook(target, account, network),
      sent: sentIn(own, target, post),
    };
  });
}

/** What the network's check can prove, for a person. */
export function certaintyOf(
  { platform }: Pick<Target, "platform">,
  network: EvidenceDeps["network"],
): string {
  return (
    network(platform)?.lostAnswers.certainty ??
    `This Crier does not know the network ${platform}, so it can't check.`
  );
}

/** @param account null when it is not known any more */
export function whereToLook(
  { platform, simulated, caption }: Pick<Target, "platform" | "simulated" | "caption">,
  account: SearchedAccount | null,
  network: EvidenceDeps["network"],
): WhereToLook {
  const profileUrl = webAddress(account?.profileUrl ?? null);
  const words = searchWords(caption);
  // The networks' own search knows nothing of what is simulated.
  if (simulated || account === null || words === "") return { profileUrl, searchUrl: null };
  const searchUrl = network(platform)?.lostAnswers.searchUrl({ ...account, profileUrl }, words) ?? null;
  return { profileUrl, searchUrl };
}

const webAddress = (url: string | null) => (url !== null && /^https?:\/\//.test(url) ? url : null);

const SEARCHED_WORDS = 6;
const SEARCHED_LENGTH = 60;

/** The first words of a text, without links and punctuation, which searches give a meaning of their own. */
function searchWords(caption: string): string {
  const start = caption.slice(0, 1000).replace(/https?:\/\/\S+/g, " ");
  const words = start.match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
  const few = words.slice(0, SEARCHED_WORDS).join(" ");
  return Array.from(few).slice(0, SEARCHED_LENGTH).join("").trim();
}

const VERDICTS = { find: "live", disprove: "absent" } as const;

/** Looks from before verdicts were stored say it with their kind; one without says how far a network is. */
function lookIn({ kind, at, detail, actor, data }: JournalEvent): Look[] {
  if (kind !== "look" && kind !== "find" && kind !== "disprove") return [];
  const verdict = data.verdict ?? (kind === "look" ? undefined : VERDICTS[kind]);
  return verdict === undefined ? [] : [{ at, verdict, evidence: detail, actor }];
}

/** When the network is asked next, and when for the last time; in the past if it is not asked any more. */
function plannedLooks(
  { state, dueAt, verification }: Target,
  { lastAskAt }: EvidenceDeps["retryPolicy"],
): Pick<TargetEvidence, "nextLookAt" | "lookEndsAt"> {
  if (state !== "uncertain") return { nextLookAt: null, lookEndsAt: null };
  if (dueAt === null) return { nextLookAt: null, lookEndsAt: verification?.checkedAt ?? null };
  return { nextLookAt: dueAt, lookEndsAt: lastAskAt(dueAt, verification?.checks ?? 0) };
}

/** A post that has started can't be edited, so its text and files are what was sent. */
function sentIn(attempts: readonly AttemptRecord[], target: Target, post: Post): Sent | null {
  const { caption } = target;
  const at = attempts.findLast(({ sentAt }) => sentAt !== null)?.sentAt ?? null;
  return at === null ? null : { caption, mediaIds: filesOfTarget(post, target).map(({ id }) => id), at };
}
