// What the terminal says about targets that may be live: what checks showed and prove, and where a person can look.
import type { Post } from "../../domain/post.ts";
import type { Accounts } from "../../domain/store/accounts.ts";
import { certaintyOf, whereToLook } from "../../publishing/evidence.ts";
import type { Context } from "../context.ts";
import { idFor } from "./next-step.ts";

/** No lines unless a target is uncertain. */
export async function mayBeLive(
  post: Post,
  accounts: Pick<Accounts, "ofProfile">,
  context: Context,
): Promise<string[]> {
  const uncertain = post.targets.filter(({ state }) => state === "uncertain");
  if (uncertain.length === 0) return [];
  const { networks } = await import("../../networks/index.ts");
  const network = (platform: string) => networks.find(platform) ?? null;
  const known = await accounts.ofProfile(post.profileId);
  const lines = uncertain.flatMap((target) => {
    const { platform, handle, id, verification, accountId } = target;
    const account = known.find((each) => each.id === accountId) ?? null;
    const { profileUrl, searchUrl } = whereToLook(target, account, network);
    return [
      `  ${platform}:${handle} (${id}): ${verification?.evidence ?? "not checked yet"}`,
      `    ${certaintyOf(target, network)}`,
      ...[profileUrl, searchUrl].flatMap((url) => (url === null ? [] : [`    ${url}`])),
    ];
  });
  return [
    "",
    "May be live:",
    ...lines,
    `Look there, and say what you saw: crier post reconcile ${idFor(post, context)} TARGET --published (or --not-published)`,
  ];
}
