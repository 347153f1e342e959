// Has the network asked about a lost answer now; it rests for a while after each question.
import { Button } from "../parts/Button.tsx";
import { useSecondsUntil } from "../parts/Countdown.tsx";
import { useApi } from "../profile.tsx";
import { call } from "../api.ts";
import { postWords as words } from "../words/post.ts";
import type { Changes } from "./change.ts";
import type { PostRecord, TargetEvidence, TargetRecord } from "./queries.ts";

/** The server asks a network at most so often about one delivery, ms. */
const REST_MS = 30_000;

interface Props {
  readonly post: PostRecord;
  readonly target: TargetRecord;
  readonly evidence: TargetEvidence | undefined;
  readonly changes: Changes;
}

/** What was never sent from here, Crier has nothing to ask about. */
export const canAsk = (evidence: TargetEvidence | undefined): boolean =>
  evidence !== undefined && evidence.sent !== null;

export function AskNow({ post, target, evidence, changes }: Props) {
  const ask = useAsk(post, target, changes);
  const { state, isBusy } = changes;
  const isAsking =
    state.kind === "sending" && state.change.name === "look" && state.change.targetId === target.id;
  if (!canAsk(evidence)) return null;
  return (
    <Button
      size="small"
      isPending={isAsking}
      isDisabled={!ask.isReady || (isBusy && !isAsking)}
      onPress={ask.run}
    >
      {isAsking ? words.doing.look : ask.seconds > 0 ? words.askIn(ask.seconds) : words.askNow}
    </Button>
  );
}

/** For the button and for the key. */
export function useAsk(post: PostRecord | undefined, target: TargetRecord | undefined, changes: Changes) {
  const api = useApi();
  const checkedAt = target?.verification?.checkedAt;
  const seconds = useSecondsUntil(checkedAt === undefined ? 0 : Date.parse(checkedAt) + REST_MS);
  const run = () => {
    if (!post || !target || seconds > 0) return;
    changes.run({
      name: "look",
      targetId: target.id,
      // It publishes nothing: asked twice, it is asked once.
      send: ({ fetch }) =>
        call(() =>
          api
            .posts({ id: post.id })
            .targets({ targetId: target.id })
            .look.post(undefined, { fetch, headers: {} }),
        ),
    });
  };
  return { seconds, isReady: seconds === 0, run };
}
