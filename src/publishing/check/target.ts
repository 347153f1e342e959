// What one account would be sent: the text with its parts, the files, what is wrong, and what would mend it.
import type { ShownCard } from "../../domain/link-card.ts";
import type { LengthUnit } from "../../domain/rules.ts";
import { fittedShape } from "../../domain/fitted-shape.ts";
import type { UsableMedia } from "../../domain/media.ts";
import { splitOptions } from "../../networks/options.ts";
import { count } from "../../networks/client/text.ts";
import { adaptation, fit, type Fit, type RuleProblem } from "../preflight/media.ts";
import { warningsOf, type Intent } from "../preflight/index.ts";
import { dependsOnLive } from "../targets.ts";
import { fieldOf, fixOf, type Fix } from "./fixes.ts";
import { segmentsOf, type Segment } from "./segments.ts";

export interface TargetCheck {
  readonly accountId: string;
  readonly platform: string;
  readonly handle: string;
  readonly simulated: boolean;
  /** Nothing prevents it. */
  readonly ok: boolean;
  /** What kind of post it would be, in words; null where the network has only one. */
  readonly kind: string | null;
  /** As the network will be sent it. */
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly length: number;
  readonly limit: number;
  readonly unit: LengthUnit;
  readonly media: readonly MediaCheck[];
  /** Names of options that are required and missing. */
  readonly needs: readonly string[];
  readonly problems: readonly TargetProblem[];
  readonly warnings: readonly { readonly rule: string; readonly message: string }[];
  /** Of the link whose card would be sent, if it was fetched within the last day. */
  readonly card: ShownCard | null;
}

export interface MediaCheck {
  readonly mediaId: string;
  /** At most this size where it has to be converted; null where it is not known. */
  readonly sends: { readonly mime: string; readonly width: number | null; readonly height: number | null };
  /** What is done to the file, and why; null when nothing is. */
  readonly why: string | null;
  readonly altText: string | null;
}

export interface TargetProblem extends RuleProblem {
  /** The field of the request that it is about, such as `caption` or `options.board_id`. */
  readonly field: string | null;
  /** What would mend it; null where only the author knows. */
  readonly fix: Fix | null;
}

export function targetCheck(
  intent: Intent,
  found: readonly RuleProblem[],
  card: ShownCard | null,
): TargetCheck {
  const { account, kind, rules, words } = intent;
  const { text } = words;
  return {
    accountId: account.id,
    platform: account.platform,
    handle: account.handle,
    simulated: account.simulated,
    ok: found.length === 0,
    kind: kind && kind.title,
    text,
    segments: segmentsOf(text, rules.text, intent.network),
    length: count(text, rules.text),
    limit: rules.text.max,
    unit: rules.text.unit,
    media: intent.media.map((file, n) => mediaCheck(file, words.altTexts[n] ?? null, intent)),
    needs: neededOptions(intent, found),
    problems: found.map((problem) => ({
      ...problem,
      field: fieldOf(problem),
      fix: fixOf(problem, intent),
    })),
    warnings: [...warningsOf(intent), ...unheard(intent)],
    card,
  };
}

function mediaCheck(file: UsableMedia, altText: string | null, { rules, means }: Intent): MediaCheck {
  const plan = fit(file, rules.media, means);
  return { mediaId: file.id, sends: formatOf(file, plan), why: adaptation(plan), altText };
}

function formatOf({ mime, width, height }: UsableMedia, plan: Fit): MediaCheck["sends"] {
  if (plan.kind !== "convert") return { mime, width, height };
  const { targetFormat } = plan;
  const known = width !== null && height !== null;
  const shape = known ? fittedShape({ width, height }, targetFormat) : { width, height };
  return { mime: targetFormat.mime, ...shape };
}

/** A problem about an option that was not chosen is that it has to be. */
function neededOptions({ options }: Intent, found: readonly RuleProblem[]): string[] {
  const chosen = splitOptions(options).own;
  const names = found.flatMap(({ rule }) => /^options\.([^.]+)$/.exec(rule)?.[1] ?? []);
  return [...new Set(names)].filter((name) => !Object.hasOwn(Object(chosen), name));
}

/** Choices that only the network can judge, and it was not asked since the start. */
function unheard({ account, network, options, live }: Intent): { rule: string; message: string }[] {
  if (live !== null || account.status !== "active" || !dependsOnLive(network, options)) return [];
  const message = `${network.name} was not asked about this account yet, so choices such as lists or boards are not checked.`;
  return [{ rule: "options.unchecked", message }];
}
