// /v1/posts/{id}/events, /evidence and /receipt: what happened to a post, what is known of it, and a signed statement of that.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { callerOf, operation } from "../http/caller.ts";
import { eventsFromCall, evidenceFromCall } from "../requests/evidence.ts";
import { receiptFromCall } from "../requests/receipt.ts";
import type { PostsDeps } from "../requests/posts.ts";
import { ABOUT_EVENTS, EventView } from "../views/event.ts";
import { EvidenceView } from "../views/evidence.ts";
import { idParam, strict } from "../views/shapes.ts";

export const postEvidenceRoutes = (deps: PostsDeps) =>
  new Elysia({ prefix: "/posts/:id" })
    .get(
      "/events",
      ({ params, query, request }) =>
        eventsFromCall(callerOf(request).profileId, params.id, Number(query.after ?? 0), deps),
      LIST_POST_EVENTS,
    )
    .get(
      "/evidence",
      ({ params, request }) => evidenceFromCall(callerOf(request).profileId, params.id, deps),
      GET_POST_EVIDENCE,
    )
    .get(
      "/receipt",
      ({ params, request }) => receiptFromCall(callerOf(request).profileId, params.id, deps),
      GET_POST_RECEIPT,
    );

const LIST_POST_EVENTS = {
  ...operation({
    id: "listPostEvents",
    tag: "Posts",
    scope: "read",
    permission: "read",
    summary: "List a post's events",
    description: ABOUT_EVENTS,
  }),
  params: idParam,
  query: Type.Object(
    {
      after: Type.Optional(
        Type.String({ pattern: "^\\d{1,15}$", description: "only events after the one with this `seq`" }),
      ),
    },
    strict,
  ),
  response: Type.Object({ events: Type.Array(EventView) }),
};

const GET_POST_EVIDENCE = {
  ...operation({
    id: "getPostEvidence",
    tag: "Posts",
    scope: "read",
    permission: "read",
    summary: "Get the evidence on a post's deliveries",
    description:
      "For each target: every attempt with its requests to the network (no bodies, no query strings, no secrets), what " +
      "checks of a lost answer showed, when Crier checks next, and where a person can look.",
  }),
  params: idParam,
  response: Type.Object({ targets: Type.Array(EvidenceView) }),
};

const GET_POST_RECEIPT = {
  ...operation({
    id: "getPostReceipt",
    tag: "Posts",
    scope: "read",
    permission: "read",
    summary: "Get a signed receipt for a settled post",
    description:
      "A statement signed by this Crier of what it knows of a settled post: for each target its outcome, times, address, " +
      "attempts with a fingerprint of what was sent, and the network's evidence. The public key is in " +
      "`/.well-known/jwks.json`. [Receipts](/docs/receipts) says what it proves, and how to verify it.",
    problems: ["not_settled"],
  }),
  params: idParam,
  response: Type.Object(
    {
      receipt: Type.String({
        description:
          "compact JWS (EdDSA) with the claims of a Security Event Token: `iss`, `iat`, `jti`, `sub` (the post), `events`",
      }),
    },
    { title: "Receipt" },
  ),
};
