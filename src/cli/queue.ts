// crier queue: the coming slots of a profile, and which post holds each.
import { Command, Option } from "@commander-js/extra-typings";
import { queueView } from "../api/views/queue.ts";
import { openWorkspace } from "../app/workspace.ts";
import { answer, globalsOf, settings, tell, type Context } from "./context.ts";
import { countOf } from "./numbers.ts";
import { shortIds } from "./post/find.ts";
import { chosenProfile } from "./profiles.ts";
import { quoted } from "./quoted.ts";
import { table, type Cell } from "./table.ts";
import { localTime } from "./times.ts";

export function queueCommand(context: Context) {
  const queue = new Command("queue").description("show what the queue publishes next");

  queue
    .command("list", { isDefault: true })
    .description("list the next slots of a profile, and the posts in them")
    .option("--profile <name>", "the profile; default: the only one, or CRIER_PROFILE")
    .addOption(new Option("--limit <n>", "how many slots, up to 100").default("20", "20"))
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const profile = await chosenProfile(options.profile, workspace, context);
      const { clock, store } = workspace;
      const { timezone: zone } = profile;
      const page = { after: clock.now(), limit: countOf(options.limit, 1, 100) };
      const { view } = await queueView(profile.id, page, { posts: store.posts, slots: store.slots, clock });
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
      if (view.slots.length === 0)
        tell(
          context,
          globals,
          `${profile.name} has no slots. Set them: crier slots set "mon-fri 09:00" --profile ${quoted(profile.name)}`,
        );
    });

  return queue;
}
