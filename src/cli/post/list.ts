// crier post list: the latest posts of a profile.
import { Command, Option } from "@commander-js/extra-typings";
import { filterOf } from "../../api/requests/post-filter.ts";
import { postView } from "../../api/views/post.ts";
import { POST_STATUSES, statusOf, type Post } from "../../domain/post.ts";
import { answer, globalsOf, tell, type Context } from "../context.ts";
import { countOf } from "../numbers.ts";
import { STATUS_COLOURS, type Display } from "../outcome.ts";
import { chosenProfile } from "../profiles.ts";
import { openRecords } from "../records.ts";
import { table, type Cell } from "../table.ts";
import { localTime } from "../times.ts";
import { findPost, shortIds } from "./find.ts";

const USUAL = 20;
const MOST = 100;

export function listCommand(context: Context) {
  return new Command("list")
    .description("list the latest posts of a profile")
    .option("--profile <name>", "the profile; default: the only one, or CRIER_PROFILE")
    .option(
      "--status <list>",
      `only posts with these statuses, separated by commas: ${POST_STATUSES.join(", ")}`,
    )
    .option("--network <list>", "only posts to these networks, separated by commas")
    .option("--search <words>", "only posts with these words in the text")
    .addOption(new Option("--limit <n>", `how many, up to ${MOST}`).default(String(USUAL), String(USUAL)))
    .option("--before <id>", "continue after this post, the last one of the previous page")
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using records = await openRecords(context, globals);
      const profile = await chosenProfile(options.profile, records, context);
      const filter = await filterFrom(options);
      const limit = countOf(options.limit, 1, MOST);
      const before = options.before === undefined ? null : (await findPost(options.before, records)).post.id;
      const found = await records.store.posts.page(profile.id, filter, limit + 1, before);
      const posts = found.slice(0, limit);
      const next = found.length > limit ? (posts.at(-1)?.id ?? null) : null;
      const display = { columns: context.columns, zone: profile.timezone, now: records.clock.now() };
      const views = posts.map((post) => postView(post, records.links));
      answer(context, globals, { posts: views, nextCursor: next }, listTable(posts, display));
      if (posts.length === 0) tell(context, globals, "No posts.");
      else if (next !== null) tell(context, globals, `More: --before ${next}`);
    });
}

/** @throws Problem for a status or network that does not exist */
async function filterFrom({ status, network, search }: Filters) {
  const filter = { status, platform: network, q: search };
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  if (network === undefined) return filterOf(query, []);
  const { networks } = await import("../../networks/index.ts");
  return filterOf(
    query,
    networks.list.map(({ id }) => id),
  );
}

interface Filters {
  readonly status?: string | undefined;
  readonly network?: string | undefined;
  readonly search?: string | undefined;
}

function listTable(posts: readonly Post[], display: Display): string {
  const idOf = display.columns === null ? (id: string) => id : shortIds(posts.map(({ id }) => id));
  const rows = posts.map((post): Cell[] => {
    const status = statusOf(post);
    const when = post.scheduledFor ?? post.createdAt;
    return [
      idOf(post.id),
      { text: status, style: STATUS_COLOURS[status] },
      localTime(when, display.zone, display.now),
      networksOf(post),
      excerpt(post.caption),
    ];
  });
  return table(["id", "status", `time (${display.zone})`, "networks", "text"], rows, display.columns);
}

function networksOf({ targets }: Post): string {
  const names = [...new Set(targets.map(({ platform }) => platform))];
  return names.length > 3 ? `${names.length} networks` : names.join(", ");
}

const EXCERPT = 60;
const excerpt = (text: string) => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const characters = Array.from(line);
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT - 1).join("")}…` : line;
};
