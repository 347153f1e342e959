// The public half of a key that this appliance signs with (Ed25519).

export interface PublicKey {
  /** Its thumbprint by RFC 7638. */
  readonly kid: string;
  /** The key, base64url. */
  readonly x: string;
}
