// Makes post requests with text, photo or video, each to accounts on as many suitable networks as possible.
import { networks } from "../../../app/networks.ts";
import type { Rules } from "../../../domain/rules.ts";
import type { PostRequest } from "../../../publishing/targets.ts";
import type { Account, FolderContents } from "./data-folder.ts";
import { draw } from "./random.ts";

type Kind = "text" | "photo" | "video";
const PHOTOS = 0.3;

/** A post to `targets` accounts, as many on each network as can be. */
export function requestFor(
  caption: string,
  { accounts, media }: Pick<FolderContents, "accounts" | "media">,
  targets: number,
  random: () => number,
): PostRequest & { accounts: readonly string[] } {
  const kind = kindOf(random());
  // The networks in any order: the first ones get one account more where they don't come out even.
  const choices = draw(accountsBy(kind, accounts), Infinity, random).map((all) => draw(all, targets, random));
  return {
    ...requestTo(takeInTurns(choices, targets), caption),
    media: kind === "text" ? [] : [media[kind]],
  };
}

/** Words alone to these accounts, with what their networks must be told. */
export function requestTo(accounts: readonly Account[], caption: string) {
  const on = new Set(accounts.map(({ platform }) => platform));
  const samples = networks.simulated.filter(({ id }) => on.has(id)).map(({ id, sample }) => [id, sample]);
  return {
    caption,
    accounts: accounts.map(({ id }) => id),
    media: [],
    overrides: {},
    options: Object.fromEntries(samples),
  };
}

/** Videos take a network seconds: only as often as there are networks that take nothing else. */
function kindOf(drawn: number): Kind {
  const videoOnly = networks.list.filter(({ rules }) => rules.requires === "video").length;
  const videos = videoOnly / networks.list.length;
  if (drawn < videos) return "video";
  return drawn < videos + (1 - videos) * PHOTOS ? "photo" : "text";
}

function accountsBy(kind: Kind, accounts: readonly Account[]): Account[][] {
  const taking = new Set(networks.list.filter(({ rules }) => takes(rules, kind)).map(({ id }) => id));
  const usable = accounts.filter(({ platform }) => taking.has(platform));
  return [...Map.groupBy(usable, ({ platform }) => platform).values()];
}

function takes({ requires, media }: Rules, kind: Kind): boolean {
  if (kind === "text") return requires === null;
  return kind === "photo" ? requires !== "video" && media.image !== null : media.video !== null;
}

/** One of each hand in turn. */
function takeInTurns<T>(choices: readonly (readonly T[])[], count: number): T[] {
  const rounds = Array.from({ length: count }, (_, n) => choices.flatMap((choice) => choice[n] ?? []));
  return rounds.flat().slice(0, count);
}
