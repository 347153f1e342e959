// Writes down what a person saw, once, and sends the post again where they ask for it.
import { call } from "../api.ts";
import { useApi } from "../profile.tsx";
import { isMediaGone } from "../post/actions.ts";
import { conditionsOf, type Change, type Changes } from "../post/change.ts";
import type { PostRecord, TargetRecord } from "../post/queries.ts";
import { settleWords as words } from "../words/settle.ts";

export interface Settling {
  /** @param address null without one */
  readonly there: (address: string | null) => void;
  readonly tryAgain: () => void;
  readonly leaveFailed: () => void;
  readonly canRetry: boolean;
  /** Where trying again would send it, too. */
  readonly alsoFailed: readonly TargetRecord[];
  readonly all: readonly TargetRecord[];
}

export function useSettle(
  post: PostRecord,
  { id: targetId }: TargetRecord,
  changes: Changes,
  onSettled: () => void,
): Settling {
  const api = useApi().posts({ id: post.id });
  const say = (send: Change["send"], text: string) =>
    changes.run({ name: "reconcile", targetId, send, notice: { text }, after: onSettled });
  const confirmed = true as const;
  const notThere = { targetId, action: "confirm_not_published", confirmed } as const;
  return {
    there: (address) =>
      say(
        (conditions) =>
          call(() =>
            api.reconcile.post(
              {
                targetId,
                action: "mark_published",
                confirmed,
                ...(address !== null && { remoteUrl: address }),
              },
              conditions,
            ),
          ),
        words.settledThere,
      ),
    tryAgain: () =>
      say(async (conditions) => {
        const { revision } = await call(() => api.reconcile.post(notThere, conditions));
        await call(() => api.retry.post(undefined, conditionsOf(revision)));
      }, words.settledAgain),
    leaveFailed: () =>
      say((conditions) => call(() => api.reconcile.post(notThere, conditions)), words.settledNotThere),
    canRetry: !isMediaGone(post),
    alsoFailed: post.targets.filter(({ status }) => status === "failed"),
    all: post.targets,
  };
}
