// Where a reader of live events is, as one short text.
import type { ChangePosition } from "../../domain/store/changes.ts";

export const positionText = ({ event, act }: ChangePosition): string => `${event}.${act}`;

/** "unknown": nothing that was ever given out */
export function positionOf(text: string): ChangePosition | "unknown" {
  const [, event, act] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return event === undefined ? "unknown" : { event: Number(event), act: Number(act) };
}
