// What needs a person on a profile, and where each entry leads.
import { queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { pathOf, type Profile } from "../profile.tsx";
import type { Account } from "./queries.ts";

const readAttention = (profileId: string) =>
  call(() => admin().attention.get({ query: { profile: profileId } }));

export type AttentionItem = Awaited<ReturnType<typeof readAttention>>["items"][number];

export const attentionQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["getAttention", profileId],
    queryFn: () => readAttention(profileId),
  });

interface Place {
  readonly href: string;
  /** A page of its own, outside of the app. */
  readonly isOutside: boolean;
}

export interface Places {
  /** What the entry is about; null for what has no screen. */
  readonly about: Place | null;
  /** Where its action is done; null: right here. */
  readonly action: Place | null;
}

/** @param accounts of the profile: to connect one again, its network has to be known */
export function placesOf(
  { subject: { postId, targetId, accountId }, action }: AttentionItem,
  profile: Profile,
  accounts: readonly Account[],
): Places {
  const screen = (path: string): Place => ({ href: pathOf(profile.name, path), isOutside: false });
  const platform = accounts.find(({ id }) => id === accountId)?.platform;
  const about = postId === null ? null : screen(`posts/${postId}`);
  switch (action.kind) {
    case "reconcile":
      return { about, action: screen(`settle/${targetId ?? ""}`) };
    case "retry":
      return { about, action: null };
    case "reconnect":
      return {
        about,
        action: platform === undefined ? (about ?? screen("")) : connectPage(platform, profile),
      };
    case "webhook":
      return { about, action: screen("webhooks") };
    case "backup":
    case "disk":
      return { about, action: screen("system") };
    default:
      return { about, action: about ?? screen("") };
  }
}

/** The page on which a person signs in at a network. */
export const connectPage = (platform: string, { id }: Profile): Place => ({
  href: `/connect/${platform}?profile=${id}`,
  isOutside: true,
});
