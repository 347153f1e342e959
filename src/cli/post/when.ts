// When a post goes out: --now, --queue, --draft or --at.
import { Option } from "@commander-js/extra-typings";
import type { When } from "../../publishing/manage.ts";
import { UsageError } from "../context.ts";
import { readTime } from "../times.ts";

export interface WhenOptions {
  readonly now?: true | undefined;
  readonly queue?: true | undefined;
  readonly draft?: true | undefined;
  readonly at?: string | undefined;
  readonly slot?: string | undefined;
}

export const nowOption = () => new Option("--now", "publish immediately").conflicts(["draft", "at", "queue"]);
export const queueOption = (usual: boolean) =>
  new Option(
    "--queue",
    `publish in the next free slot of the queue${usual ? " (the default)" : ""}`,
  ).conflicts(["draft", "at"]);
export const atOption = () =>
  new Option(
    "--at <time>",
    'publish at a time: "tomorrow 9:00", "in 2 hours", "fri 18:30", 2027-01-31T09:00',
  );

export const slotOption = () =>
  new Option("--slot <time>", "publish in this slot of the queue, if it is free").conflicts([
    "draft",
    "at",
    "queue",
    "now",
  ]);

/** A slot that was named, or the schedule. @throws UsageError for a time that can't be read */
export async function whenOf(options: WhenOptions, zone: string, now: number): Promise<When> {
  if (options.slot === undefined) return await scheduleOf(options, zone, now);
  return { slotAt: await readTime(options.slot, zone, now) };
}

/** The schedule as a post takes it; null is the next free slot. @throws UsageError for a time that can't be read */
export async function scheduleOf(options: WhenOptions, zone: string, now: number): Promise<string | null> {
  if (options.now) return "now";
  if (options.draft) return "draft";
  if (options.at === undefined) return null;
  const at = await readTime(options.at, zone, now);
  return at <= now ? "now" : new Date(at).toISOString();
}

/** @throws UsageError where none of them is given */
export function requireWhen(options: WhenOptions, command: { name(): string }): void {
  if (options.now || options.queue || options.at !== undefined || options.slot !== undefined) return;
  throw new UsageError(`Say when: crier post ${command.name()} ID --at TIME, --slot TIME, --now or --queue.`);
}
