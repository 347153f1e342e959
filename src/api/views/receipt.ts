// The claims of a delivery receipt, in the shape of a Security Event Token (RFC 8417). docs/receipts.md explains them.
import { hash } from "node:crypto";
import { Type, type Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { AttemptRecord } from "../../domain/evidence.ts";
import { publishedAt, statusOf, targetStatus, type Target } from "../../domain/post.ts";
import type { Delivery, TargetDelivery } from "../../publishing/receipt.ts";
import { kindWord } from "./event.ts";
import { iso, isoOrNull, nullable } from "./shapes.ts";

/** The media type of a Security Event Token, without `application/`. */
export const RECEIPT_TYP = "secevent+jwt";

/** The event that a receipt states: the address at which its meaning is explained. */
export const receiptEvent = (issuer: string) => `${issuer}/docs/receipts`;

interface Issue {
  readonly id: string;
  /** ms since 1970. */
  readonly at: number;
  /** Public address of the appliance, without a trailing slash. */
  readonly issuer: string;
}

export function receiptClaims({ post, targets, journal }: Delivery, { id, at, issuer }: Issue) {
  const settled = Math.max(...targets.map(({ settledAt }) => settledAt ?? 0));
  return {
    iss: issuer,
    iat: Math.floor(at / 1000),
    jti: id,
    sub: post.id,
    events: {
      [receiptEvent(issuer)]: {
        status: statusOf(post),
        createdAt: iso(post.createdAt),
        scheduledFor: isoOrNull(post.scheduledFor),
        publishedAt: isoOrNull(publishedAt(post)),
        settledAt: isoOrNull(settled > 0 ? settled : null),
        media: post.media.map(({ id: mediaId, sha256 }) => ({ mediaId, sha256 })),
        targets: targets.map(targetClaims),
        journal,
      },
    },
  };
}

function targetClaims({ target, attempts, settledAt }: TargetDelivery) {
  const { id, accountId, platform, handle, simulated, state, remoteId, url, failure } = target;
  return {
    targetId: id,
    accountId,
    platform,
    handle,
    simulated,
    status: targetStatus(state),
    remoteId,
    url,
    publishedAt: isoOrNull(target.publishedAt),
    settledAt: isoOrNull(settledAt),
    errorCode: failure?.code ?? null,
    textSha256: hash("sha256", target.caption, "hex"),
    attempts: attempts.map(attemptClaims),
    verification: verificationClaims(target),
    reconciled: reconciledClaims(target),
  };
}

function attemptClaims({ attempt, startedAt, sentAt, fingerprint, endedAt, outcome, steps }: AttemptRecord) {
  return {
    attempt,
    startedAt: iso(startedAt),
    sentAt: isoOrNull(sentAt),
    settledAt: isoOrNull(endedAt),
    outcome: outcome && kindWord(outcome),
    fingerprint,
    requests: steps
      .filter(({ name }) => name === "publish")
      .map(({ at, ms, method, host, path, status, result }) => {
        return { at: iso(at), ms, method, host, path, status, result };
      }),
  };
}

function verificationClaims({ verification }: Target) {
  if (verification === null) return null;
  const { method, verdict, checkedAt, evidence } = verification;
  return { method, verdict, checkedAt: iso(checkedAt), evidence };
}

/** Whether a person decided it. Who that was stays here: a receipt is made to be passed on. */
function reconciledClaims({ reconciled }: Target) {
  return reconciled && { action: reconciled.action, at: iso(reconciled.at) };
}

const moment = Type.String({ pattern: "^\\d{4}-[01]\\d-[0-3]\\dT[0-2]\\d:[0-5]\\d:[0-5]\\d\\.\\d{3}Z$" });
const Statement = Type.Object({
  status: Type.String(),
  targets: Type.Array(
    Type.Object({
      platform: Type.String(),
      handle: Type.String(),
      simulated: Type.Boolean(),
      status: Type.String(),
      url: nullable(Type.String()),
      settledAt: nullable(moment),
    }),
  ),
  journal: Type.Object({ head: Type.String(), events: Type.Integer() }),
});
const Claims = Type.Object({
  iss: Type.String(),
  iat: Type.Integer({ minimum: 0, maximum: 8e12 }),
  sub: Type.String(),
  events: Type.Record(Type.String(), Type.Unknown()),
});

/** A receipt as it is read again: its claims, and what it states of the post. */
export interface ReceiptClaims extends Static<typeof Claims> {
  readonly statement: Static<typeof Statement>;
}

/** @returns null when these are not the claims of a receipt */
export function receiptIn(claims: unknown): ReceiptClaims | null {
  if (!Value.Check(Claims, claims)) return null;
  const statement = claims.events[receiptEvent(claims.iss)];
  return Value.Check(Statement, statement) ? { ...claims, statement } : null;
}
