// API keys and their scopes.
import { Problem } from "../errors.ts";

export const SCOPES = ["read", "write", "publish"] as const;

export type Scope = (typeof SCOPES)[number];

/** A key as it is stored: never the key itself. */
export interface KeyRecord {
  readonly id: string;
  readonly profileId: string;
  readonly name: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  /** Its posts go to simulated accounts only. */
  readonly simulatedOnly: boolean;
  /** As the audit log names them; null where it says nothing of the key. */
  readonly createdBy: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** An address. */
  readonly lastUsedFrom: string | null;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** What a rotated key does not share with the key it replaces. */
export type CreatedKey = Pick<KeyRecord, "id" | "last4" | "createdAt" | "createdBy">;

/** The refusal of a key for simulated accounts only. @param why a sentence */
export const outOfReach = (why: string): Problem =>
  new Problem("simulated_only", `This key is for simulated accounts only. ${why}`);
