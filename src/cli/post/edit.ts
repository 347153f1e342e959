// crier post edit: changes a post that has not started. What is not named stays.
import { Command } from "@commander-js/extra-typings";
import { postView } from "../../api/views/post.ts";
import { openAppliance, type Appliance } from "../../app/index.ts";
import type { Post } from "../../domain/post.ts";
import { OperatorError } from "../../errors.ts";
import { atCommandLine } from "../../publishing/actor.ts";
import { editPost } from "../../publishing/edit.ts";
import type { PostRequest } from "../../publishing/targets.ts";
import { answer, globalsOf, settings, tell, UsageError, type Context } from "../context.ts";
import { outcomeTable } from "../outcome.ts";
import { addFiles, filesWith, optionsFrom, readText, requireAltText } from "./content.ts";
import { findPost } from "./find.ts";

interface EditOptions {
  readonly text?: string | undefined;
  readonly to?: readonly string[] | undefined;
  readonly media?: readonly string[] | undefined;
  readonly alt?: readonly string[] | undefined;
  readonly option?: readonly string[] | undefined;
}

export function editCommand(context: Context) {
  return new Command("edit")
    .description("change a post that is not being published yet; omitted options keep their value")
    .argument("<id>", "id of the post, or the first characters of it")
    .option("--text <text>", "another caption; - reads it from standard input")
    .option("--to <account...>", "other accounts, as in crier post create")
    .option(
      "--media <file...>",
      "other files, in order: paths, or ids of files (crier media list); the word none removes all",
    )
    .option("--alt <text...>", "a description of each file, in order")
    .option("--option <network.name=value...>", "options of a network; replaces all options of the post")
    .action(async (id, options: EditOptions, command) => {
      const globals = globalsOf(command);
      if (Object.keys(options).every((name) => !EDITS.includes(name)))
        throw new UsageError("Nothing to change: use --text, --to, --media, --alt or --option.");
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const { post, profile } = await findPost(id, appliance);
      const change = await changeOf(options, post, appliance, context, globals);
      const actor = atCommandLine(profile.id);
      if (options.alt && !options.media) await describe(options.alt, post, appliance);
      const edited =
        Object.keys(change).length === 0
          ? null
          : await editPost(actor, post.id, change, appliance.publishing);
      if (edited?.kind === "overtaken")
        throw new OperatorError(
          "This post was edited at the same time. Nothing was changed: look at it, and try again.",
        );
      const latest = edited?.post ?? (await appliance.store.posts.get(profile.id, post.id)) ?? post;
      const display = { columns: context.columns, zone: profile.timezone, now: appliance.clock.now() };
      answer(context, globals, postView(latest, appliance.links), outcomeTable(latest, display));
      tell(context, globals, "Changed.");
    });
}

const EDITS = ["text", "to", "media", "alt", "option"];

async function changeOf(
  { text, to, media, alt = [], option }: EditOptions,
  { profileId }: Post,
  appliance: Appliance,
  context: Context,
  globals: { readonly json?: boolean | undefined },
): Promise<Partial<PostRequest>> {
  const paths = media?.length === 1 && media[0] === "none" ? [] : media;
  return {
    ...(text !== undefined && { caption: await readText(text, context) }),
    ...(to !== undefined && { accounts: to }),
    ...(paths && { media: await addFiles(filesWith(paths, alt), profileId, appliance, context, globals) }),
    ...(option !== undefined && { options: optionsFrom(option) }),
  };
}

/** Alternative texts belong to the files, which stay. @throws OperatorError, Problem */
async function describe(
  texts: readonly string[],
  { profileId, media }: Post,
  { library }: Appliance,
): Promise<void> {
  if (texts.length > media.length)
    throw new OperatorError(`There are ${texts.length} alternative texts for ${media.length} files.`);
  for (const text of texts) requireAltText(text);
  for (const [index, text] of texts.entries()) {
    const file = media[index];
    if (file) await library.change(atCommandLine(profileId), file.id, { altText: text === "" ? null : text });
  }
}
