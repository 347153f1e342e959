// crier webhook test, deliveries, resend.
import { Command, Option } from "@commander-js/extra-typings";
import { deliveryDetailView, deliveryView } from "../../api/views/webhook.ts";
import { pause } from "../../clock.ts";
import { DELIVERY_STATUSES, deliveryStatus, type WebhookDelivery } from "../../domain/webhook.ts";
import { OperatorError } from "../../errors.ts";
import { ANSWER_TIMEOUT_MS } from "../../webhooks/retry.ts";
import { findWebhook, resendDelivery, testWebhook } from "../../webhooks/manage.ts";
import { answer, globalsOf, tell, type Context } from "../context.ts";
import { countOf } from "../numbers.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";
import { openWebhooks, PROFILE_OPTION, type Opened } from "./common.ts";

const LOOK_EVERY_MS = 100;
/** The server looks for messages a few times a second, and an answer may take its time. */
const WAIT_MS = ANSWER_TIMEOUT_MS + 5000;

export function testCommand(context: Context) {
  return new Command("test")
    .description("send a test message, and wait for the answer; also to a paused webhook")
    .argument("<id>")
    .option(...PROFILE_OPTION)
    .action(async (id, { profile }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWebhooks(profile, context, globals);
      const { actor, deps, workspace } = opened;
      const delivery = await testWebhook(actor, id, deps);
      if (!(await workspace.place.isServed())) {
        answer(context, globals, { delivery: deliveryView(delivery) }, "The test message waits.");
        tell(
          context,
          globals,
          "No server runs on this data folder: it is sent when you start one with `crier serve`.",
        );
        return;
      }
      const { row, problem, ms } = await settle(id, delivery, opened);
      answer(
        context,
        globals,
        { delivery: deliveryView(row) },
        problem === null ? `delivered: ${row.responseStatus} after ${ms} ms` : "",
      );
      if (problem !== null) throw new OperatorError(`The test message was not delivered. ${problem}`);
    });
}

async function settle(id: string, first: WebhookDelivery, { deps, workspace: { clock } }: Opened) {
  const until = clock.monotonic() + WAIT_MS;
  for (;;) {
    const found = await deps.webhooks.delivery(id, first.id);
    const row = found ?? first;
    const last = found?.tries.at(-1);
    if (last && deliveryStatus(row.state) !== "waiting") return { row, problem: last.problem, ms: last.ms };
    if (clock.monotonic() > until) return { row, problem: "The server has not sent it yet.", ms: 0 };
    await pause(clock, LOOK_EVERY_MS);
  }
}

export function deliveriesCommand(context: Context) {
  return new Command("deliveries")
    .description("list what was sent to a webhook, newest first, or show one message with every try")
    .argument("<id>")
    .argument("[delivery]", "only this one, with its body")
    .option(...PROFILE_OPTION)
    .addOption(new Option("--status <status>", "only these").choices(DELIVERY_STATUSES))
    .addOption(new Option("--limit <n>", "how many, up to 100").default("20", "20"))
    .option("--before <id>", "continue after this delivery, the last one of the previous page")
    .action(async (id, only, options, command) => {
      const globals = globalsOf(command);
      await using opened = await openWebhooks(options.profile, context, globals);
      const { deps, actor, workspace, timezone } = opened;
      await findWebhook(actor.profileId, id, deps);
      const time = (ms: number) => localTime(ms, timezone, workspace.clock.now());
      if (only !== undefined) {
        const found = await deps.webhooks.delivery(id, only);
        if (!found)
          throw new OperatorError("This webhook has no delivery with this id; they are kept for 30 days.");
        const rows = found.tries.map(({ at, ms, status, problem }) => [
          time(at),
          `${ms} ms`,
          status === null ? "" : String(status),
          problem ?? "delivered",
        ]);
        const words = `${table(["at", "took", "status", "result"], rows, context.columns)}\n\n${found.body}`;
        answer(context, globals, { delivery: deliveryDetailView(found) }, words);
        return;
      }
      const limit = countOf(options.limit, 1, 100);
      const page = { limit: limit + 1, before: options.before ?? null, status: options.status ?? null };
      const found = await deps.webhooks.deliveries(id, page);
      const deliveries = found.slice(0, limit);
      const rows = deliveries.map(({ id: own, type, state, attempts, responseStatus, dueAt, createdAt }) => [
        own,
        time(createdAt),
        type,
        deliveryStatus(state),
        String(attempts),
        responseStatus === null ? "" : String(responseStatus),
        dueAt === null ? "" : time(dueAt),
      ]);
      const head = ["id", "at", "event", "state", "tries", "status", "next try"];
      const next = found.length > limit ? (deliveries.at(-1)?.id ?? null) : null;
      const views = deliveries.map(deliveryView);
      answer(context, globals, { deliveries: views, nextCursor: next }, table(head, rows, context.columns));
      if (deliveries.length === 0) tell(context, globals, "No deliveries.");
      if (next !== null) tell(context, globals, `More: crier webhook deliveries ${id} --before ${next}`);
    });
}

export function resendCommand(context: Context) {
  return new Command("resend")
    .description("send a message again, with the same id and body")
    .argument("<id>")
    .argument("<delivery>", "its id in `crier webhook deliveries`")
    .option(...PROFILE_OPTION)
    .action(async (id, delivery, { profile }, command) => {
      const globals = globalsOf(command);
      await using opened = await openWebhooks(profile, context, globals);
      const row = await resendDelivery(opened.actor, id, delivery, opened.deps);
      answer(context, globals, { delivery: deliveryView(row) }, `${row.type} is sent again`);
    });
}
