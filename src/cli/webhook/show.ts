// crier webhook list, show.
import { Command } from "@commander-js/extra-typings";
import type { Webhook, WebhookHealth } from "../../domain/webhook.ts";
import { webhookView } from "../../api/views/webhook.ts";
import { findWebhook, healthOf } from "../../webhooks/manage.ts";
import { answer, globalsOf, tell, type Context } from "../context.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";
import { openWebhooks, PROFILE_OPTION, stateWords, viewOf } from "./common.ts";

export function listCommand(context: Context) {
  return new Command("list")
    .description("list the webhooks of a profile, with what was sent in the last 24 hours")
    .option(...PROFILE_OPTION)
    .action(async ({ profile }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWebhooks(profile, context, globals);
      const { deps, actor } = opened;
      const webhooks = await deps.webhooks.list(actor.profileId);
      const healths = await Promise.all(webhooks.map((each) => healthOf(each, deps)));
      const rows = webhooks.map((each, n) => rowOf(each, healths[n]));
      const views = await Promise.all(webhooks.map((each) => viewOf(each, deps)));
      const head = ["id", "state", "delivered", "failed", "events", "address"];
      answer(context, globals, { webhooks: views }, table(head, rows, context.columns));
      if (webhooks.length === 0) tell(context, globals, "No webhooks. Create one: crier webhook create URL");
    });
}

function rowOf(webhook: Webhook, health: WebhookHealth | undefined): string[] {
  const { id, events, url } = webhook;
  const counts = [String(health?.delivered ?? 0), String(health?.failed ?? 0)];
  return [id, stateWords(webhook), ...counts, events?.join(", ") ?? "all", url];
}

export function showCommand(context: Context) {
  return new Command("show")
    .description("show a webhook")
    .argument("<id>")
    .option(...PROFILE_OPTION)
    .action(async (id, { profile }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWebhooks(profile, context, globals);
      const { deps, actor, timezone, workspace } = opened;
      const webhook = await findWebhook(actor.profileId, id, deps);
      const health = await healthOf(webhook, deps);
      const time = (ms: number) => localTime(ms, timezone, workspace.clock.now());
      const { url, events, description, createdAt, failingSince } = webhook;
      const rows = [
        ["address", url],
        ["state", stateWords(webhook)],
        ["events", events?.join(", ") ?? "all"],
        ...(description === "" ? [] : [["for", description]]),
        ["created", time(createdAt)],
        ["last 24 hours", `${health.delivered} delivered, ${health.failed} failed`],
        ...(failingSince === null ? [] : [["failing since", time(failingSince)]]),
        ...(health.oldSecretUntil === null ? [] : [["old secret until", time(health.oldSecretUntil)]]),
      ];
      answer(
        context,
        globals,
        { webhook: webhookView(webhook, health) },
        table(["", ""], rows, context.columns),
      );
    });
}
