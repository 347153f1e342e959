// A target as programs see it, in the API and in events (D12, D13).
import type { Media } from "./media.ts";
import { targetStatus, waitOf, type Failure, type TargetWithoutContent } from "./post.ts";
import { iso, isoOrNull } from "../time.ts";

export const NEXT_ACTIONS = ["none", "wait", "retry", "reconnect", "fix_content", "reconcile"] as const;

/**
 * A target in the shape that programs see.
 * @param media its files: one that was deleted since can't be sent again
 */
export function targetView(target: TargetWithoutContent, media: readonly Media[]) {
  const status = targetStatus(target.state);
  const wait = waitOf(target);
  const { failure, verification, reconciled } = target;
  const tells = status === "failed" || status === "uncertain";
  const deletedFile =
    status === "failed" ? media.find(({ deletedAt }) => deletedAt !== undefined) : undefined;
  return {
    id: target.id,
    accountId: target.accountId,
    platform: target.platform,
    handle: target.handle,
    status,
    ...(status === "posted" && target.url !== null && { url: target.url }),
    remoteId: target.remoteId,
    ...(tells && failure
      ? { error: deletedFile ? `${failure.detail} ${goneFor(deletedFile)}` : failure.detail }
      : {}),
    errorCode: failure?.code ?? null,
    errorCategory: failure?.category ?? null,
    // A target fails only when it is certain that nothing was published; what may be live is uncertain.
    retryable: status === "failed",
    // Another post is what is left: this one can't be sent again.
    nextAction: deletedFile ? "fix_content" : nextAction(target),
    attempts: target.attempt,
    nextAttemptAt: isoOrNull(wait?.until ?? null),
    ...(wait && { waitReason: wait.reason }),
    publishedAt: isoOrNull(target.publishedAt),
    lateness: target.lateness,
    verification: verification && {
      method: verification.method,
      verdict: verification.verdict,
      checkedAt: iso(verification.checkedAt),
      evidence: verification.evidence,
    },
    reconciled: reconciled && { action: reconciled.action, at: iso(reconciled.at), note: reconciled.note },
    simulated: target.simulated,
  };
}

const goneFor = ({ filename }: Media) =>
  `${filename} was deleted since, so this can't be sent again: make a new post.`;

/** What the author can do about a target. */
export function nextAction(target: TargetWithoutContent): (typeof NEXT_ACTIONS)[number] {
  switch (targetStatus(target.state)) {
    case "draft":
    case "posted":
      return "none";
    case "pending":
    case "publishing":
    case "retrying":
      return "wait";
    case "uncertain":
      // While the network is still being asked there is nothing for a person to do yet.
      return target.dueAt === null || target.verification?.verdict === "unknown" ? "reconcile" : "wait";
    case "failed":
      return afterFailure(target.failure);
  }
}

function afterFailure(failure: Failure | null): "retry" | "reconnect" | "fix_content" {
  if (failure?.category === "auth") return "reconnect";
  if (failure?.category === "content" || failure?.category === "media") return "fix_content";
  return "retry";
}
