// What a person can do next with a post, and the words for one that is not live everywhere.
import { nextAction } from "../../domain/target-view.ts";
import { statusOf, type Post, type Target } from "../../domain/post.ts";
import { OperatorError } from "../../errors.ts";
import type { Context } from "../context.ts";

/** Enough to name a post: its millisecond. Scripts get all of it. */
const SHORT = 13;

/** The id as commands in messages give it. */
export const idFor = ({ id }: Post, { columns }: Context) => (columns === null ? id : id.slice(0, SHORT));

/** A line for a person about a post that did not fail. */
export function nextStep(post: Post, context: Context): string {
  const id = idFor(post, context);
  switch (statusOf(post)) {
    case "draft":
      return `Next: crier post schedule ${id} --at TIME`;
    case "queued":
    case "scheduled":
      return `To change or stop it: crier post edit ${id}, crier post cancel ${id}`;
    case "publishing":
      return `Still publishing: crier post watch ${id}`;
    default:
      return "Published.";
  }
}

/**
 * After publishing: a script sees it in the exit code when a post is not live everywhere.
 * @throws OperatorError with what to do when something failed or may have failed, or somebody canceled the post meanwhile
 */
export function requireSuccess(post: Post, context: Context): void {
  if (statusOf(post) === "draft") throw new OperatorError("The post is a draft: it is not published.");
  const failed = post.targets.filter(({ state }) => state === "failed");
  const uncertain = post.targets.filter(({ state }) => state === "uncertain");
  if (failed.length + uncertain.length === 0) return;
  const id = idFor(post, context);
  const does = (action: string) => failed.filter((target) => nextAction(target) === action);
  const lines = [
    ...(failed.length > 0 ? [`Not published on ${failed.length} of ${accounts(post.targets.length)}.`] : []),
    ...(does("retry").length > 0 ? [`To try again: crier post retry ${id}`] : []),
    ...does("reconnect").map(({ platform }) => `To connect it again: crier account connect ${platform}`),
    ...(does("fix_content").length > 0 ? ["Where the content was refused, create a new post for it."] : []),
    ...(uncertain.length > 0
      ? [`It may be live on ${names(uncertain)}: the answer was lost. What is known: crier post show ${id}`]
      : []),
  ];
  throw new OperatorError(lines.join("\n"));
}

const accounts = (count: number) => `${count} account${count === 1 ? "" : "s"}`;
const names = (targets: readonly Target[]) =>
  targets.map(({ platform, handle }) => `${platform}:${handle}`).join(", ");
