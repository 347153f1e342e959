// What an agent reads about a paused queue, below a post that waits in it.
import type { Post } from "../domain/post.ts";
import { statusOf } from "../domain/post.ts";
import type { Queue } from "../domain/store/queue.ts";
import { oneLine } from "../one-line.ts";

const LONGEST_REASON = 300;

/** Begins with a line break; empty unless the post waits in a queue that is paused. */
export async function queueWords(post: Post, queue: Queue): Promise<string> {
  if (statusOf(post) !== "queued") return "";
  const pause = await queue.pause(post.profileId);
  if (!pause) return "";
  const end = pause.until === null ? "a person resumes it" : new Date(pause.until).toISOString();
  return `\nThe queue is paused until ${end}: ${oneLine(pause.reason, LONGEST_REASON)}. The post waits; it goes out in a slot after that.`;
}
