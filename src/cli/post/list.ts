// crier post list, show, events: the posts of a profile, one post, and what happened to it.
import { Command } from "@commander-js/extra-typings";
import { eventView } from "../../api/views/event.ts";
import { postView } from "../../api/views/post.ts";
import { filterOf } from "../../api/requests/post-filter.ts";
import { openAppliance } from "../../app/index.ts";
import { POST_STATUSES, statusOf, type Post } from "../../domain/post.ts";
import { networks } from "../../networks/index.ts";
import { answer, globalsOf, settings, tell, type Context } from "../context.ts";
import { outcomeTable, STATUS_COLOURS, type Display } from "../outcome.ts";
import { chosenProfile } from "../profiles.ts";
import { table, type Cell } from "../table.ts";
import { localTime } from "../times.ts";
import { countOf } from "../numbers.ts";
import { findPost, shortIds } from "./find.ts";

const USUAL = 20;
const MOST = 100;

export function listCommand(context: Context) {
  return new Command("list")
    .description("the latest posts of a profile")
    .option("--profile <name>", "the profile; default: the only one, or CRIER_PROFILE")
    .option("--status <list>", `only these, separated by commas: ${POST_STATUSES.join(", ")}`)
    .option("--network <list>", "only posts to these networks, separated by commas")
    .option("--search <words>", "only posts whose text has these words")
    .option("--limit <n>", `how many, up to ${MOST}`, String(USUAL))
    .option("--before <id>", "continue after this post of the page before")
    .action(async (options, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const profile = await chosenProfile(options.profile, appliance, context);
      const platforms = networks.list.map(({ id }) => id);
      const asked = { status: options.status, platform: options.network, q: options.search };
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      const filter = filterOf(given, platforms);
      const limit = countOf(options.limit, 1, MOST);
      const before =
        options.before === undefined ? null : (await findPost(options.before, appliance)).post.id;
      const found = await appliance.store.posts.page(profile.id, filter, limit + 1, before);
      const posts = found.slice(0, limit);
      const next = found.length > limit ? (posts.at(-1)?.id ?? null) : null;
      const display = { columns: context.columns, zone: profile.timezone, now: appliance.clock.now() };
      const views = posts.map((post) => postView(post, appliance.links));
      answer(context, globals, { posts: views, nextCursor: next }, listTable(posts, display));
      if (posts.length === 0) tell(context, globals, "No posts.");
      else if (next !== null) tell(context, globals, `More: --before ${next}`);
    });
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

export function showCommand(context: Context) {
  return new Command("show")
    .description("a post: its text, its files, and where it stands on each network")
    .argument("<id>", "id of the post, or the first characters of it")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const { post, profile } = await findPost(id, appliance);
      const display = { columns: context.columns, zone: profile.timezone, now: appliance.clock.now() };
      const lines = [
        post.caption,
        ...post.media.map(mediaLine),
        "",
        outcomeTable(post, display),
        ...evidence(post),
      ];
      answer(context, globals, postView(post, appliance.links), lines.join("\n"));
    });
}

const mediaLine = ({ filename, altText }: Post["media"][number]) =>
  `  ${filename}${altText === null ? "" : `: ${altText}`}`;

/** What is known of targets that may be live, and what a person can do. */
function evidence({ id, targets }: Post): string[] {
  const uncertain = targets.filter(({ state }) => state === "uncertain");
  if (uncertain.length === 0) return [];
  const lines = uncertain.map(({ platform, handle, id: target, verification }) => {
    const found = verification?.evidence ?? "not checked yet";
    return `  ${platform}:${handle} (${target}): ${found}`;
  });
  return [
    "",
    "May be live:",
    ...lines,
    `Look there, then: crier post reconcile ${id} TARGET --published|--not-published`,
  ];
}

export function eventsCommand(context: Context) {
  return new Command("events")
    .description("everything that happened to a post, oldest first")
    .argument("<id>", "id of the post, or the first characters of it")
    .action(async (id, _, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(settings(context, globals), { context });
      const { post, profile } = await findPost(id, appliance);
      const events = (await appliance.store.posts.events(profile.id, post.id)) ?? [];
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
