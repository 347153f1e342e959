// crier post schedule, cancel, retry, delete, watch: what a person does with a post that exists.
import { Command } from "@commander-js/extra-typings";
import { postView } from "../../api/views/post.ts";
import { openAppliance, type Appliance } from "../../app/index.ts";
import { isSettled, statusOf, type Post } from "../../domain/post.ts";
import { OperatorError } from "../../errors.ts";
import { atCommandLine, type Actor } from "../../publishing/actor.ts";
import { cancelPost, deletePost, retryPost, schedulePost } from "../../publishing/manage.ts";
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
import { askYes } from "../prompts.ts";
import { localTime } from "../times.ts";
import { follow } from "../watch.ts";
import { findPost, type FoundPost } from "./find.ts";
import { idFor, nextStep, requireSuccess } from "./next-step.ts";
import { atOption, nowOption, queueOption, requireWhen, slotOption, whenOf } from "./when.ts";

const ID = "id of the post, or the first characters of it";

export function scheduleCommand(context: Context) {
  return new Command("schedule")
    .description("set when a draft or a planned post is published, or publish it now")
    .argument("<id>", ID)
    .addOption(atOption())
    .addOption(nowOption())
    .addOption(queueOption(false))
    .addOption(slotOption())
    .addHelpText("after", examples('crier post schedule 01a20364-a18d --at "fri 18:30"'))
    .action(async (id, options, command) => {
      requireWhen(options, command);
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findPost(id, appliance);
      const { timezone: zone } = found.profile;
      const when = await whenOf(options, zone, appliance.clock.now());
      const post = await schedulePost(actorFor(found), found.post.id, when, appliance.publishing);
      const latest = when === "now" ? await follow(post, appliance, { zone }, context, globals) : post;
      show(latest, found, appliance, context, globals);
      if (when === "now") {
        requireSuccess(latest, context);
        return tell(context, globals, nextStep(latest, context));
      }
      const time =
        post.scheduledFor === null
          ? ""
          : ` ${localTime(post.scheduledFor, zone, appliance.clock.now())} (${zone})`;
      tell(context, globals, `Scheduled${time}. To stop it: crier post cancel ${idFor(post, context)}`);
    });
}

export function cancelCommand(context: Context) {
  return new Command("cancel")
    .description("stop a planned post: it becomes a draft")
    .argument("<id>", ID)
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findPost(id, appliance);
      const post = await cancelPost(actorFor(found), found.post.id, appliance.publishing);
      show(post, found, appliance, context, globals);
      tell(
        context,
        globals,
        `It is a draft now and will not be published. To schedule it again: crier post schedule ${idFor(post, context)} --at TIME`,
      );
    });
}

export function retryCommand(context: Context) {
  return new Command("retry")
    .description("publish a post again where it failed; never where it is or may be live")
    .argument("<id>", ID)
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findPost(id, appliance);
      if (!found.post.targets.some(({ state }) => state === "failed" || state === "uncertain"))
        throw new OperatorError(`Nothing to retry: the post is ${statusOf(found.post)}.`);
      const post = await retryPost(actorFor(found), found.post.id, appliance.publishing);
      const { timezone: zone } = found.profile;
      const latest = await follow(post, appliance, { zone }, context, globals);
      show(latest, found, appliance, context, globals);
      requireSuccess(latest, context);
    });
}

export function deleteCommand(context: Context) {
  return new Command("delete")
    .description("delete a draft, or the record of a finished post; published posts stay online")
    .argument("<id>", ID)
    .option("--yes", "delete without asking")
    .action(async (id, { yes }, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findPost(id, appliance);
      const status = statusOf(found.post);
      if (!yes) {
        const terminal = terminalOf(context, globals);
        if (!terminal) throw new UsageError("This deletes the post from Crier. Confirm it with --yes.");
        const stays = status === "draft" ? "" : " What is online stays online.";
        if (!(await askYes(terminal, `Delete this ${status} post from Crier?${stays}`)))
          throw new OperatorError("Canceled. Nothing was deleted.");
      }
      await deletePost(actorFor(found), found.post.id, appliance.publishing);
      answer(context, globals, { deleted: found.post.id }, `deleted ${found.post.id}`);
    });
}

export function watchCommand(context: Context) {
  return new Command("watch")
    .description("follow a post until it is published or has failed on every network")
    .argument("<id>", ID)
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const found = await findPost(id, appliance);
      const { timezone: zone } = found.profile;
      const latest = await follow(found.post, appliance, { zone, waitMs: Infinity }, context, globals);
      show(latest, found, appliance, context, globals);
      if (isSettled(latest)) requireSuccess(latest, context);
    });
}

export const actorFor = ({ profile }: FoundPost): Actor => atCommandLine(profile.id);

/** The post as it is now. */
export function show(
  post: Post,
  { profile }: FoundPost,
  { links, clock }: Appliance,
  context: Context,
  globals: GlobalOptions,
): void {
  const display = { columns: context.columns, zone: profile.timezone, now: clock.now() };
  answer(context, globals, postView(post, links), outcomeTable(post, display));
}
