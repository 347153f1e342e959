// crier post: publish from the command line, with or without a running server.
import { basename } from "node:path";
import { Command, Option } from "@commander-js/extra-typings";
import { openAppliance, type Appliance } from "../app/index.ts";
import { OperatorError } from "../errors.ts";
import { MAX_UPLOAD_BYTES } from "../media/upload/index.ts";
import { atCommandLine } from "../publishing/actor.ts";
import { createPost } from "../publishing/create.ts";
import { namedProfile } from "./named-profile.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { follow } from "./watch.ts";
import { optionsFrom } from "./post-options.ts";
import { printable } from "./printable.ts";
import { outcomeTable, table } from "./table.ts";
import { dryRunView, postView, type DryRunView } from "../api/views/post.ts";
import { dryRun } from "../publishing/dry-run.ts";
import type { Static } from "@sinclair/typebox";

export function postCommand(context: Context) {
  return new Command("post")
    .description("publish a text, with files if there are any, and show where it landed")
    .argument("<text>", "the caption, before the options")
    .showHelpAfterError(
      'Example: crier post "Hello" --profile me --to mastodon bluesky --media a.jpg b.jpg --now',
    )
    .requiredOption("--profile <name>", "the profile that posts")
    .option("--to <account...>", "accounts by id, network, handle or network:handle; default: all")
    .option("--media <file...>", "images or a video, in order")
    .option("--alt <text...>", 'what each file shows, in their order; "" for a file without')
    .option(
      "--set <network.option=value...>",
      "a network's own options, such as tiktok.privacy_level=SELF_ONLY",
    )
    .addOption(new Option("--now", "publish immediately").conflicts(["draft", "at", "queue"]))
    .addOption(
      new Option("--queue", "in the next free slot of the queue (the default)").conflicts(["draft", "at"]),
    )
    .addOption(new Option("--draft", "only keep it").conflicts(["at"]))
    .option("--at <time>", "publish at a time such as 2027-01-31T09:00:00+01:00")
    .option("--dry-run", "validate the post and show what would be published, without storing it")
    .action(async (text, options, command) => {
      const globals = globalsOf(command);
      if (text === "") throw new OperatorError("A post needs a text.");
      await using appliance = await openAppliance(settings(context, globals), { context });
      const profile = await namedProfile(appliance, options.profile);
      const media = await takeFiles(filesOf(options), profile.id, appliance, context);
      const schedule = options.now ? "now" : options.draft ? "draft" : (options.at ?? null);
      const chosen = optionsFrom(options.set ?? []);
      const request = { caption: text, accounts: options.to ?? null, media, overrides: {}, options: chosen };
      const { publishing } = appliance;
      if (options.dryRun) {
        const dry = dryRunView(await dryRun(profile.id, request, schedule, publishing));
        return answer(context, globals, dry, dryTable(dry));
      }
      const { post } = await createPost(atCommandLine(profile.id), request, schedule, null, publishing);
      const latest = schedule === "now" ? await follow(post, appliance, context, globals) : post;
      answer(context, globals, postView(latest, appliance.links), outcomeTable(latest));
      if (latest.targets.some(({ state }) => state === "failed" || state === "uncertain")) {
        throw new OperatorError("Some networks failed; see the table.");
      }
    });
}

function dryTable({ scheduledFor, targets }: Static<typeof DryRunView>): string {
  const rows = targets.map(({ platform, handle, length, limit, media, warnings }) => {
    const notes = [
      ...media.flatMap(({ adaptation }) => adaptation ?? []),
      ...warnings.map(({ message }) => message),
    ];
    return [platform, handle, `${length} of ${limit}`, notes.join(" ")];
  });
  const when = scheduledFor === null ? "" : `\nwould be published at ${scheduledFor}`;
  return `${table(["network", "account", "characters", "notes"], rows)}${when}\nnothing was stored`;
}

interface PostFile {
  readonly path: string;
  readonly altText: string | null;
}

/** Each file with its alternative text. @throws OperatorError */
function filesOf(options: { media?: string[] | undefined; alt?: string[] | undefined }): PostFile[] {
  const { media = [], alt = [] } = options;
  if (alt.length > media.length)
    throw new OperatorError(
      `There are ${alt.length} alternative texts (--alt) for ${media.length} files (--media).`,
    );
  const long = alt.find((text) => Array.from(text).length > MAX_ALT_TEXT);
  if (long !== undefined)
    throw new OperatorError(
      `An alternative text has ${Array.from(long).length} characters; the limit is ${MAX_ALT_TEXT}. Shorten it.`,
    );
  return media.map((path, index) => ({ path, altText: alt[index] || null }));
}

/** Characters (D29). */
const MAX_ALT_TEXT = 1500;

async function takeFiles(
  files: readonly PostFile[],
  profileId: string,
  { ingest }: Appliance,
  context: Context,
) {
  const ids: string[] = [];
  for (const [index, { path, altText }] of files.entries()) {
    const file = Bun.file(path);
    if (!(await file.exists())) throw new OperatorError(`File not found: ${path}.`);
    if (file.size > MAX_UPLOAD_BYTES) throw new OperatorError(`${path} is larger than 512 MiB.`);
    const stream = counted(
      file.stream(),
      file.size,
      `${printable(basename(path))} (${index + 1} of ${files.length})`,
      context,
    );
    const stored = await ingest.take({
      profileId,
      actor: "cli",
      filename: basename(path),
      declaredMime: "",
      altText,
      stream,
      limitBytes: MAX_UPLOAD_BYTES,
    });
    ids.push(stored.id);
  }
  return ids;
}

const BAR = 30;

/** Passes a stream on and draws how far it is, whenever that shows. */
async function* counted(stream: AsyncIterable<Uint8Array>, size: number, name: string, context: Context) {
  let done = 0;
  let drawn = -1;
  for await (const chunk of stream) {
    done += chunk.byteLength;
    const full = Math.round((done / Math.max(size, 1)) * BAR);
    if (context.isTerminal && (full > drawn || done === size)) {
      drawn = full;
      context.draw(`\r${"█".repeat(full)}${"░".repeat(BAR - full)} ${name}${done === size ? "\n" : ""}`);
    }
    yield chunk;
  }
}
