// The operator's application at a network, as the store holds it.

export interface NetworkApplication {
  /** The network's id. */
  readonly network: string;
  readonly clientId: string;
  /** The encrypted client secret. */
  readonly sealed: Uint8Array;
  /** Requested in place of the network's usual scopes; null: those. */
  readonly scopes: readonly string[] | null;
  /** ms since 1970. */
  readonly setAt: number;
  /** As in the audit log. */
  readonly setBy: string;
  /** When this client id took the place of another one; null: it did not. */
  readonly replacedAt: number | null;
}
