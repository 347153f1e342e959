// One example per operation, by operation id. A test holds them against the schemas and asks for missing ones.
import type { Static } from "@sinclair/typebox";
import type { AccountView } from "../v1/accounts.ts";
import type { MediaView } from "../v1/media.ts";
import type { PostView } from "../v1/post-view.ts";

export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly request?: unknown;
  /** The body of the successful answer; null where it has none. */
  readonly response: unknown;
}

const account: Static<typeof AccountView> = {
  id: "019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11",
  platform: "bluesky",
  handle: "alice.bsky.social",
  displayName: "Alice",
  avatarUrl: null,
  profileUrl: "https://bsky.app/profile/alice.bsky.social",
  status: "active",
  canPublish: true,
  blockedReason: null,
  quota: null,
  simulated: false,
  requires: null,
  limits: {
    caption: { max: 300, unit: "graphemes" },
    media: { maxItems: 4, maxVideos: 1, mixed: false, kinds: ["image", "video"] },
  },
  connectedAt: "2027-01-12T08:00:00.000Z",
  tokenExpiresAt: null,
};

const media: Static<typeof MediaView> = {
  id: "019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21",
  filename: "hills.jpg",
  kind: "image",
  mime: "image/jpeg",
  size: 182_430,
  width: 1600,
  height: 1200,
  durationMs: null,
  altText: "Hills at dusk",
  createdAt: "2027-01-31T07:58:12.000Z",
};

type Target = Static<typeof PostView>["targets"][number];

const posted: Target = {
  id: "019aa4c3-5d2f-7f40-b1c2-90a1b2c3d4e5",
  accountId: account.id,
  platform: "bluesky",
  handle: "alice.bsky.social",
  status: "posted",
  url: "https://bsky.app/profile/alice.bsky.social/post/3mfzq5k7u2c2a",
  remoteId: "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3mfzq5k7u2c2a",
  errorCode: null,
  errorCategory: null,
  retryable: false,
  nextAction: "none",
  attempts: 1,
  nextAttemptAt: null,
  publishedAt: "2027-01-31T08:00:01.210Z",
  verification: null,
  reconciled: null,
  simulated: false,
};

const { url: _url, ...untold } = posted;
const failed: Target = {
  ...untold,
  id: "019aa4c3-5d30-7c11-a2d4-0f1e2d3c4b5a",
  accountId: "019aa4c1-7c1f-7a08-8e5b-1c2d3e4f5a6b",
  platform: "mastodon",
  handle: "alice@mastodon.social",
  status: "failed",
  remoteId: null,
  error: "mastodon.social refused the token. Connect the account again.",
  errorCode: "refused",
  errorCategory: "auth",
  retryable: true,
  nextAction: "reconnect",
  publishedAt: null,
};

const post: Static<typeof PostView> = {
  id: "019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b",
  status: "partial",
  caption: "Hello from the hills",
  accounts: ["bluesky", "mastodon"],
  media: [media],
  overrides: { bluesky: "Hello, Bluesky" },
  options: {},
  schedule: "now",
  scheduledFor: null,
  createdAt: "2027-01-31T08:00:00.000Z",
  updatedAt: "2027-01-31T08:00:01.900Z",
  publishedAt: "2027-01-31T08:00:01.210Z",
  canceled: false,
  idempotencyKey: null,
  targets: [posted, failed],
};

export const OPERATION_EXAMPLES: Readonly<Record<string, OperationExample>> = {
  listAccounts: { response: { accounts: [account] } },
  uploadMedia: { response: { media } },
  createPost: {
    request: {
      caption: "Hello from the hills",
      accounts: ["bluesky", "mastodon"],
      media: [media.id],
      overrides: { bluesky: "Hello, Bluesky" },
      schedule: "now",
    },
    response: post,
  },
  listPosts: { response: { posts: [post], nextCursor: null } },
  getPost: { params: { id: post.id }, response: post },
};
