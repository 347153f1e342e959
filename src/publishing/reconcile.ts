// A person says what became of a target whose answer was lost: published, or not.
import { Problem } from "../errors.ts";
import type { Json } from "../networks/network.ts";
import type { ActiveNode } from "../domain/store/nodes.ts";
import type { Post, Target } from "../domain/post.ts";
import { moveOf, type TargetMove } from "../domain/target-move.ts";
import { auditEntry, type Actor } from "./actor.ts";
import { revise } from "./existing-post.ts";
import { anyRevision, type Precondition } from "./precondition.ts";
import type { PublishingDeps } from "./targets.ts";

type Deps = PublishingDeps;

export interface Reconciliation {
  /** One or more targets of the post; only a single one may have a remote id or URL. */
  readonly targetIds: readonly string[];
  readonly action: "mark_published" | "confirm_not_published";
  readonly remoteId: string | null;
  readonly remoteUrl: string | null;
  readonly note: string | null;
}

/**
 * D24: a person has looked. Nothing is sent; all targets or none.
 * @throws Problem not_found, not_reconcilable; sender_alive: what is not there now may still be sent
 */
export async function reconcile(
  actor: Actor,
  id: string,
  word: Reconciliation,
  deps: Deps,
  precondition: Precondition = anyRevision,
): Promise<Post> {
  const at = deps.clock.now();
  const checked =
    word.action === "confirm_not_published" ? await checkSenders(actor, id, word, deps, precondition) : null;
  return await revise(actor, id, deps, (post) => {
    precondition(post);
    const targets = word.targetIds.map((targetId) => uncertainTarget(post, targetId));
    if (checked && targets.some((target) => checked.get(target.id) !== target.attempt))
      throw new Problem("not_reconcilable", "Another attempt was made meanwhile. Look again.");
    const { action, note, targetIds, ...remote } = word;
    const [only] = targetIds.length === 1 ? targetIds : [];
    const subject = only ?? id;
    const detail: Json = only ? { postId: id, action, note, ...remote } : { targetIds, action, note };
    return {
      at,
      moves: targets.map((target) => reconcileMove(target, word, at)),
      reconciled: { targetIds, as: { action, at, note } },
      audit: auditEntry(actor, { action: "post.reconcile", subject, at, detail }),
    };
  });
}

/** A process that has ended sends nothing any more. @returns the attempts that were checked, by target */
async function checkSenders(
  actor: Actor,
  id: string,
  { targetIds }: Reconciliation,
  deps: Deps,
  precondition: Precondition,
): Promise<ReadonlyMap<string, number>> {
  const at = deps.clock.now();
  let targets: readonly Target[] = [];
  // Changes nothing: what this caller may not do, or can't be done, is refused before anything is said of processes.
  await revise(actor, id, deps, (post) => {
    precondition(post);
    targets = targetIds.map((targetId) => uncertainTarget(post, targetId));
    return { at };
  });
  for (const target of targets) {
    const sender = await deps.sender(target);
    if (sender) throw senderAlive(target, sender);
  }
  return new Map(targets.map((target) => [target.id, target.attempt]));
}

function senderAlive(
  { platform, handle }: Target,
  { name, since }: Pick<ActiveNode, "name" | "since">,
): Problem {
  const detail = `The process ${name} sent it to ${platform} (${handle}) and has not said what became of it.`;
  return new Problem("sender_alive", detail, { process: name, since: new Date(since).toISOString() });
}

/** @throws Problem not_reconcilable */
export function uncertainTarget({ targets }: Post, id: string): Target {
  const target = targets.find((each) => each.id === id);
  if (target?.state === "uncertain") return target;
  throw new Problem("not_reconcilable", `This post has no uncertain target with the id ${id}.`);
}

function reconcileMove(
  target: Target,
  { action, remoteId, remoteUrl }: Reconciliation,
  at: number,
): TargetMove {
  if (action === "mark_published") {
    const detail = "a person saw it on the network";
    const remote = { id: remoteId, url: remoteUrl };
    return moveOf(target, "uncertain", "markPublished", {
      at,
      dueAt: null,
      failure: null,
      remote,
      publishedAt: at,
      detail,
    });
  }
  const detail = "A person checked: it was not published. It can be retried.";
  const failure = { code: "not_published", category: "unknown", detail } as const;
  return moveOf(target, "uncertain", "confirmNotPublished", { at, dueAt: null, failure, detail });
}
