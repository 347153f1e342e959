// crier media: the files of a profile: add, look at, describe and delete.
import { Command, Option } from "@commander-js/extra-typings";
import type { Profile } from "../domain/profile.ts";
import { libraryMediaView, mediaView } from "../api/views/media.ts";
import { openAppliance, type Appliance } from "../app/index.ts";
import type { Media } from "../domain/media.ts";
import { OperatorError } from "../errors.ts";
import { words } from "../ops/verify-backup.ts";
import { atCommandLine } from "../publishing/actor.ts";
import { answer, globalsOf, settings, tell, terminalOf, UsageError, type Context } from "./context.ts";
import { countOf } from "./numbers.ts";
import { addFiles, filesWith, requireAltText } from "./post/content.ts";
import { examples } from "./help.ts";
import { chosenProfile } from "./profiles.ts";
import { askYes } from "./prompts.ts";
import { table } from "./table.ts";
import { localTime } from "./times.ts";

export function mediaCommand(context: Context) {
  const media = new Command("media").description("add and manage images and videos for posts");
  const commands = [listCommand, addCommand, showCommand, editCommand, deleteCommand];
  for (const command of commands) media.addCommand(command(context) as Command);
  return media;
}

function listCommand(context: Context) {
  return new Command("list")
    .description("list the latest files of a profile")
    .option("--profile <name>", "the profile; default: the only one, or CRIER_PROFILE")
    .addOption(new Option("--limit <n>", "how many, up to 100").default("20", "20"))
    .option("--search <text>", "only files whose name or description contains these words")
    .option("--unused", "only files that no post uses")
    .option("--missing-alt", "only files without a description")
    .option("--before <id>", "continue after this file, the last one of the previous page")
    .action(async ({ profile: name, limit: text, before, search, unused, missingAlt }, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const profile = await chosenProfile(name, appliance, context);
      const limit = countOf(text, 1, 100);
      const found = await appliance.library.page(
        profile.id,
        { sort: "created", text: search, unused, missingAlt },
        limit + 1,
        before === undefined ? null : { id: before, key: null },
      );
      const files = found.slice(0, limit);
      const next = found.length > limit ? (files.at(-1)?.id ?? null) : null;
      const now = appliance.clock.now();
      const uses = await appliance.library.uses(files.map(({ id }) => id));
      const rows = files.map((file, n) => [
        file.id,
        ...factsOf(file),
        String(uses[n]?.posts ?? 0),
        localTime(file.createdAt, profile.timezone, now),
        file.filename,
      ]);
      const head = ["id", "type", "size", "pixels", "posts", "added", "file"];
      const views = files.map((file, n) => libraryMediaView(file, uses[n], appliance.links));
      answer(context, globals, { media: views, nextCursor: next }, table(head, rows, context.columns));
      if (files.length === 0) tell(context, globals, "No files.");
      else if (next !== null) tell(context, globals, `More: --before ${next}`);
    });
}

function addCommand(context: Context) {
  return new Command("add")
    .description("add files to a profile, and print their ids")
    .argument("<file...>", "images or videos")
    .option("--profile <name>", "the profile; default: the only one, or CRIER_PROFILE")
    .option("--alt <text...>", "a description of each file, in order")
    .addHelpText("after", examples('crier media add hill.jpg lake.jpg --alt "A green hill" "A lake at dusk"'))
    .action(async (paths, options, command) => {
      const globals = globalsOf(command);
      const files = filesWith(paths, options.alt ?? []);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const profile = await chosenProfile(options.profile, appliance, context);
      const ids = await addFiles(files, profile.id, appliance, context, globals);
      const added = await Promise.all(ids.map((id) => appliance.library.get(profile.id, id)));
      answer(
        context,
        globals,
        { media: added.map((file) => mediaView(file, appliance.links)) },
        ids.join("\n"),
      );
      tell(context, globals, `Added. To post: crier post create TEXT --media ${ids.join(" ")}`);
    });
}

function showCommand(context: Context) {
  return new Command("show")
    .description("show a file, with an address where it can be seen")
    .argument("<id>")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const { file } = await findMedia(id, appliance);
      const view = mediaView(file, appliance.links);
      const facts = { ...view.facts, file: view.filename, type: view.mime, alt: view.altText, url: view.url };
      const rows = Object.entries(facts).flatMap(([name, value]) =>
        value === null ? [] : [[name, String(value)]],
      );
      answer(context, globals, { media: view }, table(["", ""], rows, context.columns).replace(/^\s*\n/, ""));
    });
}

function editCommand(context: Context) {
  return new Command("edit")
    .description("change the alternative text or the name of a file")
    .argument("<id>")
    .option("--alt <text>", 'a description of what the file shows; "" removes it')
    .option("--name <filename>", "another file name")
    .action(async (id, { alt, name }, command) => {
      const globals = globalsOf(command);
      if (alt === undefined && name === undefined)
        throw new UsageError("Nothing to change: use --alt or --name.");
      if (alt !== undefined) requireAltText(alt);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const { file, profile } = await findMedia(id, appliance);
      const change = {
        ...(alt !== undefined && { altText: alt === "" ? null : alt }),
        ...(name !== undefined && { filename: name }),
      };
      const changed = await appliance.library.change(atCommandLine(profile.id), file.id, change);
      answer(context, globals, { media: mediaView(changed, appliance.links) }, changed.id);
      tell(context, globals, `Changed ${changed.filename}.`);
    });
}

function deleteCommand(context: Context) {
  return new Command("delete")
    .description("delete a file; posts that are published stay online")
    .argument("<id>")
    .option("--yes", "delete without asking")
    .action(async (id, { yes }, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const { file, profile } = await findMedia(id, appliance);
      if (!yes) {
        const terminal = terminalOf(context, globals);
        if (!terminal) throw new UsageError(`This deletes ${file.filename}. Confirm it with --yes.`);
        if (!(await askYes(terminal, `Delete ${file.filename}?`)))
          throw new OperatorError("Canceled. Nothing was deleted.");
      }
      await appliance.library.remove(atCommandLine(profile.id), file.id);
      answer(context, globals, { deleted: file.id }, `deleted ${file.id}`);
    });
}

function factsOf({ mime, size, width, height }: Media): string[] {
  const pixels = width === null || height === null ? "" : `${width} × ${height}`;
  return [mime, words(size), pixels];
}

/** In whatever profile has it. @throws OperatorError */
async function findMedia(
  id: string,
  { library, store }: Appliance,
): Promise<{ file: Media; profile: Profile }> {
  for (const profile of await store.profiles.list()) {
    const [file] = await store.media.find(profile.id, [id.toLowerCase()]);
    if (file) return { file: await library.get(profile.id, file.id), profile };
  }
  throw new OperatorError(`Unknown file ${id}; crier media list shows the latest files.`);
}
