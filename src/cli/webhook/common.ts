// What the commands on webhooks share: the profile, its webhooks, and the words of one.
import { webhookView } from "../../api/views/webhook.ts";
import { webhookDepsOf } from "../../app/webhooks.ts";
import { openWorkspace, type OpenWorkspace } from "../../app/workspace.ts";
import { eventTypes, type EventType } from "../../domain/webhook-event.ts";
import type { Webhook } from "../../domain/webhook.ts";
import { atCommandLine, type Actor } from "../../publishing/actor.ts";
import { healthOf, type WebhookDeps } from "../../webhooks/manage.ts";
import { settings, UsageError, type Context, type GlobalOptions } from "../context.ts";
import { chosenProfile } from "../profiles.ts";

export interface Opened extends AsyncDisposable {
  readonly workspace: OpenWorkspace;
  readonly deps: WebhookDeps;
  readonly actor: Actor;
  readonly timezone: string;
}

/** @param profile of `--profile` */
export async function openWebhooks(
  profile: string | undefined,
  context: Context,
  globals: GlobalOptions,
): Promise<Opened> {
  const workspace = await openWorkspace(await settings(context, globals));
  const close = () => workspace[Symbol.asyncDispose]();
  try {
    const { id, timezone } = await chosenProfile(profile, workspace, context);
    const deps = webhookDepsOf(workspace);
    return { workspace, deps, actor: atCommandLine(id), timezone, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

export const PROFILE_OPTION = [
  "--profile <name>",
  "the profile it belongs to; default: the only one, or CRIER_PROFILE",
] as const;

export const viewOf = async (webhook: Webhook, deps: WebhookDeps) =>
  webhookView(webhook, await healthOf(webhook, deps));

/** @throws UsageError for a type that does not exist */
export function eventsIn(text: string): EventType[] {
  const names = text.split(",").map((type) => type.trim());
  const unknown = names.filter((type) => !eventTypes.some((known) => known === type));
  if (unknown.length > 0)
    throw new UsageError(`Unknown events: ${unknown.join(", ")}. There are ${eventTypes.join(", ")}.`);
  return eventTypes.filter((type) => names.includes(type));
}

/** For people: "paused: its server answered 410 Gone". */
export function stateWords({ pausedReason }: Webhook): string {
  switch (pausedReason) {
    case null:
      return "active";
    case "requested":
      return "paused";
    case "failing":
      return "paused: nothing arrived for 5 days";
    case "gone":
      return "paused: its server answered 410 Gone";
  }
}
