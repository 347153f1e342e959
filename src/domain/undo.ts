// What undoing an action on several posts needs.
import type { PostWithoutContent } from "./post.ts";

/** What an action changes about when a post goes out. */
export type PostMoment = Pick<PostWithoutContent, "schedule" | "scheduledFor" | "canceled">;

export interface UndoStep {
  /** Of the post. */
  readonly id: string;
  readonly before: PostMoment;
  readonly after: PostMoment;
}

export const momentOfPost = ({ schedule, scheduledFor, canceled }: PostMoment): PostMoment => ({
  schedule,
  scheduledFor,
  canceled,
});
