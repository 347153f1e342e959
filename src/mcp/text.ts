// Results as text: short, complete, and with the next step.
import type { Static } from "@sinclair/typebox";
import { captionLimit, type AccountView } from "../api/views/account.ts";
import type { MediaView } from "../api/views/media.ts";
import type { UploadView } from "../api/v1/uploads.ts";
import type { EvidenceView } from "../api/views/evidence.ts";
import type { Post as StoredPost } from "../domain/post.ts";
import type { DryRunView, PostView } from "../api/views/post.ts";
import { isPausedFailure } from "../domain/pause.ts";
import { oneLine } from "../one-line.ts";

/** Of a text from a network. */
const LONGEST = 400;

type Account = Static<typeof AccountView> & { readonly requiredOptions: readonly string[] };
type Post = Static<typeof PostView>;
type Target = Post["targets"][number];

export function accountWords(accounts: readonly Account[]): string {
  if (accounts.length === 0)
    return "No account is connected to this profile. A person connects them in Crier.";
  return [`${accounts.length} connected:`, ...accounts.map(accountLine)].join("\n");
}

function accountLine(account: Account): string {
  const { id, platform, handle, canPublish, blockedReason, requires, limits, requiredOptions, simulated } =
    account;
  const { caption, media } = limits;
  const can = canPublish ? "can publish" : `can't publish: ${oneLine(blockedReason ?? "", LONGEST)}`;
  const files =
    media.maxItems === 0 ? "no media" : `at most ${media.maxItems} files (${media.kinds.join(", ")})`;
  const must = requires === null ? "" : `, needs ${requires}`;
  const options =
    requiredOptions.length === 0
      ? ""
      : `; every post needs the options ${requiredOptions.map((name) => `${platform}.${name}`).join(", ")} (see get_account_options)`;
  const marks = simulated ? " [simulated: reaches no network]" : "";
  return `- ${nameIn(platform, handle)} (${id}) ${can}; caption up to ${captionLimit(caption)}, ${files}${must}${options}${marks}`;
}

export function optionWords({
  platform,
  options,
  values,
}: {
  readonly platform: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
}): string {
  const { required } = options;
  const must = Array.isArray(required) && required.length > 0 ? ` Required: ${required.join(", ")}.` : "";
  const now = Object.keys(values).length === 0 ? "" : `\nAllowed now: ${JSON.stringify(values)}`;
  return `Put these in options.${platform} of a post.${must}\nSchema: ${JSON.stringify(options)}${now}`;
}

const nameIn = (platform: string, handle: string) => `${platform}:${oneLine(handle, 200)}`;

export function mediaWords({ id, kind, mime, width, height, altText }: Static<typeof MediaView>): string {
  const size = width === null || height === null ? "" : `, ${width}×${height}`;
  const alt = altText === null ? " It has no alternative text." : "";
  return `Stored ${kind} ${id} (${mime}${size}). Put this id in \`media\` of create_post.${alt}`;
}

export function mediaListWords(media: readonly Static<typeof MediaView>[]): string {
  const lines = media.map(
    ({ id, kind, filename, altText }) => `${id} ${kind} ${filename}: ${altText ?? "no alternative text"}`,
  );
  return lines.length === 0 ? "No files." : lines.join("\n");
}

export function uploadWords({ uploadId, uploadUrl, headers, expiresAt }: Static<typeof UploadView>): string {
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    `Nothing is stored yet. Send the raw bytes with PUT to ${uploadUrl} with ${sent.join(", ")} and no Authorization ` +
    `header, before ${expiresAt}. Then call add_media with uploadId ${uploadId}.`
  );
}

export function postWords(post: Post): string {
  const when = post.scheduledFor === null ? "" : `, for ${post.scheduledFor}`;
  const head = `Post ${post.id} is ${post.status}${when}.`;
  return [head, ...post.targets.map(targetLine), ...nextSteps(post)].join("\n");
}

function targetLine(target: Target): string {
  const { platform, handle, status, url, error, waitReason, nextAttemptAt, nextAction, simulated } = target;
  const news = error ?? waitReason;
  const until = waitReason === undefined || nextAttemptAt === null ? "" : ` until ${nextAttemptAt}`;
  const why = news === undefined ? "" : `${until}: ${oneLine(news, LONGEST)}`;
  const next = nextAction === "none" ? "" : ` (next: ${nextAction})`;
  return `- ${nameIn(platform, handle)} ${status}${url === undefined ? "" : ` ${oneLine(url, 2000)}`}${why}${next}${simulated ? " [simulated]" : ""}`;
}

/** It is due and waits until publishing, or its queue, is resumed. */
const isPaused = ({ waitReason, errorCode: code, errorCategory: category }: Target) =>
  waitReason !== undefined && isPausedFailure({ code, category });

function nextSteps({ status, targets }: Post): string[] {
  const has = (state: Target["status"]) => targets.some((target) => target.status === state);
  return [
    ...(targets.some(isPaused)
      ? [
          "Publishing or the queue was stopped on purpose. It goes out once that ends: don't call create_post again.",
        ]
      : status === "publishing"
        ? ["It is still in progress: call get_post in a few seconds. Don't call create_post again."]
        : []),
    ...(has("uncertain")
      ? [
          "Uncertain means it may be live. Don't post it again; a person must look on that network, then reconcile_target.",
        ]
      : []),
    ...(has("failed") && has("posted")
      ? [
          "Some are live. retry_post tries only the failed ones again; a new create_post would post the others twice.",
        ]
      : []),
  ];
}

/** What happened, and where a person can look for what may be live. */
export function evidenceWords(
  { id, targets }: Pick<StoredPost, "id" | "targets">,
  events: readonly { readonly at: string; readonly text: string }[],
  evidence: readonly Static<typeof EvidenceView>[],
): string {
  const uncertain = targets.flatMap(({ id: targetId, state, platform, handle }) => {
    const known = evidence.find((each) => each.targetId === targetId);
    if (state !== "uncertain" || !known) return [];
    const { certainty, nextLookAt, whereToLook } = known;
    const next = nextLookAt === null ? "Crier does not check again." : `Crier checks again at ${nextLookAt}.`;
    const place = whereToLook.searchUrl ?? whereToLook.profileUrl;
    const where = place === null ? "" : ` A person can look at ${oneLine(place, 2000)}`;
    return [`- ${nameIn(platform, handle)} (${targetId}) may be live. ${certainty} ${next}${where}`];
  });
  const story = events.map(({ at, text }) => `- ${at} ${oneLine(text, LONGEST)}`);
  return [`What happened to post ${id}:`, ...story, ...uncertain].join("\n");
}

export function pageWords(posts: readonly Post[], nextCursor: string | null): string {
  if (posts.length === 0) return "No posts.";
  const lines = posts.map((post) => {
    const targets = post.targets.map(
      ({ platform, handle, status }) => `${nameIn(platform, handle)} ${status}`,
    );
    return `- ${post.id} ${post.status} ${post.scheduledFor ?? post.createdAt} "${oneLine(post.caption, 60)}" (${targets.join(", ")})`;
  });
  const more = nextCursor === null ? [] : [`There are more: call again with cursor ${nextCursor}.`];
  return [`${posts.length} posts, newest first:`, ...lines, ...more].join("\n");
}

export function checkWords({ scheduledFor, targets }: Static<typeof DryRunView>): string {
  const when = scheduledFor === null ? "" : ` It would be published at ${scheduledFor}.`;
  const lines = targets.map(({ platform, handle, length, limit, media, warnings }) => {
    const notes = [
      ...media.flatMap(({ adaptation }) => (adaptation === null ? [] : [adaptation])),
      ...warnings.map(({ message }) => message),
    ].map((note) => ` ${oneLine(note, LONGEST)}`);
    return `- ${nameIn(platform, handle)} takes it: ${length} of ${limit} characters.${notes.join("")}`;
  });
  return [`Nothing was stored or published.${when}`, ...lines].join("\n");
}
