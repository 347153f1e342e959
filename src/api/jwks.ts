// /.well-known/jwks.json: the public keys with which anybody can verify what this appliance signs.
import { Elysia } from "elysia";
import { jwkOf } from "../auth/jws.ts";
import type { PublicKey } from "../domain/signing-key.ts";

export interface JwksDeps {
  /** The present one first, then those of earlier secret keys. */
  readonly signingKeys: () => Promise<readonly PublicKey[]>;
}

const headers = { "content-type": "application/jwk-set+json", "cache-control": "public, max-age=300" };

export const jwksRoutes = (deps: JwksDeps) =>
  new Elysia({ detail: { hide: true } }).get("/.well-known/jwks.json", async () =>
    Response.json({ keys: (await deps.signingKeys()).map(jwkOf) }, { headers }),
  );
