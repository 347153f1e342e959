// Records for tests of the store: one of each entity, valid, with ids that sort by their number.
import type { NewAccount } from "../../domain/account.ts";
import type { Media, MediaFacts } from "../../domain/media.ts";
import type { Invite } from "../../domain/invite.ts";
import type { Person } from "../../domain/person.ts";
import type { Due } from "../../domain/store/journal.ts";
import type { Webhook } from "../../domain/webhook.ts";
import type { NewPost } from "../../domain/store/posts.ts";

export const AT = 1_800_000_000_000;
export const id = (n: number) => `019aa4c0-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const bytes = (n: number) => new Uint8Array(32).fill(n);
export const PROFILE = id(1);
export const ACCOUNT = id(2);

export const account: NewAccount = {
  ...{ id: ACCOUNT, profileId: PROFILE, platform: "bluesky", remoteId: "r", server: null, handle: "ok" },
  ...{ displayName: "Ok", avatarUrl: null, profileUrl: null, status: "active", statusDetail: null },
  ...{ simulated: false, rules: {}, tokenExpiresAt: AT, connectedAt: AT, credentialsAt: AT },
  ...{ refreshAskedAt: null, scopes: null },
};
export const mediaFacts: MediaFacts = {
  ...{ videoCodec: null, audioCodec: null, frameRate: null, bitrate: null, hdr: null, rotation: 0 },
  ...{ animated: false, frames: null, alpha: false, colourSpace: null },
};
export const media = {
  ...{ id: id(3), profileId: PROFILE, sha256: "a".repeat(64), filename: "a.png", kind: "image" },
  ...{ mime: "image/png" as const, size: 10, width: 1, height: 1, durationMs: null, altText: null },
  ...{ createdAt: AT, facts: mediaFacts, parentId: null, posterMs: null },
} satisfies Media;
export const post = (postId: string, state: "draft" | "pending", schedule: NewPost["schedule"]): NewPost => ({
  ...{ id: postId, profileId: PROFILE, caption: `Caption ${postId}`, accounts: null, overrides: {} },
  ...{ options: {}, schedule, scheduledFor: state === "draft" ? null : AT, canceled: false },
  ...{
    idempotencyKey: null,
    createdAt: AT,
    mediaIds: [],
    labels: [],
    targetMediaIds: [],
    checkAt: AT,
    problems: [],
  },
  targets: [
    {
      ...{ id: `${postId.slice(0, -1)}1`, accountId: ACCOUNT, platform: "bluesky", handle: "ok" },
      ...{
        simulated: false,
        state,
        dueAt: state === "draft" ? null : AT,
        overrideKey: null,
        optionsKey: null,
      },
    },
  ],
});
export const due = (postId: string, attempt: number, state: Due["state"]): Due => ({
  ...{ id: `${postId.slice(0, -1)}1`, postId, attempt, profileId: PROFILE, accountId: ACCOUNT, state },
  ...{
    platform: "bluesky",
    server: "bluesky",
    dueAt: AT,
    deferredSince: null,
    ruleChanges: {},
    simulated: false,
    accountNotBefore: null,
    serverPause: null,
  },
});
export const entry = { at: AT, actor: "cli", action: "a", profileId: null, subject: "s", detail: null };
export const upload = (n: number) => ({
  ...{
    id: id(n),
    profileId: PROFILE,
    filename: "a",
    mime: "image/png",
    size: 10,
    state: "prepared" as const,
  },
  ...{ received: 0, sha256: null, mediaId: null, createdAt: AT, expiresAt: AT },
});
export const profile = {
  id: PROFILE,
  name: "one",
  timezone: "UTC",
  keepMetadata: false,
  review: false,
  weekStart: "monday" as const,
  defaultAccounts: null,
  createdAt: AT,
};
export const key = {
  ...{ id: id(4), profileId: PROFILE, name: "k", last4: "abcd", scopes: ["read"] as const, createdAt: AT },
  ...{
    simulatedOnly: true,
    createdBy: "cli",
    lastUsedAt: null,
    lastUsedFrom: null,
    expiresAt: null,
    revokedAt: null,
  },
};
export const consent = {
  profileId: PROFILE,
  platform: "x",
  actor: "cli",
  browser: bytes(1),
  until: AT,
  returnTo: null,
};
export const editor = { profileId: PROFILE, name: "cli", role: null, mayPublish: true, simulatedOnly: false };
export const waiting = { code: "waiting", category: "network_down", detail: "d" } as const;
export const facts = { at: AT, dueAt: null, detail: "d" };
export const slot = { id: id(6), profileId: PROFILE, weekdays: [1], time: "09:00", timezone: "UTC" };
/** An owner. */
export const person = (n: number, email: string): Person => ({
  ...{ id: id(n), email, passwordHash: "h", createdAt: AT, role: "owner", profiles: "all" },
});
export const invite: Invite = {
  ...{ id: id(80), role: "author", profiles: [PROFILE], createdBy: "owner:a@b.c", createdAt: AT },
  ...{ expiresAt: AT + 10, usedAt: null },
};
export const session = {
  ...{ id: id(8), personId: id(5), email: "a@b.c", createdAt: AT, lastUsedAt: AT },
  ...{ address: "192.0.2.1", device: "Firefox on Linux", role: "owner" as const, profiles: "all" as const },
};
/** Of the session with this hash, for an owner whose password hash is "h". */
export const start = (hash: number, replaces: Uint8Array | null = null) => ({
  ...{ hash: bytes(hash), replaces },
  passwordHash: "h",
});
export const PAUSE = { reason: "wrong link", since: AT, by: "cli" };
export const label = {
  ...{ id: id(70), profileId: PROFILE, name: "Harbour", colour: "blue" as const, createdAt: AT },
};
export const application = {
  ...{ network: "x", clientId: "an-id", sealed: bytes(6), scopes: null, setAt: AT, setBy: "cli" },
};
export const webhook: Webhook = {
  ...{ id: id(80), profileId: PROFILE, url: "https://a.example/", events: null, description: "" },
  ...{ status: "active", pausedReason: null, failingSince: null, createdAt: AT },
};
export const secret = (n: number) => ({ id: id(n), sealed: bytes(n), createdAt: AT });
