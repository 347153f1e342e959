// What the screen reads: the keys of the profile, and the tools that agents get.
import { queryOptions } from "@tanstack/react-query";
import { admin, call, now } from "../api.ts";

/** The use of keys has no live events: they are read again this often, ms. */
const AGAIN_MS = 10_000;

const readKeys = (profileId: string) => call(() => admin().profiles({ id: profileId }).keys.get());

export type Key = Awaited<ReturnType<typeof readKeys>>["keys"][number];
export type Scope = Key["scopes"][number];
export const SCOPES = ["read", "write", "publish"] as const satisfies readonly Scope[];

/** A key that was just made: the only time that it can be shown. */
export interface FreshKey {
  readonly key: string;
  readonly record: Key;
}

export const keysQuery = (profileId: string) =>
  queryOptions({ queryKey: ["listKeys", profileId], queryFn: () => readKeys(profileId) });

export const freshKeysQuery = (profileId: string) =>
  queryOptions({ ...keysQuery(profileId), refetchInterval: AGAIN_MS });

const readTools = () => call(() => admin()["agent-tools"].get());

export type AgentTool = Awaited<ReturnType<typeof readTools>>["tools"][number];

export const toolsQuery = queryOptions({ queryKey: ["listAgentTools"], queryFn: readTools });

/** Why a key works no more; null while it works. */
export function endOf({ revokedAt, expiresAt }: Key): "revoked" | "expired" | null {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now() ? "expired" : null;
}
