// Ids: UUIDv7, so that they sort by time of creation (D1).
import { hash } from "node:crypto";
import type { Clock } from "./clock.ts";

export type NewId = () => string;

export const idsOf =
  (clock: Clock): NewId =>
  () =>
    Bun.randomUUIDv7("hex", clock.now());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return UUID.test(text);
}

/** What every id of this time or later sorts after. @param at ms since 1970 */
export function firstIdAt(at: number): string {
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/**
 * An id that is made of facts, so that a transaction which runs twice makes it again. It sorts by `at`, then by `n`.
 * @param at ms since 1970 @param n a number that rises @param text what no other thing has with this number
 */
export function idFrom(at: number, n: number, text: string): string {
  const digits = (value: number, length: number) => value.toString(16).padStart(length, "0");
  const [high, low] = [digits(Math.floor(n / 2 ** 14) % 2 ** 12, 3), n % 2 ** 14];
  const variant = digits(2 ** 15 + low, 4);
  const rest = hash("sha256", `${at} ${n} ${text}`, "hex").slice(0, 12);
  return `${firstIdAt(at)}-7${high}-${variant}-${rest}`;
}
