// What a revision writes of a post, in both stores.
import type { PostTexts } from "../../domain/post.ts";
import type { PostTime } from "../../domain/slot.ts";
import type { NewPost, Revision } from "../../domain/store/posts.ts";

/** Then the post was not updated, either. */
export function changesNothing({ at: _at, audit: _audit, moves = [], ...rest }: Revision): boolean {
  return moves.length === 0 && Object.keys(rest).length === 0;
}

type PostChange = Omit<NonNullable<Revision["post"]>, keyof PostTexts>;

type JsonOf = (value: unknown) => string;

const json = (field: keyof PostChange) => (change: PostChange, jsonOf: JsonOf) => jsonOf(change[field]);
const COLUMNS: readonly {
  field: keyof PostChange;
  column: string;
  write: (change: PostChange, jsonOf: JsonOf) => string | number | null;
}[] = [
  { field: "accounts", column: "accounts", write: json("accounts") },
  { field: "warnings", column: "warnings", write: json("warnings") },
  { field: "problems", column: "problems", write: json("problems") },
  { field: "review", column: "review", write: ({ review }, jsonOf) => (review ? jsonOf(review) : null) },
  { field: "schedule", column: "schedule", write: ({ schedule }) => schedule ?? null },
  { field: "scheduledFor", column: "scheduled_for", write: ({ scheduledFor }) => scheduledFor ?? null },
  { field: "canceled", column: "canceled", write: ({ canceled }) => Number(canceled ?? false) },
  { field: "checkAt", column: "check_at", write: ({ checkAt }) => checkAt ?? null },
];

/** A new post, in the slot that was chosen for it. */
export function inSlot(post: NewPost, place: PostTime): NewPost {
  const targets = post.targets.map((target) => ({ ...target, dueAt: place.scheduledFor }));
  return { ...post, ...place, targets };
}

/** The columns of post that change, with what is written there. @param jsonOf makes JSON as the store can read it */
export function changedColumns(
  change: PostChange,
  jsonOf: JsonOf,
): readonly (readonly [string, string | number | null])[] {
  return COLUMNS.flatMap(({ field, column, write }) =>
    change[field] === undefined ? [] : [[column, write(change, jsonOf)] as const],
  );
}
