// Secrets of webhooks: made, sealed at rest, and the signatures they make (Standard Webhooks 1.0).
import { createHmac, randomBytes } from "node:crypto";
import type { SigningKey } from "../auth/jws.ts";
import type { Vault } from "../auth/vault.ts";
import type { SealedSecret } from "../domain/store/outbox.ts";
import type { NewSecret } from "../domain/store/webhooks.ts";

const PREFIX = "whsec_";
/** The specification asks for 24 to 64. */
const BYTES = 32;

/** A fresh secret as the receiver stores it. */
export const makeSecret = (): string => PREFIX + randomBytes(BYTES).toString("base64");

/** @param id of the secret */
export function sealedSecret(secret: string, id: string, createdAt: number, vault: Vault): NewSecret {
  return { id, sealed: vault.seal(secret, placeOf(id)), createdAt };
}

const placeOf = (id: string) => `webhook-secret/${id}`;

export interface SignerDeps {
  readonly vault: Vault;
  readonly signing: SigningKey;
}

interface Signed {
  readonly messageId: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers of one try: `v1` of each secret that is live, and `v1a` of this server.
 * @param secrets those whose time is over are left out
 */
export function sealedHeaders(
  message: Signed,
  secrets: readonly SealedSecret[],
  { vault, signing }: SignerDeps,
): Record<string, string> {
  const live = secrets.filter(({ until }) => until === null || until > message.timestamp * 1000);
  const own = live.map(({ id, sealed }) => vault.open(sealed, placeOf(id)));
  return signedHeaders(message, own, signing);
}

/** @param secrets as the receiver stores them */
export function signedHeaders(
  { messageId, timestamp, body }: Signed,
  secrets: readonly string[],
  signing: SigningKey,
): Record<string, string> {
  const text = `${messageId}.${timestamp}.${body}`;
  const own = secrets.map((secret) => `v1,${hmac(secret, text)}`);
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": [...own, `v1a,${signing.signText(text)}`].join(" "),
  };
}

function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return createHmac("sha256", key).update(text).digest("base64");
}
