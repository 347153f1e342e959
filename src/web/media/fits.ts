// How each network takes a file, by what the server's check says of the accounts there.
import type { Ratios } from "./crop/geometry.ts";

interface Problem {
  readonly rule: string;
  readonly message: string;
  readonly field: string | null;
  readonly mediaId: string | null;
  readonly fix: { readonly kind: string; readonly ratios?: Ratios } | null;
}

interface Target {
  readonly accountId: string;
  readonly platform: string;
  readonly handle: string;
  readonly media: readonly { readonly mediaId: string; readonly why: string | null }[];
  readonly problems: readonly Problem[];
}

export interface Fit {
  readonly key: string;
  readonly platform: string;
  /** Where the accounts of one network differ; otherwise none. */
  readonly handles: readonly string[];
  readonly kind: "asIs" | "converted" | "refused";
  /** What is done to it, or why it is refused. */
  readonly why: string | null;
  /** The shape that would be taken; null where that is not what is wrong. */
  readonly crop: Ratios | null;
}

/** One for each network, and more where its accounts differ. */
export function fitOf(mediaId: string, targets: readonly Target[]): readonly Fit[] {
  const found = new Map<string, { readonly fit: Omit<Fit, "handles">; readonly handles: string[] }>();
  for (const target of targets) {
    const fit = ofTarget(mediaId, target);
    const known = found.get(fit.key);
    if (known) known.handles.push(target.handle);
    else found.set(fit.key, { fit, handles: [target.handle] });
  }
  const all = [...found.values()];
  const isMixed = ({ platform }: Omit<Fit, "handles">) =>
    all.filter(({ fit }) => fit.platform === platform).length > 1;
  return all.map(({ fit, handles }) => ({ ...fit, handles: isMixed(fit) ? handles : [] }));
}

function ofTarget(mediaId: string, { platform, media, problems }: Target): Omit<Fit, "handles"> {
  const problem = problems.find((each) => each.mediaId === mediaId || each.field === "media");
  const done = media.find((each) => each.mediaId === mediaId)?.why ?? null;
  const kind = problem ? "refused" : done === null ? "asIs" : "converted";
  const why = problem?.message ?? done;
  const crop = problem?.fix?.kind === "crop" ? (problem.fix.ratios ?? null) : null;
  return { key: `${platform} ${kind} ${why}`, platform, kind, why, crop };
}
