// How a post stands, in a sentence or two.
import { postWords as words } from "../words/post.ts";
import { placesOf, type NameOf } from "./places.ts";
import type { PostRecord, TargetRecord } from "./queries.ts";

type Target = Pick<TargetRecord, "platform" | "handle" | "status" | "errorCode">;

/** @param when the time as people read it; null without one */
export function sentenceOf(
  {
    status,
    canceled,
    targets,
  }: Pick<PostRecord, "status" | "canceled"> & { readonly targets: readonly Target[] },
  when: string | null,
  nameOf: NameOf,
): string {
  if (status === "draft") return canceled ? words.canceled : words.draft;
  if (status === "queued" || status === "scheduled") {
    const places = targets.length === 0 ? words.nowhere : placesOf(targets, targets, nameOf);
    return words.goesOut(places, when ?? "");
  }
  const say = (sentence: (places: string) => string, ...group: Target[]) =>
    group.length === 0 ? [] : [sentence(placesOf(group, targets, nameOf))];
  const of = (...states: readonly Target["status"][]) =>
    targets.filter((each) => states.includes(each.status));
  const failed = of("failed");
  const moving = of("publishing", "retrying", "pending");
  const start = [...liveOf(of("posted"), targets, nameOf), ...say(words.unsure, ...of("uncertain"))];
  if (targets.length > NAMED)
    return [...start, ...count(words.moving, moving), ...count(words.failedMany, failed)].join(" ");
  return [
    ...start,
    ...say(words.onTheWay, ...of("publishing")),
    ...say(words.tryingAgain, ...of("retrying")),
    ...say(words.waitsFor, ...of("pending")),
    ...say(words.refused, ...failed.filter(({ errorCode }) => errorCode === "refused")),
    ...say(words.failed, ...failed.filter(({ errorCode }) => errorCode !== "refused")),
  ].join(" ");
}

/** Of more accounts only those that need a person are named. */
const NAMED = 4;

const count = (sentence: (many: number) => string, group: readonly Target[]): string[] =>
  group.length === 0 ? [] : [sentence(group.length)];

function liveOf(live: readonly Target[], all: readonly Target[], nameOf: NameOf): string[] {
  if (live.length === 0) return [];
  if (live.length < all.length) return [words.liveSome(live.length, all.length)];
  return [all.length === 1 ? words.liveOn(placesOf(all, all, nameOf)) : words.liveAll(all.length)];
}
