// crier queue: the coming slots of a profile, which post holds each, and the pause of its queue.
import { Command, Option } from "@commander-js/extra-typings";
import { queuePauseView, queueView } from "../api/views/queue.ts";
import { atCommandLine } from "../publishing/actor.ts";
import { pauseQueue, resumeQueue } from "../publishing/queue.ts";
import { openWorkspace } from "../app/workspace.ts";
import { answer, globalsOf, settings, tell, type Context } from "./context.ts";
import { countOf } from "./numbers.ts";
import { shortIds } from "./post/find.ts";
import { chosenProfile } from "./profiles.ts";
import { quote } from "./quote.ts";
import { table, type Cell } from "./table.ts";
import { localTime, readTime } from "./times.ts";

export function queueCommand(context: Context) {
  const queue = new Command("queue").description(
    "show what the queue publishes next, pause it, or let it go on",
  );

  queue
    .command("list", { isDefault: true })
    .description("list the next slots of a profile, and the posts in them")
    .option("--profile <name>", PROFILE_OPTION)
    .addOption(new Option("--limit <n>", "how many slots, up to 100").default("20", "20"))
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const profile = await chosenProfile(options.profile, workspace, context);
      const { clock, store } = workspace;
      const { timezone: zone } = profile;
      const page = { after: clock.now(), limit: countOf(options.limit, 1, 100) };
      const { view } = await queueView(profile.id, page, { ...store, clock });
      const held = view.upcoming.flatMap(({ postId }) => (postId === null ? [] : [postId]));
      const posts = new Map(
        await Promise.all(
          held.map(async (id) => [id, (await store.posts.get(profile.id, id))?.caption ?? ""] as const),
        ),
      );
      const idOf = context.columns === null ? (id: string) => id : shortIds(held);
      const rows = view.upcoming.map(({ at, postId, state }): Cell[] => [
        localTime(Date.parse(at), zone, clock.now()),
        postId === null ? { text: state === "free" ? "free" : "too soon", style: "dim" } : idOf(postId),
        postId === null ? "" : (posts.get(postId) ?? "").replaceAll(/\s+/g, " "),
      ]);
      answer(
        context,
        globals,
        { ...view, nextCursor: null },
        table([`time (${zone})`, "post", "text"], rows, context.columns),
      );
      if (view.paused) tell(context, globals, pausedWords(view.paused, zone, clock.now()));
      if (view.slots.length === 0)
        tell(
          context,
          globals,
          `${profile.name} has no slots. Set them: crier slots set "mon-fri 09:00" --profile ${quote(profile.name)}`,
        );
    });

  queue.addCommand(pauseCommand(context));
  queue.addCommand(resumeCommand(context));
  return queue;
}

const PROFILE_OPTION = "the profile; default: the only one, or CRIER_PROFILE";

function pauseCommand(context: Context) {
  return new Command("pause")
    .description("let queued posts wait, also of a running server; scheduled posts go out")
    .option("--profile <name>", PROFILE_OPTION)
    .option("--until <time>", 'when it ends: "mon 9:00", "in 2 hours"; default: with crier queue resume')
    .option("--reason <text>", "why, for everyone who waits", "paused at the command line")
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const profile = await chosenProfile(options.profile, workspace, context);
      const { clock, store } = workspace;
      const zone = profile.timezone;
      const until = options.until === undefined ? null : await readTime(options.until, zone, clock.now());
      const request = { reason: options.reason, until };
      const pause = await pauseQueue(atCommandLine(profile.id), request, { queue: store.queue, clock });
      const view = queuePauseView(pause);
      answer(context, globals, { paused: view }, pausedWords(view, zone, clock.now()));
    });
}

function resumeCommand(context: Context) {
  return new Command("resume")
    .description("let the queue go on after crier queue pause")
    .option("--profile <name>", PROFILE_OPTION)
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const profile = await chosenProfile(options.profile, workspace, context);
      const { clock, store } = workspace;
      const wasPaused = await resumeQueue(atCommandLine(profile.id), { ...store, clock });
      const words = wasPaused
        ? "The queue goes on. Posts whose slot passed during the pause have moved to the next free slots."
        : "The queue was not paused.";
      answer(context, globals, { paused: null }, words);
    });
}

function pausedWords({ reason, until }: PauseJson, zone: string, now: number): string {
  const end =
    until === null
      ? "until you run crier queue resume"
      : `until ${localTime(Date.parse(until), zone, now)} (${zone})`;
  return `The queue is paused ${end}: ${reason}. Queued posts wait; scheduled posts go out.`;
}
type PauseJson = ReturnType<typeof queuePauseView>;
