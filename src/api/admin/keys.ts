// /admin/keys: make, list, rotate and revoke the keys of profiles. A key is shown once.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { openKeyring, type NewKey } from "../../auth/api-keys.ts";
import { momentOf } from "../../time.ts";
import { SCOPES, type KeyRecord } from "../../accounts/ports.ts";
import { Problem } from "../../errors.ts";
import { idParam, iso, isoOrNull, nullable, strict, time, uuid } from "../views/shapes.ts";
import { faultAt, profileOf, type AdminDeps } from "./deps.ts";
import { type Act, actOf, adminJson, owned } from "./owner.ts";
import { text } from "../views/text.ts";

const scope = Type.Union([Type.Literal("read"), Type.Literal("write"), Type.Literal("publish")]);
const LONGEST_OVERLAP_MS = 30 * 24 * 3_600_000;
const OVERLAP_MS = 24 * 3_600_000;

const KeyView = Type.Object({
  id: uuid,
  profileId: uuid,
  name: Type.String(),
  last4: Type.String(),
  scopes: Type.Array(scope),
  createdAt: time,
  lastUsedAt: nullable(time),
  expiresAt: nullable(time),
  revokedAt: nullable(time),
});
const NewKeyView = Type.Composite([
  Type.Object({ key: Type.String({ description: "shown this once" }) }),
  KeyView,
]);

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
  },
  strict,
);

const tag = "Keys";

export const keyRoutes = (deps: AdminDeps) =>
  new Elysia()
    .get(
      "/profiles/:id/keys",
      async ({ params }) => {
        const { id } = await profileOf(deps, params.id);
        return { keys: (await deps.records.keys.ofProfile(id)).map(keyView) };
      },
      {
        ...owned({ id: "listKeys", tag, summary: "List API keys, including revoked and expired ones" }),
        params: idParam,
        response: Type.Object({ keys: Type.Array(KeyView) }),
      },
    )
    .post(
      "/profiles/:id/keys",
      async ({ params, body, request, status }) => {
        const { id: profileId } = await profileOf(deps, params.id);
        const wish = {
          profileId,
          name: body.name.trim(),
          scopes: SCOPES.filter((scope) => (body.scopes ?? SCOPES).includes(scope)),
          expiresAt: expiryOf(body.expiresAt ?? null, deps.clock.now()),
        };
        const id = deps.newId();
        const detail = { name: wish.name, scopes: wish.scopes, expiresAt: isoOrNull(wish.expiresAt) };
        const act = { action: "key.create", profileId, subject: id, detail };
        return status(201, newKeyView(await keyringFor(deps, request, act, id).create(wish)));
      },
      {
        ...owned({ id: "createKey", tag, summary: "Create a key; it is shown only once" }),
        parse: adminJson,
        params: idParam,
        body: NewKeyBody,
        response: { 201: NewKeyView },
      },
    )
    .post(
      "/keys/:id/rotate",
      async ({ params, body, request, status }) => {
        const old = await keyOf(deps, params.id);
        if (old.revokedAt !== null)
          throw new Problem("key_revoked", "This key is revoked; create a new one.");
        const id = deps.newId();
        const overlapMs = body.overlapMs ?? OVERLAP_MS;
        const act = {
          action: "key.rotate",
          profileId: old.profileId,
          subject: old.id,
          detail: { into: id, overlapMs },
        };
        return status(201, newKeyView(await keyringFor(deps, request, act, id).rotate(old.id, overlapMs)));
      },
      {
        ...owned({
          id: "rotateKey",
          tag,
          summary: "Rotate a key",
          description:
            "Returns a new key with the same scopes. The old one keeps working for `overlapMs` (default 24 hours).",
          problems: ["key_revoked"],
        }),
        parse: adminJson,
        params: idParam,
        body: Type.Object(
          { overlapMs: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_OVERLAP_MS })) },
          strict,
        ),
        response: { 201: NewKeyView },
      },
    )
    .post(
      "/keys/:id/revoke",
      async ({ params, request }) => {
        const key = await keyOf(deps, params.id);
        // Twice is once.
        if (key.revokedAt !== null) return keyView(key);
        const at = deps.clock.now();
        const act = {
          action: "key.revoke",
          profileId: key.profileId,
          subject: key.id,
          detail: { name: key.name },
        };
        await actOf(deps, request, act).keys.revoke(key.id, at);
        return keyView({ ...key, revokedAt: at });
      },
      {
        ...owned({ id: "revokeKey", tag, summary: "Revoke a key" }),
        parse: "none",
        params: idParam,
        response: KeyView,
      },
    );

/** A keyring that writes the act down and gives the key this id. */
const keyringFor = (deps: AdminDeps, request: Request, act: Act, id: string) =>
  openKeyring(actOf(deps, request, act).keys, deps.clock, () => id);

async function keyOf(deps: AdminDeps, id: string): Promise<KeyRecord> {
  const key = await deps.records.keys.find(id.toLowerCase());
  if (!key) throw new Problem("not_found", "No key has this id.");
  return key;
}

function expiryOf(text: string | null, now: number): number | null {
  if (text === null) return null;
  const at = momentOf(text);
  if (at === null || at <= now) throw faultAt("/expiresAt", "must be a time in the future with an offset");
  return at;
}

function keyView(key: KeyRecord): Static<typeof KeyView> {
  const { id, profileId, name, last4, scopes, createdAt, lastUsedAt, expiresAt, revokedAt } = key;
  const times = {
    createdAt: iso(createdAt),
    lastUsedAt: isoOrNull(lastUsedAt),
    expiresAt: isoOrNull(expiresAt),
  };
  return { id, profileId, name, last4, scopes: [...scopes], ...times, revokedAt: isoOrNull(revokedAt) };
}

const newKeyView = ({ key, record }: NewKey): Static<typeof NewKeyView> => ({ key, ...keyView(record) });
