// Rows of what needs a person, as both stores read them.
import type { OpenTarget, WarnedPost } from "../../domain/attention.ts";
import type { Failure, Verification, Warning } from "../../domain/post.ts";

export type TargetRow = Omit<OpenTarget, "failure" | "verification"> & {
  readonly failure: string | null;
  readonly verification: string | null;
};
export type WarnedRow = Omit<WarnedPost, "warnings"> & { readonly warnings: string };

export function targetOf({ failure, verification, ...target }: TargetRow): OpenTarget {
  return {
    ...target,
    failure: failure === null ? null : (JSON.parse(failure) as Failure),
    verification: verification === null ? null : (JSON.parse(verification) as Verification),
  };
}

export const warnedOf = ({ warnings, ...post }: WarnedRow): WarnedPost => ({
  ...post,
  warnings: JSON.parse(warnings) as Warning[],
});
