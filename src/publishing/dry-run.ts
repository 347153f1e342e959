// Validates a post and reports what would be published, without storing it (D20).
import { shareLoop } from "../event-loop.ts";
import { entities, count } from "../networks/client/text.ts";
import { adaptation, fit } from "./preflight/media.ts";
import { resolveTargets, type PostRequest, type PublishingDeps } from "./targets.ts";
import { warningsOf, type Intent } from "./preflight/index.ts";
import type { Reach } from "./reach.ts";
import { readSchedule, slotPick } from "./schedule.ts";

export interface DryRun {
  /** ms since 1970; null for now and for a draft. */
  readonly scheduledFor: number | null;
  readonly targets: readonly DryTarget[];
}

export interface DryTarget {
  readonly accountId: string;
  readonly platform: string;
  readonly handle: string;
  readonly caption: string;
  /** What kind of post it would be, in words; null where the network has only one. */
  readonly kind: string | null;
  readonly length: number;
  readonly limit: number;
  readonly links: readonly string[];
  readonly mentions: readonly string[];
  readonly media: readonly { readonly mediaId: string; readonly adaptation: string | null }[];
  readonly warnings: readonly { readonly rule: string; readonly message: string }[];
}

/** Writes nothing and needs no plan. @throws the same Problems as for real */
export async function dryRun(
  by: Reach,
  request: PostRequest,
  schedule: string | null,
  deps: PublishingDeps,
): Promise<DryRun> {
  const { profileId } = by;
  const now = deps.clock.now();
  const plan = readSchedule(schedule, now);
  const intents = await resolveTargets(by, request, deps);
  const pick = await slotPick(profileId, plan, deps.slots, now);
  const place = pick && (await deps.posts.amongHeld(profileId, now, pick));
  const targets: DryTarget[] = [];
  for (const intent of intents) {
    await shareLoop(intent.text.length);
    targets.push(dryTarget(intent));
  }
  return { scheduledFor: place?.scheduledFor ?? plan.at, targets };
}

function dryTarget(intent: Intent): DryTarget {
  const { account, rules, kind, media, means } = intent;
  const { text } = intent.words;
  const { links, mentions } = entities(text);
  return {
    accountId: account.id,
    platform: account.platform,
    handle: account.handle,
    caption: text,
    kind: kind && kind.title,
    length: count(text, rules.text),
    limit: rules.text.max,
    links: links.map(({ url }) => url),
    mentions: mentions.map((mention) => mention.text),
    media: media.map((file) => ({
      mediaId: file.id,
      adaptation: adaptation(fit(file, rules.media, means)),
    })),
    warnings: warningsOf(intent),
  };
}
