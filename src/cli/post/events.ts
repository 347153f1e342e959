// crier post events: everything that happened to a post.
import { Command } from "@commander-js/extra-typings";
import { eventView } from "../../api/views/event.ts";
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
      const events = (await records.store.posts.events(profile.id, post.id)) ?? [];
      const nameOf = new Map(post.targets.map(({ id, platform, handle }) => [id, `${platform}:${handle}`]));
      const views = events.map(eventView);
      const rows = views.map(({ at, kind, targetId, detail }, i) => [
        exactTime(events[i]?.at ?? Date.parse(at), profile.timezone),
        targetId === null ? "post" : (nameOf.get(targetId) ?? ""),
        kind,
        detail,
      ]);
      const head = [`time (${profile.timezone})`, "target", "event", "details"];
      answer(context, globals, { events: views }, table(head, rows, context.columns));
    });
}

/** To the millisecond: which came first is what people want to know here. */
function exactTime(ms: number, zone: string): string {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return at.toPlainDateTime().toString({ fractionalSecondDigits: 3 }).replace("T", " ");
}
