// Ids: UUIDv7, so that they sort by time of creation (D1).
import type { Clock } from "./clock.ts";

export type NewId = () => string;

export const idsOf =
  (clock: Clock): NewId =>
  () =>
    idAt(clock.now());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isId(text: string): boolean {
  return UUID.test(text);
}

/** An id that sorts as if it were made at `at`, ms since 1970. */
export const idAt = (at: number): string => Bun.randomUUIDv7("hex", at);
