// get_post_evidence: what happened to a post, and what is known of an uncertain target.
import { Type, type Static } from "@sinclair/typebox";
import { eventsFromCall, evidenceFromCall } from "../api/requests/evidence.ts";
import { getPost, type PostsDeps } from "../api/requests/posts.ts";
import { EventView } from "../api/views/event.ts";
import { EvidenceView } from "../api/views/evidence.ts";
import { strict, uuid } from "../api/views/shapes.ts";
import { ABOUT, describe } from "./post-descriptions.ts";
import { evidenceWords } from "./text.ts";
import { tool } from "./tool.ts";

/** Sentences of a long story that a model gets, the latest ones. */
const MAX_EVENTS = 50;
const STORY = Type.Pick(EventView, ["at", "targetId", "text"]);

export const evidenceTool = (deps: PostsDeps) =>
  tool({
    name: "get_post_evidence",
    title: "Get the evidence on a post",
    description: ABOUT.evidence,
    scope: "read",
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: Type.Object({ id: describe({ id: uuid }).id }, strict),
    output: Type.Object({ events: Type.Array(STORY), targets: Type.Array(EvidenceView) }),
    shown: { events: Type.Array(Type.Object({})), targets: Type.Array(Type.Object({})) },
    async run({ id }, { caller: { profileId } }) {
      const [post, { events }, { targets }] = await Promise.all([
        getPost(profileId, id, deps),
        eventsFromCall(profileId, id, 0, deps),
        evidenceFromCall(profileId, id, deps),
      ]);
      const story: Static<typeof STORY>[] = events
        .slice(-MAX_EVENTS)
        .map(({ at, targetId, text }) => ({ at, targetId, text }));
      return { value: { events: story, targets }, text: evidenceWords(post, story, targets) };
    },
  });
