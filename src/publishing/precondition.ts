// What a caller requires of a post before it is changed, such as the revision that they have seen.
import type { Post, PostWithoutContent } from "../domain/post.ts";

/** Called with the post as it is in the transaction that changes it. @throws Problem when it is not as required */
export type Precondition<P extends PostWithoutContent = Post> = (post: P) => void;

export const anyRevision: Precondition<PostWithoutContent> = () => {};
