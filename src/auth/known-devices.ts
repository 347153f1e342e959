// Browsers in which an owner has signed in before: they are judged by their own failures, not by their address's, so
// that other people behind the same proxy can't keep an owner out.
import { randomBytes } from "node:crypto";
import { emailOf } from "./session.ts";
import type { Vault } from "./vault.ts";

export interface Device {
  readonly id: string;
  /** Who signed in there. */
  readonly email: string;
}

export interface Devices {
  /** A token for the browser's cookie: the same device again when it was known for this person. */
  tokenFor(email: string, known: Device | null): string;
  /** Null for a token that was not given out here. */
  deviceOf(token: string | null): Device | null;
}

/** Nothing is stored: the token itself is sealed. */
export function openDevices(vault: Vault): Devices {
  return {
    tokenFor(email, known) {
      const id = known?.email === emailOf(email) ? known.id : randomBytes(16).toString("base64url");
      return Buffer.from(vault.seal(`${id} ${emailOf(email)}`, PLACE)).toString("base64url");
    },
    deviceOf(token) {
      if (token === null) return null;
      try {
        const [id = "", email = ""] = vault.open(Buffer.from(token, "base64url"), PLACE).split(" ");
        return { id, email };
      } catch {
        return null;
      }
    },
  };
}

const PLACE = "session/device";
