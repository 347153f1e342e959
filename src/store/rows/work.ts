// Rows of an attempt with everything it needs, as both stores read them.
import type { Json } from "../../domain/json.ts";
import type { Verification } from "../../domain/post.ts";
import type { Work } from "../../domain/store/journal.ts";
import { mediaOf, type MediaRow } from "./media.ts";

export type WorkRow = Omit<
  Work,
  | "simulated"
  | "caption"
  | "options"
  | "media"
  | "targetMedia"
  | "progress"
  | "prepared"
  | "receipt"
  | "verification"
  | "look"
  | "held"
> & {
  readonly simulated: number;
  /** This and the options are null only if the store no longer has what the target names. */
  readonly caption: string | null;
  readonly options: string | null;
  readonly progress: string;
  readonly prepared: string | null;
  readonly receipt: string | null;
  readonly verification: string | null;
  readonly lookAskedBy: string | null;
  readonly lookPlannedAt: number | null;
  readonly held: number;
};

export type WorkMediaRow = MediaRow & { readonly ofTarget: number };
const fileOf = ({ ofTarget: _, ...row }: WorkMediaRow) => mediaOf(row);

/** @throws Error when its text or its options are missing: nothing else is sent in their place */
export function workOf(
  { simulated, caption, options, progress, prepared, receipt, verification, held, ...row }: WorkRow,
  files: readonly WorkMediaRow[],
): Work {
  const { lookAskedBy, lookPlannedAt, ...work } = row;
  if (caption === null || options === null) throw new Error(`the content of the target ${row.id} is gone`);
  return {
    ...work,
    caption,
    simulated: simulated === 1,
    options: JSON.parse(options) as Json,
    media: files.filter(({ ofTarget }) => ofTarget === 0).map(fileOf),
    targetMedia: files.filter(({ ofTarget }) => ofTarget === 1).map(fileOf),
    progress: JSON.parse(progress) as Json,
    prepared: JSON.parse(prepared ?? "null") as Json,
    receipt: JSON.parse(receipt ?? "null") as Json,
    verification: verification === null ? null : (JSON.parse(verification) as Verification),
    look: lookAskedBy === null ? null : { plannedAt: lookPlannedAt },
    held: held === 1,
  };
}
