// crier post events: everything that happened to a post.
import { Command } from "@commander-js/extra-typings";
import { eventsFromCall } from "../../api/requests/evidence.ts";
import { answer, globalsOf, type Context } from "../context.ts";
import { openRecords } from "../records.ts";
import { table } from "../table.ts";
import { findPost } from "./find.ts";

export function eventsCommand(context: Context) {
  return new Command("events")
    .description("list everything that happened to a post, oldest first")
    .argument("<id>", "id of the post, or the first characters of it")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using records = await openRecords(context, globals);
      const { post, profile } = await findPost(id, records);
      const { networks } = await import("../../networks/index.ts");
      const network = (platform: string) => networks.find(platform) ?? null;
      const { posts } = records.store;
      const { events } = await eventsFromCall(profile.id, post.id, 0, { posts, network });
      const nameOf = new Map(post.targets.map(({ id, platform, handle }) => [id, `${platform}:${handle}`]));
      const rows = events.map(({ at, targetId, text }) => [
        exactTime(Date.parse(at), profile.timezone),
        targetId === null ? "post" : (nameOf.get(targetId) ?? ""),
        text,
      ]);
      const head = [`time (${profile.timezone})`, "where", "what happened"];
      answer(context, globals, { events }, table(head, rows, context.columns));
    });
}

/** To the millisecond: which came first is what people want to know here. */
function exactTime(ms: number, zone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return at.toPlainDateTime().toString({ fractionalSecondDigits: 3 }).replace("T", " ");
}
