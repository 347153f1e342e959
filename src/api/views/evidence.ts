// The public view of the evidence on a post's deliveries: requests without secrets, looks, and where a person can look.
import { Type, type Static } from "@sinclair/typebox";
import { MAX_ATTEMPTS, MAX_LOOKS, MAX_STEPS, STEP_NAMES, STEP_RESULTS } from "../../domain/evidence.ts";
import type { AttemptRecord, Look } from "../../domain/evidence.ts";
import type { TargetEvidence } from "../../publishing/evidence.ts";
import { ActorView, actorView } from "./actor.ts";
import { kindWord } from "./event.ts";
import { iso, isoOrNull, nullable, time, uuid, words } from "./shapes.ts";

const StepView = Type.Object(
  {
    at: time,
    ms: Type.Integer(),
    name: words(STEP_NAMES),
    method: Type.String(),
    host: Type.String(),
    path: Type.String({ description: "without the query; secrets are masked" }),
    status: nullable(Type.Integer(), "HTTP status; null without a complete answer"),
    result: words(STEP_RESULTS),
    detail: nullable(Type.String(), "why there was no answer"),
  },
  {
    title: "Step",
    description:
      "One request to the network. `publish` is the phase of the request that makes the post public. `unsent`: certainly " +
      "nothing arrived; `lost`: it may have arrived.",
  },
);

const AttemptView = Type.Object(
  {
    attempt: Type.Integer(),
    startedAt: time,
    sentAt: nullable(time, "when the publishing request was about to leave"),
    endedAt: nullable(time),
    outcome: nullable(
      Type.String(),
      "the `kind` of the event that ended it; null while it is under way or its answer is lost",
    ),
    steps: Type.Array(StepView, { description: `at most ${MAX_STEPS}; of more, the first and the last` }),
  },
  { title: "Attempt" },
);

const LookView = Type.Object(
  { at: time, verdict: words(["live", "absent", "unknown"]), evidence: Type.String(), actor: ActorView },
  { title: "Look" },
);

export const EvidenceView = Type.Object(
  {
    targetId: uuid,
    attempts: Type.Array(AttemptView, {
      description: `oldest first; the latest ${MAX_ATTEMPTS}, and the last one that was sent`,
    }),
    looks: Type.Array(LookView, {
      description: `checks of a lost answer with the network, oldest first; the latest ${MAX_LOOKS}`,
    }),
    certainty: Type.String({ description: "what checks with this network can prove and what they can't" }),
    nextLookAt: nullable(time, "when Crier checks next; null when it does not"),
    lookEndsAt: nullable(time, "when Crier checks for the last time, or did; null unless it is uncertain"),
    whereToLook: Type.Object(
      {
        profileUrl: nullable(Type.String()),
        searchUrl: nullable(Type.String(), "the network's own search for the first words of the text"),
      },
      { title: "WhereToLook", description: "where a person can check; null where unknown" },
    ),
    sent: nullable(
      Type.Object({ caption: Type.String(), mediaIds: Type.Array(uuid), at: time }, { title: "SentContent" }),
      "what was sent last; null if nothing was",
    ),
  },
  { title: "Evidence" },
);

export function evidenceView(evidence: TargetEvidence): Static<typeof EvidenceView> {
  const { targetId, attempts, looks, certainty, nextLookAt, lookEndsAt, whereToLook, sent } = evidence;
  return {
    targetId,
    attempts: attempts.map(attemptView),
    looks: looks.map(lookView),
    certainty,
    nextLookAt: isoOrNull(nextLookAt),
    lookEndsAt: isoOrNull(lookEndsAt),
    whereToLook: { ...whereToLook },
    sent: sent && { caption: sent.caption, mediaIds: [...sent.mediaIds], at: iso(sent.at) },
  };
}

function attemptView({ attempt, startedAt, sentAt, endedAt, outcome, steps }: AttemptRecord) {
  return {
    attempt,
    startedAt: iso(startedAt),
    sentAt: isoOrNull(sentAt),
    endedAt: isoOrNull(endedAt),
    outcome: outcome && kindWord(outcome),
    steps: steps.map((step) => ({ ...step, at: iso(step.at) })),
  };
}

const lookView = ({ at, verdict, evidence, actor }: Look): Static<typeof LookView> => ({
  at: iso(at),
  verdict,
  evidence,
  actor: actorView(actor),
});
