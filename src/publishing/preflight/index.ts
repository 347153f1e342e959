// Checks a post against the rules of each target's network: all problems of all targets, with numbers (D2).
import { shareLoop } from "../../event-loop.ts";
import type { OptionProblem, LiveOptions, Network, Words } from "../../networks/network.ts";
import { areValid, splitOptions, optionsOf } from "../../networks/options.ts";
import type { MediaRule } from "../../domain/rules.ts";
import { isBlank } from "../../networks/client/text.ts";
import { choiceProblems } from "./options.ts";
import { uncertainLimits, fit, type FitOptions, type RuleProblem } from "./media.ts";
import { plannedPostOf, type Content, type Limits } from "./limits.ts";
import type { Media, UsableMedia } from "../../domain/media.ts";
import type { TargetAccount } from "../dependencies.ts";
import { textExcesses } from "./text.ts";

/** What would go to one account. */
export interface Intent extends Content, Limits {
  readonly account: TargetAccount;
  readonly network: Network;
  /** Where networks could fetch files from this appliance; null when the operator has named no address. */
  readonly publicUrl: string | null;
  readonly means: FitOptions;
  /** What the network will be sent of it. */
  readonly words: Words;
  /** What the network says of the account now; null when it was not asked, or did not answer. */
  readonly live: LiveOptions | null;
}

/** The problems of one target, as an answer names them. */
export interface NetworkProblems {
  readonly platform: string;
  readonly accountId: string;
  readonly handle: string;
  readonly problems: readonly RuleProblem[];
  /** There are more than these. */
  readonly truncated?: true;
}

/** What an answer says of one target, and of all of them; it must not grow with the size of the request. */
const MOST_OF_ONE = 20;
const MOST_IN_ALL = 400;
const LEAST_OF_ONE = 3;
const LONGEST_MESSAGE = 500;

/** Only targets that have problems. */
export async function preflight(intents: readonly Intent[]): Promise<NetworkProblems[]> {
  const share = Math.floor(MOST_IN_ALL / Math.max(intents.length, 1));
  const most = Math.max(LEAST_OF_ONE, Math.min(MOST_OF_ONE, share));
  const found: NetworkProblems[] = [];
  for (const intent of intents) {
    await shareLoop(intent.text.length);
    const { platform, id, handle } = intent.account;
    const all = problemsOf(intent);
    const problems = all.slice(0, most).map(brief);
    const more = all.length > most ? { truncated: true as const } : {};
    if (all.length > 0) found.push({ platform, accountId: id, handle, problems, ...more });
  }
  return found;
}

/** Some messages quote what was sent. */
function brief(problem: RuleProblem): RuleProblem {
  const { message } = problem;
  return message.length > LONGEST_MESSAGE
    ? { ...problem, message: `${message.slice(0, LONGEST_MESSAGE)}…` }
    : problem;
}

/** What is worth knowing but stops nothing. */
export function warningsOf(intent: Intent): { rule: string; message: string }[] {
  const { media, words } = intent;
  const rules = intent.rules.media;
  const takesAlt = rules.altTextMax !== null;
  const altless = media
    .filter(({ kind }, n) => takesAlt && kind === "image" && words.altTexts[n] === null)
    .map(({ filename }) => ({
      rule: "media.altText.missing",
      message: `${filename} has no alternative text for people who can't see it.`,
    }));
  const unsure = [...textExcesses(words.text, intent.rules.text), ...complaintsOf(intent)];
  return [
    ...altless,
    ...media.flatMap((file) => uncertainLimits(file, rules)),
    ...unsure.flatMap(({ certain, rule, message }) => (certain ? [] : [{ rule, message }])),
  ];
}

function problemsOf(intent: Intent): RuleProblem[] {
  const { rules } = intent;
  return [
    ...accountProblems(intent),
    ...textProblems(intent),
    ...requirementProblems(intent),
    ...mixProblems(intent.media, rules.media),
    ...intent.media.flatMap((media, n) => fileProblems(media, intent.words.altTexts[n] ?? "", intent)),
    ...addressProblems(intent),
    ...altTextProblems(intent),
    ...choiceProblems(optionsOf(intent.network, intent.account.rules), intent.options, MOST_OF_ONE + 1),
    ...complaintsOf(intent).flatMap(({ certain, ...problem }) => (certain ? [problem] : [])),
  ];
}

/** What the connector itself has to say, once its options are of the right shape. */
function complaintsOf({ network, live, ...content }: Intent): readonly OptionProblem[] {
  if (!areValid(network.options, splitOptions(content.options).own)) return [];
  const request = plannedPostOf(content);
  const unavailable = live && network.liveOptionRules?.validate(request, live.values);
  return [...network.validate(request), ...(unavailable ?? [])];
}

/** Words for a file that is not sent would be lost without a sign. */
function altTextProblems({ options, media }: Intent): RuleProblem[] {
  const { altTexts } = splitOptions(options);
  const useless = [...altTexts.keys()].filter((mediaId) => !media.some(({ id }) => id === mediaId));
  return useless.map((mediaId) => {
    const message = `\`alt_text\` has words for ${mediaId}, which is not one of the files here.`;
    return { rule: "options.alt_text", message, limit: null, actual: null };
  });
}

/** Files that the network downloads need an address that it can reach. */
function addressProblems({ account, rules, media, publicUrl, network }: Intent): RuleProblem[] {
  const { fetched = [] } = rules.media;
  const kind = fetched.find((each) => media.some((file) => file.kind === each));
  if (!kind || account.simulated || publicUrl !== null) return [];
  const message =
    `${network.name} downloads ${kind}s from a URL, and this Crier has no public address. ` +
    "The operator must set CRIER_URL to an address that is reachable from the internet.";
  return [{ rule: "media.address", message, limit: null, actual: null }];
}

function accountProblems({ account, network }: Intent): RuleProblem[] {
  if (account.status === "active") return [];
  const message = `The account must be connected to ${network.name} again.`;
  return [{ rule: "account.needs_reconnect", message, limit: null, actual: account.status }];
}

function textProblems({ rules, words }: Intent): RuleProblem[] {
  return textExcesses(words.text, rules.text)
    .filter(({ certain }) => certain)
    .map(({ certain: _, ...problem }) => problem);
}

function requirementProblems(intent: Intent): RuleProblem[] {
  const { rules, media, network } = intent;
  if (rules.requires === null && saysNothing(intent)) {
    const message = `A ${network.name} post needs a text or a file; this one has neither.`;
    return [{ rule: "text.required", message, limit: 1, actual: 0 }];
  }
  if (rules.requires === "media" && media.length === 0) {
    const message = `${network.name} posts need an image or a video.`;
    return [{ rule: "media.required", message, limit: 1, actual: 0 }];
  }
  if (rules.requires === "video" && !media.some(({ kind }) => kind === "video")) {
    return [
      {
        rule: "video.required",
        message: `${network.name} posts need a video.`,
        limit: 1,
        actual: 0,
      },
    ];
  }
  return [];
}

function saysNothing({ media, words: { text }, options, rules }: Intent): boolean {
  const chosen = Object.keys(splitOptions(options).own ?? {});
  const replaced = rules.text.replacedBy?.some((name) => chosen.includes(name)) ?? false;
  return media.length === 0 && !replaced && isBlank(text);
}

function mixProblems(media: readonly Media[], rule: MediaRule): RuleProblem[] {
  const videos = media.filter(({ kind }) => kind === "video").length;
  const problems: RuleProblem[] = [];
  if (media.length > rule.maxItems) {
    const message = `Number of files: ${media.length}; the limit is ${rule.maxItems}.`;
    problems.push({ rule: "media.count", message, limit: rule.maxItems, actual: media.length });
  }
  if (videos > rule.maxVideos) {
    const message = `Number of videos: ${videos}; the limit is ${rule.maxVideos}.`;
    problems.push({ rule: "video.count", message, limit: rule.maxVideos, actual: videos });
  }
  if (!rule.mixed && videos > 0 && videos < media.length) {
    const message = "Images and videos can't be in one post here.";
    problems.push({
      rule: "media.mix",
      message,
      limit: null,
      actual: `${media.length - videos} images, ${videos} videos`,
    });
  }
  return problems;
}

function fileProblems(media: UsableMedia, altText: string, { rules, means }: Intent): RuleProblem[] {
  const rule = rules.media;
  const plan = fit(media, rule, means);
  const problems = plan.kind === "impossible" ? [...plan.problems] : [];
  const alt = Array.from(altText).length;
  if (rule.altTextMax !== null && alt > rule.altTextMax) {
    const message = `The alternative text is ${alt} characters long; the limit is ${rule.altTextMax}.`;
    problems.push({ rule: "media.altText", message, limit: rule.altTextMax, actual: alt, mediaId: media.id });
  }
  return problems;
}
