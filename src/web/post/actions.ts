// What can be done with a post as it stands.
import { useLocation } from "wouter";
import { call } from "../api.ts";
import { useMay, useMayChange } from "../may.ts";
import { useApi, usePath, useProfile, useZone } from "../profile.tsx";
import { useSession } from "../session.tsx";
import { moment } from "../time.ts";
import { postWords as words } from "../words/post.ts";
import { conditionsOf, type Changes } from "./change.ts";
import type { PostRecord, TargetRecord } from "./queries.ts";

export interface ReviewActions {
  readonly canAsk: boolean;
  /** Somebody asked, or it may need an approval, and this person may decide. */
  readonly canDecide: boolean;
  /** @param note for whoever reads it next; "" for none */
  readonly send: (state: "asked" | "approved" | "returned", note: string) => void;
}

export interface PostActions {
  /** Accounts on which a retry would send it again; none when it can't be sent again. */
  readonly failed: readonly TargetRecord[];
  readonly unsure: readonly TargetRecord[];
  /** Null where it can't be done. */
  readonly retry: (() => void) | null;
  readonly cancel: (() => void) | null;
  readonly canEdit: boolean;
  readonly canSchedule: boolean;
  readonly canDelete: boolean;
  /** @param when `queue`, or a time */
  readonly schedule: (when: string) => void;
  /** What can be done about its review, with the words for it. */
  readonly review: ReviewActions;
  readonly remove: () => void;
}

export function usePostActions(post: PostRecord | undefined, changes: Changes): PostActions {
  const api = useApi();
  const zone = useZone();
  const path = usePath();
  const [, navigate] = useLocation();
  const id = post?.id ?? "";
  const { status } = post ?? {};
  const targets = post?.targets ?? [];
  const failed = isMediaGone(post) ? [] : targets.filter((each) => each.status === "failed");
  const isWaiting = status === "queued" || status === "scheduled";
  const at = post?.scheduledFor ?? null;

  const retry = () =>
    changes.run({
      name: "retry",
      send: (conditions) => call(() => api.posts({ id }).retry.post(undefined, conditions)),
    });
  const schedule = (when: string) =>
    changes.run({
      name: "schedule",
      send: (conditions) => call(() => api.posts({ id }).schedule.post(bodyOf(when), conditions)),
    });
  const cancel = () => {
    let revision = 0;
    const undo = (when: string) =>
      changes.run({
        name: "schedule",
        // By then the post is another one than when this was offered.
        send: () => call(() => api.posts({ id }).schedule.post({ schedule: when }, conditionsOf(revision))),
      });
    changes.run({
      name: "cancel",
      send: async (conditions) => {
        ({ revision } = await call(() => api.posts({ id }).cancel.post(undefined, conditions)));
      },
      notice: {
        text: words.did.cancel,
        ...(at !== null && { action: { label: words.undoTo(moment(at, zone)), run: () => undo(at) } }),
      },
    });
  };
  const review: ReviewActions["send"] = (state, note) =>
    changes.run({
      name: state,
      send: (conditions) =>
        call(() => api.posts({ id }).review.post({ state, ...(note !== "" && { note }) }, conditions)),
    });
  const remove = () =>
    changes.run({
      name: "delete",
      send: (conditions) => call(() => api.posts({ id }).delete(undefined, conditions)),
      after: () => navigate(path("posts")),
    });
  const may = useMay();
  const mayChange = useMayChange();
  const mine = post !== undefined && mayChange(post);
  const isAsked = status === "draft" && post?.review?.state === "asked";
  const { owner } = useSession();
  const { review: asksForReviews } = useProfile();
  // Whether an author wrote it, only the server knows: somebody else did.
  const mayNeed =
    asksForReviews &&
    status === "draft" &&
    post?.review?.state !== "approved" &&
    isOfOthers(post, owner.email);
  return {
    failed: may("publish") ? failed : [],
    unsure: may("publish") ? targets.filter((each) => each.status === "uncertain") : [],
    retry: may("publish") && failed.length > 0 && status !== "publishing" ? retry : null,
    cancel: may("publish") && isWaiting ? cancel : null,
    canEdit: mine && (isWaiting || status === "draft"),
    // An approval that is asked for comes first.
    canSchedule: may("publish") && !isAsked && (isWaiting || (status === "draft" && targets.length > 0)),
    canDelete:
      mine && status !== undefined && !isWaiting && status !== "publishing" && status !== "uncertain",
    review: {
      canAsk: mine && !may("publish") && status === "draft" && !isAsked && targets.length > 0,
      canDecide: may("publish") && (isAsked || mayNeed),
      send: review,
    },
    schedule,
    remove,
  };
}

const isOfOthers = (post: PostRecord | undefined, email: string): boolean =>
  post?.createdBy.kind === "person" && post.createdBy.name !== email;

/** The next free slot is what the server takes without a schedule. */
const bodyOf = (when: string) => (when === "queue" ? {} : { schedule: when });

/** A file that is needed to send it again is gone. */
export const isMediaGone = (post: PostRecord | undefined): boolean =>
  post?.media.some(({ url }) => url === null) ?? false;
