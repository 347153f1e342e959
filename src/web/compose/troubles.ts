// What still stands between a post and going out: from the server's check, in its words.
import { composeWords as words } from "../words/compose.ts";
import { isBlank, type Draft } from "./draft.ts";
import type { Check, CheckedProblem, CheckedTarget, Fix, PostCheck } from "./useCheck.ts";

export interface Trouble {
  readonly key: string;
  /** Null for the post itself. */
  readonly target: CheckedTarget | null;
  readonly rule: string;
  readonly message: string;
  /** The field of the request. */
  readonly field: string | null;
  readonly mediaId: string | null;
  readonly limit: CheckedProblem["limit"];
  readonly actual: CheckedProblem["actual"];
  readonly fix: Fix | null;
  /** Something is missing; what is wrong otherwise has to be put right. */
  readonly isMissing: boolean;
}

export function troublesOf({ targets, problems, plan }: PostCheck): readonly Trouble[] {
  const none = { target: null, limit: null, actual: null, fix: null };
  return [
    ...(plan === null
      ? []
      : [
          { ...none, key: "plan", rule: "plan", message: plan, field: null, mediaId: null, isMissing: false },
        ]),
    ...problems.map((problem, n) => ({
      ...none,
      ...problem,
      key: `post ${problem.rule} ${n}`,
      isMissing: problem.rule === "no_accounts",
    })),
    ...targets.flatMap((target) =>
      target.problems.map((problem, n) => ({
        ...problem,
        key: `${target.accountId} ${problem.rule} ${n}`,
        target,
        isMissing: isMissing(problem, target),
      })),
    ),
  ];
}

function isMissing({ rule, fix }: CheckedProblem, { needs }: CheckedTarget): boolean {
  if (fix?.kind === "set_option") return needs.includes(fix.option);
  return rule.endsWith(".required");
}

/** On a blank page nothing is missing yet, and its check says nothing about the first words written on it. */
export const isAsked = (
  draft: Draft,
  { isOfBlank }: Pick<Check, "isOfBlank">,
  wasPressed: boolean,
): boolean => wasPressed || !(isOfBlank || isBlank(draft));

/** Accounts that can't take it, while others can. */
export function leftOut({ targets }: PostCheck): readonly string[] {
  const unable = targets.filter(({ ok }) => !ok);
  return unable.length < targets.length ? unable.map(({ accountId }) => accountId) : [];
}

/** Why an account can't take the post yet, in two words; null when it can. */
export function whyNot({ ok, problems }: CheckedTarget): string | null {
  const [first] = problems;
  if (ok || first === undefined) return null;
  return words.why.find(([start]) => first.rule.startsWith(start))?.[1] ?? words.notYet;
}
