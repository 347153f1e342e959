// What needs a person on a profile, and where each entry leads.
import { queryOptions } from "@tanstack/react-query";
import { reconnectScreen } from "../accounts/reconnect.ts";
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

export interface Places {
  /** Address of what the entry is about; null for what has no screen. */
  readonly about: string | null;
  /** Where its action is done; null: right here. */
  readonly action: string | null;
}

/** What the person has to be allowed for the action of an entry. */
export function neededFor({ action }: AttentionItem): "publish" | "manage" | "read" | "administer" {
  switch (action.kind) {
    case "reconcile":
    case "retry":
    case "fix":
    case "review":
      return "publish";
    case "reconnect":
    case "webhook":
      return "manage";
    case "plan":
    case "backup":
    case "disk":
      return "administer";
    case "open":
      return "read";
  }
}

/** @param accounts of the profile: to connect one again, its network has to be known */
export function placesOf(
  { subject: { postId, targetId, accountId }, action }: AttentionItem,
  profile: Profile,
  accounts: readonly Account[],
): Places {
  const screen = (path: string) => pathOf(profile.name, path);
  const account = accounts.find(({ id }) => id === accountId);
  const ofAccount = accountId === null ? null : screen(`accounts/${accountId}`);
  const about = postId === null ? ofAccount : screen(`posts/${postId}`);
  switch (action.kind) {
    case "reconcile":
      return { about, action: screen(`settle/${targetId ?? ""}`) };
    case "retry":
      return { about, action: null };
    case "reconnect":
      return {
        about,
        action: account ? screen(reconnectScreen(account)) : (about ?? screen("")),
      };
    case "webhook":
      return { about, action: screen("webhooks") };
    case "plan":
      return { about, action: screen("plan") };
    case "backup":
    case "disk":
      return { about, action: screen("system") };
    default:
      return { about, action: about ?? screen("") };
  }
}
