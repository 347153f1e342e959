// API keys (D7): crier_live_ + 43 random characters + 6 characters of checksum. Only their hash is kept.
import { randomBytes } from "node:crypto";

const PREFIX = "crier_live_";
const RANDOM_CHARACTERS = 43;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS}}[0-9A-Za-z]{6}$`);

/** A new key; show it once and keep `keyHash` of it. */
export function makeKey(random: (bytes: number) => Uint8Array = randomBytes): string {
  const stem = PREFIX + randomCharacters(RANDOM_CHARACTERS, random);
  return stem + checksum(stem);
}

/** Whether the text can be a key at all: decided without a look-up. */
export function isWellFormed(key: string): boolean {
  return FORM.test(key) && checksum(key.slice(0, -6)) === key.slice(-6);
}

/** SHA-256: enough for 256 random bits, and a look-up by hash needs no comparison in constant time. */
export function keyHash(key: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(key).digest();
}

/** CRC-32 in base62, so that a mistyped or truncated key is recognised without a look-up. */
function checksum(stem: string): string {
  let rest = Bun.hash.crc32(stem);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function randomCharacters(count: number, random: (bytes: number) => Uint8Array): string {
  let text = "";
  while (text.length < count) {
    // 248 = 4 × 62: bytes above would make some characters likelier than others.
    for (const byte of random(count)) if (byte < 248 && text.length < count) text += BASE62.charAt(byte % 62);
  }
  return text;
}
