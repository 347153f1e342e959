// The position of a reader in the stream of live events, as text.
import type { ChangePosition } from "../../domain/store/changes.ts";

export const positionText = ({ event, act }: ChangePosition): string => `${event}.${act}`;

/** @returns "unknown" when the text is not a position */
export function positionOf(text: string): ChangePosition | "unknown" {
  const [, event, act] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return event === undefined ? "unknown" : { event: Number(event), act: Number(act) };
}
