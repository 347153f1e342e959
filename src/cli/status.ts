// crier status: whether the server runs, what waits, what needs a person, and how each network works.
import { emailIn } from "../domain/event.ts";
import { Command } from "@commander-js/extra-typings";
import { statusJson } from "../api/views/status.ts";
import { openAppliance, type Appliance } from "../app/index.ts";
import type { PostStatus } from "../domain/post.ts";
import type { PublishingPause } from "../domain/pause.ts";
import { networks } from "../networks/index.ts";
import { openStatus, type NetworkState, type Status } from "../ops/status.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { pauseJson } from "./pause.ts";
import { table, type Cell } from "./table.ts";
import { localTime, machineZone } from "./times.ts";

export function statusCommand(context: Context) {
  return new Command("status")
    .description("show whether the server runs, what is planned, what needs you, and how each network works")
    .action(async (_, command) => {
      const globals = globalsOf(command);
      await using appliance = await openAppliance(await settings(context, globals), { context });
      const { store, applications, running, clock } = appliance;
      const status = await openStatus({
        networks: networks.list,
        outcomes: store.outcomes,
        serverPauses: store.serverPauses,
        clock,
        pause: store.workspace.pause,
        usable: async () => [
          ...(await applications.networks()),
          ...(running?.applications ?? []),
          ...(await store.accounts.platforms()),
        ],
      })();
      const posts = await countPosts(appliance);
      const server = running === null ? null : { url: running.url };
      const paused = status.paused && pauseJson(status.paused);
      const value = { ...statusJson(status), paused, server, store: appliance.place.name, posts };
      answer(context, globals, value, words(appliance, posts, status, context));
    });
}

function pausedWords({ reason, since, by }: PublishingPause, now: number): string {
  const zone = machineZone();
  const who = by === ACTOR ? "at the command line" : `by ${emailIn(by) ?? by}`;
  return `Stopped  since ${localTime(since, zone, now)} (${zone}) ${who}: ${reason}. Resume with crier resume`;
}

const COUNTED = [
  "queued",
  "scheduled",
  "publishing",
  "uncertain",
  "failed",
  "partial",
] as const satisfies readonly PostStatus[];
type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;
/** More are shown as "100+": nobody needs the exact number, and it would be counted through the whole table. */
const ENOUGH = 100;

async function countPosts({ store }: Appliance): Promise<Counts> {
  const profiles = await store.profiles.list();
  const count = async (status: PostStatus) => {
    const pages = profiles.map(({ id }) => store.posts.page(id, { status: [status] }, ENOUGH, null));
    return (await Promise.all(pages)).reduce((sum, page) => sum + page.length, 0);
  };
  const counts = await Promise.all(COUNTED.map(async (status) => [status, await count(status)] as const));
  return Object.fromEntries(counts) as Record<(typeof COUNTED)[number], number>;
}

function words(
  { running, config, place }: Appliance,
  posts: Counts,
  status: Status,
  { columns }: Context,
): string {
  const lines = [
    running === null
      ? "Server   not running; start it with crier serve"
      : `Server   running at ${running.url}`,
    ...(status.paused ? [pausedWords(status.paused, status.at)] : []),
    `Data     ${config.CRIER_DATABASE === null ? config.CRIER_DATA : place.name}`,
    `Posts    ${plans(posts)}`,
    ...(posts.uncertain > 0
      ? [`         ${posts.uncertain} uncertain: crier post list --status uncertain`]
      : []),
    ...(posts.failed + posts.partial > 0
      ? [
          `         ${posts.failed + posts.partial} not published everywhere: crier post list --status failed,partial`,
        ]
      : []),
  ];
  const zone = machineZone();
  const rows = status.networks
    .filter(({ state }) => state !== "needs_setup")
    .map(({ name, state, posted, deliveries, lastSuccessAt, reason }): Cell[] => [
      name,
      { text: STATES[state], style: COLOURS[state] },
      deliveries === 0 ? "nothing in 24 h" : `${posted} of ${deliveries} in 24 h`,
      reason ?? (lastSuccessAt === null ? "" : `last success ${localTime(lastSuccessAt, zone, status.at)}`),
    ]);
  const missing = status.networks.filter(({ state }) => state === "needs_setup").map(({ name }) => name);
  const networksTable =
    rows.length === 0 ? "" : `\n${table(["network", "state", "published", "details"], rows, columns)}`;
  const setUp = missing.length === 0 ? "" : `\nNot set up: ${missing.join(", ")}`;
  return `${lines.join("\n")}\n${networksTable}${setUp}`;
}

function plans({ queued, scheduled, publishing }: Counts): string {
  const waiting = queued + scheduled;
  const now = publishing === 0 ? "" : `, ${publishing} being published`;
  return waiting === 0 && publishing === 0 ? "nothing is planned" : `${waiting} planned${now}`;
}

const STATES: Readonly<Record<NetworkState, string>> = {
  ready: "ready",
  working: "working",
  failing: "failing",
  paused: "paused",
  needs_setup: "needs setup",
};
const COLOURS = {
  ready: "dim",
  working: "green",
  failing: "red",
  paused: "yellow",
  needs_setup: "dim",
} as const;
