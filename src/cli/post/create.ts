// crier post create: publish, queue, schedule or draft a post from the command line, with or without a running server.
import { Command, Option } from "@commander-js/extra-typings";
import type { Static } from "@sinclair/typebox";
import type { Profile } from "../../domain/profile.ts";
import { dryRunView, postView, type DryRunView } from "../../api/views/post.ts";
import { openAppliance, type Appliance } from "../../app/index.ts";
import type { Post } from "../../domain/post.ts";
import { Problem, OperatorError } from "../../errors.ts";
import { atCommandLine } from "../../publishing/actor.ts";
import { createPost } from "../../publishing/create.ts";
import { dryRun } from "../../publishing/dry-run.ts";
import { intentsFor, type PostRequest } from "../../publishing/targets.ts";
import {
  answer,
  globalsOf,
  settings,
  tell,
  terminalOf,
  UsageError,
  type Context,
  type GlobalOptions,
} from "../context.ts";
import { examples } from "../help.ts";
import { outcomeTable } from "../outcome.ts";
import { chosenProfile } from "../profiles.ts";
import { askText, askYes, type Terminal } from "../prompts.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";
import { follow } from "../watch.ts";
import { addFiles, filesWith, optionsFrom, readText } from "./content.ts";
import { nextStep, requireSuccess } from "./next-step.ts";
import { atOption, nowOption, queueOption, scheduleOf, type WhenOptions } from "./when.ts";

const EXAMPLES = examples(
  'crier post create "Hello" --to bluesky mastodon --now',
  'crier post create "Hello" --media sunrise.jpg --alt "The sun over a lake" --at "tomorrow 7:30"',
  'echo "Version 2 is out" | crier post create - --to mastodon --queue',
);

const TEXT_MISSING =
  'The text is missing. It comes first: crier post create "Hello" --to bluesky. For standard input, write -.';

export function createCommand(context: Context) {
  return new Command("create")
    .description("create a post: publish it now, at a time, in the next free slot, or keep it as a draft")
    .argument("[text]", "the caption; - reads it from standard input")
    .option("--profile <name>", "the profile that posts; default: the only one, or CRIER_PROFILE")
    .option(
      "--to <account...>",
      "where to publish: networks, handles, network:handle, or ids of accounts; default: all accounts",
    )
    .option("--media <file...>", "images or a video, in order: paths, or ids of files (crier media list)")
    .option("--alt <text...>", 'a description of each file, in order; "" for none')
    .option(
      "--option <network.name=value...>",
      "options of a network, such as tiktok.privacy_level=SELF_ONLY; crier account show lists them",
    )
    .addOption(nowOption())
    .addOption(queueOption(true))
    .addOption(new Option("--draft", "only store it as a draft").conflicts(["at"]))
    .addOption(atOption())
    .option("--dry-run", "check the post, and show what would be published; nothing is stored")
    .option("--yes", "publish to every account without asking")
    .addHelpText("after", EXAMPLES)
    .action((text, options, command) => create(text, options, context, globalsOf(command)));
}

interface CreateOptions extends WhenOptions {
  readonly profile?: string | undefined;
  readonly to?: readonly string[] | undefined;
  readonly media?: readonly string[] | undefined;
  readonly alt?: readonly string[] | undefined;
  readonly option?: readonly string[] | undefined;
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
}

async function create(
  text: string | undefined,
  options: CreateOptions,
  context: Context,
  globals: GlobalOptions,
): Promise<void> {
  const terminal = terminalOf(context, globals);
  if (text === undefined && !terminal) throw new UsageError(TEXT_MISSING);
  const files = filesWith(options.media ?? [], options.alt ?? []);
  const accountOptions = optionsFrom(options.option ?? []);
  await using appliance = await openAppliance(await settings(context, globals), { context });
  const profile = await chosenProfile(options.profile, appliance, context);
  const schedule = await scheduleOf(options, profile.timezone, appliance.clock.now());
  const caption = await captionOf(text, terminal, context);
  const accounts = options.to ?? null;
  const request: PostRequest = { caption, accounts, media: [], overrides: {}, options: accountOptions };
  if (accounts === null && schedule !== "draft" && !options.dryRun && !options.yes)
    await requireConsent(request, schedule, profile, appliance, terminal);
  const media = await addFiles(files, profile.id, appliance, context, globals);
  const whole = { ...request, media };
  if (options.dryRun) {
    const dry = dryRunView(await dryRun(atCommandLine(profile.id), whole, schedule, appliance.publishing));
    return answer(context, globals, dry, dryTable(dry, profile, context));
  }
  const post = await createForProfile(whole, schedule, profile, appliance);
  const { timezone: zone } = profile;
  const latest = schedule === "now" ? await follow(post, appliance, { zone }, context, globals) : post;
  const display = { columns: context.columns, zone, now: appliance.clock.now() };
  answer(context, globals, postView(latest, appliance.links), outcomeTable(latest, display));
  if (schedule === "now") requireSuccess(latest, context);
  tell(context, globals, nextStep(latest, context));
}

async function captionOf(
  text: string | undefined,
  terminal: Terminal | null,
  context: Context,
): Promise<string> {
  if (text !== undefined || !terminal) return await readText(text ?? "", context);
  const check = (typed: string) => (typed.trim() === "" ? "A post needs a text." : undefined);
  return await askText(terminal, { message: "What do you want to post?", check });
}

/** Nothing goes to every account by mistake: a person confirms it, a script says so. @throws UsageError, OperatorError */
async function requireConsent(
  request: PostRequest,
  schedule: string | null,
  { id, timezone }: Profile,
  { publishing, clock }: Appliance,
  terminal: Terminal | null,
): Promise<void> {
  const intents = await intentsFor(atCommandLine(id), request, publishing);
  const names = intents.map(({ account }) => `${account.platform}:${account.handle}`);
  if (!terminal) {
    if (schedule !== "now") return;
    throw new UsageError(
      `Without --to this publishes to every account (${names.join(", ")}). Name accounts with --to, or confirm with --yes.`,
    );
  }
  const when =
    schedule === "now"
      ? "now"
      : schedule === null
        ? "in the next free slot"
        : localTime(Date.parse(schedule), timezone, clock.now());
  const accounts = names.length === 1 ? "1 account" : `all ${names.length} accounts`;
  if (!(await askYes(terminal, `Publish ${when} to ${accounts} (${names.join(", ")})?`)))
    throw new OperatorError("Canceled. Nothing was stored or published.");
}

/** @throws Problem; where some accounts would accept it, with the --to that names them */
async function createForProfile(
  request: PostRequest,
  schedule: string | null,
  profile: Profile,
  { publishing }: Appliance,
): Promise<Post> {
  try {
    return (await createPost(atCommandLine(profile.id), request, schedule, null, publishing)).post;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "preflight_failed") throw error;
    const refused = new Set(
      (error.extras["networks"] as readonly { accountId: string }[]).map((each) => each.accountId),
    );
    const intents = await intentsFor(atCommandLine(profile.id), request, publishing);
    const fit = intents.map(({ account }) => account).filter(({ id }) => !refused.has(id));
    if (fit.length === 0) throw error;
    const to = fit.map(({ platform, handle }) => `${platform}:${handle}`).join(" ");
    throw new Problem(error.code, `${error.detail} The other accounts accept it: --to ${to}`, error.extras);
  }
}

function dryTable(
  { scheduledFor, targets }: Static<typeof DryRunView>,
  { timezone }: Profile,
  { columns }: Context,
) {
  const rows = targets.map(({ platform, handle, length, limit, media, warnings }) => {
    const notes = [
      ...media.flatMap(({ adaptation }) => adaptation ?? []),
      ...warnings.map(({ message }) => message),
    ];
    return [platform, handle, `${length} of ${limit}`, notes.join(" ")];
  });
  const now = Date.now();
  const when =
    scheduledFor === null
      ? ""
      : `\nWould be published ${localTime(Date.parse(scheduledFor), timezone, now)} (${timezone}).`;
  return `${table(["network", "account", "characters", "notes"], rows, columns)}${when}\nNothing was stored.`;
}
