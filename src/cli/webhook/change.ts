// crier webhook create, edit, delete, rotate.
import { Command } from "@commander-js/extra-typings";
import { OperatorError } from "../../errors.ts";
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  findWebhook,
  LONGEST_OVERLAP_S,
  rotateSecret,
} from "../../webhooks/manage.ts";
import { answer, duration, globalsOf, tell, terminalOf, UsageError, type Context } from "../context.ts";
import { examples } from "../help.ts";
import { askYes } from "../prompts.ts";
import { eventsIn, openWebhooks, PROFILE_OPTION, viewOf } from "./common.ts";

export function createCommand(context: Context) {
  return new Command("create")
    .description("send events to an address from now on, and print the secret; it is shown only once")
    .argument("<url>", "https on port 443 at a public host, or a host in CRIER_ALLOW_PRIVATE_HOSTS")
    .option(...PROFILE_OPTION)
    .option("--events <list>", "only these types, separated by commas; default: all")
    .option("--description <text>", "what it is for")
    .addHelpText(
      "after",
      examples("crier webhook create https://hooks.example/crier --events post.settled,target.failed"),
    )
    .action(async (url, { profile, events, description }, command) => {
      const globals = globalsOf(command);
      const types = events === undefined ? null : eventsIn(events);
      await using opened = await openWebhooks(profile, context, globals);
      const { actor, deps } = opened;
      const { webhook, secret } = await createWebhook(actor, { url, events: types, description }, deps);
      answer(context, globals, { webhook: await viewOf(webhook, deps), secret }, secret);
      tell(
        context,
        globals,
        `Created the webhook ${webhook.id}. Store its secret now: it will not be shown again.`,
      );
      tell(context, globals, `Next: crier webhook test ${webhook.id}`);
    });
}

export function editCommand(context: Context) {
  return new Command("edit")
    .description("change, pause or resume a webhook")
    .argument("<id>")
    .option(...PROFILE_OPTION)
    .option("--url <url>", "another address")
    .option("--events <list>", "only these types, separated by commas, or `all`")
    .option("--description <text>", "what it is for")
    .option("--pause", "send nothing until it is resumed")
    .option("--resume", "send again, also what was due in the 3 days before")
    .action(async (id, { profile, url, events, description, pause, resume }, command) => {
      const globals = globalsOf(command);
      if (pause && resume) throw new UsageError("Use either --pause or --resume.");
      const status = pause ? ("paused" as const) : resume ? ("active" as const) : undefined;
      const types = events === undefined ? undefined : events === "all" ? null : eventsIn(events);
      const edit = { url, events: types, description, status };
      if (Object.values(edit).every((value) => value === undefined))
        throw new UsageError("Nothing to change: use --url, --events, --description, --pause or --resume.");
      await using opened = await openWebhooks(profile, context, globals);
      const webhook = await editWebhook(opened.actor, id, edit, opened.deps);
      answer(context, globals, { webhook: await viewOf(webhook, opened.deps) }, `changed ${webhook.id}`);
    });
}

export function deleteCommand(context: Context) {
  return new Command("delete")
    .description("delete a webhook with its deliveries")
    .argument("<id>")
    .option(...PROFILE_OPTION)
    .option("--yes", "delete without asking")
    .action(async (id, { profile, yes }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWebhooks(profile, context, globals);
      const { actor, deps } = opened;
      const { url } = await findWebhook(actor.profileId, id, deps);
      const terminal = terminalOf(context, globals);
      if (!yes && terminal && !(await askYes(terminal, `Delete the webhook for ${new URL(url).host}?`)))
        throw new OperatorError("Canceled. Nothing was changed.");
      await deleteWebhook(actor, id, deps);
      answer(context, globals, { deleted: id }, `deleted ${id}`);
    });
}

export function rotateCommand(context: Context) {
  return new Command("rotate")
    .description("give a webhook a new secret, and print it; it is shown only once")
    .argument("<id>")
    .option(...PROFILE_OPTION)
    .option("--overlap <time>", "how long the old secret signs, too, such as 2h", "24h")
    .action(async (id, { profile, overlap }, command) => {
      const globals = globalsOf(command);
      const seconds = Math.round(duration(overlap) / 1000);
      if (seconds > LONGEST_OVERLAP_S) throw new UsageError("The overlap can be 30d at most.");
      await using opened = await openWebhooks(profile, context, globals);
      const { webhook, secret } = await rotateSecret(opened.actor, id, seconds, opened.deps);
      answer(context, globals, { webhook: await viewOf(webhook, opened.deps), secret }, secret);
      tell(
        context,
        globals,
        `The old secret signs, too, for ${overlap}. Store this one now: it will not be shown again.`,
      );
    });
}
