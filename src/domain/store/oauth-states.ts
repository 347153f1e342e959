// Store interface: sign-ins in progress, found by the hash of their `state`.
import type { OAuthState } from "../oauth-state.ts";

export interface OAuthStates {
  /** Those that have been over for a while are swept. */
  add(oauthFlow: OAuthState, hash: Uint8Array, now: number): Promise<void>;
  find(hash: Uint8Array): Promise<(OAuthState & { readonly usedAt: number | null }) | null>;
  /** False when it was used before: each works once. */
  use(hash: Uint8Array, at: number): Promise<boolean>;
}
