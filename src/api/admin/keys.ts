// /admin/keys: make, list, rotate and revoke the keys of profiles, and what agents can do with them. A key is shown once.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { createKey, listKeys, LONGEST_OVERLAP_MS, revokeKey, rotateKey } from "../../admin/keys.ts";
import { existingProfile } from "../../admin/profiles.ts";
import { momentOf } from "../../time.ts";
import { idParam, nullable, strict } from "../views/shapes.ts";
import { keyView, KeyView, newKeyView, NewKeyView } from "../views/key.ts";
import { faultAt, type AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";
import { text } from "../views/text.ts";

const scope = Type.Union([Type.Literal("read"), Type.Literal("write"), Type.Literal("publish")]);

const NewKeyBody = Type.Object(
  {
    name: text({
      minLength: 1,
      maxLength: 100,
      pattern: "\\S",
      description: "a name of 1 to 100 characters",
    }),
    scopes: Type.Optional(Type.Array(scope, { minItems: 1, uniqueItems: true })),
    expiresAt: Type.Optional(
      nullable(Type.String({ description: "a time in the future with an offset; null: never" })),
    ),
    simulatedOnly: Type.Optional(
      Type.Boolean({ default: false, description: "whether it may post to simulated accounts only" }),
    ),
  },
  strict,
);

const tag = "Keys";

export const keyRoutes = (deps: AdminDeps) =>
  new Elysia()
    .get(
      "/profiles/:id/keys",
      async ({ params }) => {
        const { id } = await existingProfile(params.id, deps);
        return { keys: (await listKeys(id, deps)).map(keyView) };
      },
      LIST_KEYS,
    )
    .post(
      "/profiles/:id/keys",
      async ({ params, body, request, status }) => {
        const { id: profileId } = await existingProfile(params.id, deps);
        const { name, scopes, simulatedOnly } = body;
        const expiresAt = expiryOf(body.expiresAt ?? null);
        const input = { profileId, name, scopes, expiresAt, simulatedOnly };
        return status(201, newKeyView(await createKey(actorOf(request), input, deps)));
      },
      CREATE_KEY,
    )
    .post(
      "/keys/:id/rotate",
      async ({ params, body, request, status }) =>
        status(201, newKeyView(await rotateKey(actorOf(request), params.id, body.overlapMs, deps))),
      ROTATE_KEY,
    )
    .post(
      "/keys/:id/revoke",
      async ({ params, request }) => keyView(await revokeKey(actorOf(request), params.id, deps)),
      REVOKE_KEY,
    )
    .get(
      "/agent-tools",
      async () => ({
        tools: (await deps.agentTools()).map(({ name, title, scope }) => ({ name, title, scope })),
      }),
      LIST_AGENT_TOOLS,
    );

function expiryOf(text: string | null): number | null {
  if (text === null) return null;
  const at = momentOf(text);
  if (at === null) throw faultAt("/expiresAt", "must be a time in the future with an offset");
  return at;
}

const LIST_KEYS = {
  ...personOperation({
    id: "listKeys",
    permission: "read",
    of: "profile",
    tag,
    summary: "List API keys, including revoked and expired ones",
  }),
  params: idParam,
  response: Type.Object({ keys: Type.Array(KeyView) }),
};

const CREATE_KEY = {
  ...personOperation({
    id: "createKey",
    permission: "manage",
    of: "profile",
    tag,
    summary: "Create a key; it is shown only once",
  }),
  parse: adminJson,
  params: idParam,
  body: NewKeyBody,
  response: { 201: NewKeyView },
};

const ROTATE_KEY = {
  ...personOperation({
    id: "rotateKey",
    permission: "manage",
    of: "key",
    tag,
    summary: "Rotate a key",
    description:
      "Returns a new key with the same rights. The old one keeps working for `overlapMs` (default 24 hours).",
    problems: ["key_revoked"],
  }),
  parse: adminJson,
  params: idParam,
  body: Type.Object(
    { overlapMs: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_OVERLAP_MS })) },
    strict,
  ),
  response: { 201: NewKeyView },
};

const REVOKE_KEY = {
  ...personOperation({ id: "revokeKey", permission: "manage", of: "key", tag, summary: "Revoke a key" }),
  parse: "none" as const,
  params: idParam,
  response: KeyView,
};

const LIST_AGENT_TOOLS = {
  ...personOperation({
    id: "listAgentTools",
    permission: "read",
    tag,
    summary: "List the MCP tools that agents get",
    description: "`scope` is what a key needs to call the tool.",
  }),
  response: Type.Object({
    tools: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), scope })),
  }),
};
