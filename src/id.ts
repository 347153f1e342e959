// Ids: UUIDv7, so that they sort by time of creation (D1).
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
