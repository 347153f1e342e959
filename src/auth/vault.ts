// Encrypts secrets at rest with AES-256-GCM, each bound to its row (D44).
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;

export interface Vault {
  /** Fingerprint of the key; not secret. */
  readonly kid: string;
  /** @param place what the secret belongs to, such as `account/<id>/credentials`; opening needs the same */
  seal(secret: string, place: string): Uint8Array;
  /** Throws when the key or the place is another one, or the bytes were changed. */
  open(sealed: Uint8Array, place: string): string;
  /** A key of its own for another purpose, 32 bytes; the same as long as this key is. */
  derive(purpose: string): Uint8Array;
}

/** @param keyHex 64 hex digits */
export function openVault(keyHex: string): Vault {
  const key = Buffer.from(keyHex, "hex");
  const kid = createHash("sha256").update("crier-kid").update(key).digest("hex").slice(0, 16);
  const contextOf = (place: string) => Buffer.from(`${place}/${kid}`);
  return {
    kid,
    seal(secret, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(contextOf(place));
      const sealed = [cipher.update(secret, "utf8"), cipher.final()];
      return Buffer.concat([Buffer.from([FORMAT]), iv, cipher.getAuthTag(), ...sealed]);
    },
    derive: (purpose) => new Uint8Array(hkdfSync("sha256", key, "", `crier ${purpose}`, 32)),
    open(sealed, place) {
      if (sealed[0] !== FORMAT) throw new Error("sealed in an unknown format");
      const iv = sealed.subarray(1, 1 + IV_BYTES);
      const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
      // Without the length, a shorter tag would do, which is far easier to guess.
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(contextOf(place)).setAuthTag(tag);
      const rest = sealed.subarray(1 + IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(rest), decipher.final()]).toString("utf8");
    },
  };
}
