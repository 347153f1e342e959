// One example per operation, by operation id. A test holds them against the schemas and asks for missing ones.
import type { Static } from "@sinclair/typebox";
import type { AccountView } from "../views/account.ts";
import type { MediaView } from "../views/media.ts";
import type { PostView } from "../views/post.ts";
import { WEBHOOK_EXAMPLES } from "./webhook-examples.ts";

/** Signed with a key that is made up for it. */
const RECEIPT =
  "eyJhbGciOiJFZERTQSIsInR5cCI6InNlY2V2ZW50K2p3dCIsImtpZCI6IlVERFJlT1psMWlwWEFmcDl3WXNtMTNzREJNSzVvZy0tUVdkQmp6dWY2bzQifQ." +
  "eyJpc3MiOiJodHRwczovL2NyaWVyLmV4YW1wbGUiLCJpYXQiOjE4MDEzODI0MzYsImp0aSI6IjAxOWFhNGM0LTBhMGItN2MwZC04ZTBmLTEwMTExMjEz" +
  "MTQxNSIsInN1YiI6IjAxOWFhNGMzLTVkMmUtN2Q5MC05YjdjLThjMWQyZTNmNGE1YiIsImV2ZW50cyI6eyJodHRwczovL2NyaWVyLmV4YW1wbGUvZG9j" +
  "cy9yZWNlaXB0cyI6eyJzdGF0dXMiOiJwb3N0ZWQifX19." +
  "Whl1rzbTmBvBkNBXHP1NeJfH_94kv-e4ovP9UkKtQ1u3yET0HHaGR0YCalmnkYpa8skaWgwWnxHMhyDL564cBg";

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
  statusDetail: null,
  canPublish: true,
  blockedReason: null,
  quota: null,
  simulated: false,
  requires: null,
  limits: {
    caption: { max: 300, unit: "graphemes" },
    media: { maxItems: 4, maxVideos: 1, mixed: false, kinds: ["image", "video"] },
  },
  kinds: [],
  connectedAt: "2027-01-12T08:00:00.000Z",
  tokenExpiresAt: null,
};

const media: Static<typeof MediaView> = {
  id: "019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21",
  filename: "hills.jpg",
  kind: "image",
  mime: "image/jpeg",
  animated: false,
  size: 182_430,
  width: 1600,
  height: 1200,
  durationMs: null,
  altText: "Hills at dusk",
  parentId: null,
  posterMs: null,
  createdAt: "2027-01-31T07:58:12.000Z",
  url: "https://crier.example/media/019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21/file?expires=1801389600&signature=3q2-7w",
  thumbnailUrl:
    "https://crier.example/media/019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21/thumbnail?expires=1801389600&signature=8fP1cA",
  facts: {
    videoCodec: null,
    audioCodec: null,
    frameRate: null,
    bitrate: null,
    hdr: null,
    rotation: 90,
    animated: false,
    frames: null,
    alpha: false,
    colourSpace: "rgb",
  },
};

const inLibrary = { createdBy: { kind: "key", name: "newsletter" }, usedIn: { posts: 3, waiting: 1 } };
const square: Partial<Static<typeof MediaView>> = {
  id: "019aa4c5-0b1c-7d2e-8f30-415263748596",
  filename: "hills-cropped.jpg",
  parentId: media.id,
  size: 26_214,
  width: 480,
  height: 480,
};
const clip: Partial<Static<typeof MediaView>> = {
  filename: "hills.mp4",
  kind: "video",
  mime: "video/mp4",
  size: 4_120_338,
  durationMs: 14_000,
  posterMs: 2500,
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
  lateness: 12,
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
  revision: 1,
  status: "partial",
  caption: "Hello from the hills",
  accounts: ["bluesky", "mastodon"],
  media: [media],
  labels: [],
  overrides: { bluesky: "Hello, Bluesky" },
  options: {},
  schedule: "now",
  scheduledFor: null,
  createdAt: "2027-01-31T08:00:00.000Z",
  createdBy: { kind: "key", name: "newsletter" },
  review: null,
  updatedAt: "2027-01-31T08:00:01.900Z",
  publishedAt: "2027-01-31T08:00:01.210Z",
  canceled: false,
  idempotencyKey: null,
  warnings: [],
  problems: [],
  targets: [posted, failed],
};

const waiting: Target = {
  ...untold,
  status: "draft",
  remoteId: null,
  attempts: 0,
  publishedAt: null,
  lateness: null,
};

const draft: Static<typeof PostView> = {
  ...post,
  id: "019aa4c3-6a00-7a11-8b22-334455667788",
  status: "draft",
  accounts: ["bluesky"],
  overrides: {},
  schedule: "draft",
  publishedAt: null,
  targets: [waiting],
};

const label = { id: "019aa4c0-1b2c-7d3e-8f40-516273849506", name: "Harbour", colour: "blue" };

const queuePause = {
  reason: "The harbour is closed",
  since: "2027-02-01T07:30:00.000Z",
  until: "2027-02-08T07:00:00.000Z",
  by: "owner:anna@example.com",
};

export const OPERATION_EXAMPLES: Readonly<Record<string, OperationExample>> = {
  listAccounts: { response: { accounts: [account] } },
  uploadMedia: { request: { url: "https://media.example.com/hills.jpg" }, response: { media } },
  prepareMediaUpload: {
    request: { filename: "hills.mp4", contentType: "video/mp4", size: 52_428_800 },
    response: {
      uploadId: "019aa4c2-2b3c-7d4e-9f50-61728394a5b6",
      uploadUrl:
        "https://crier.example/uploads/019aa4c2-2b3c-7d4e-9f50-61728394a5b6?expires=1801386000&signature=3q2-7w",
      method: "PUT",
      headers: { "Content-Type": "video/mp4" },
      expiresAt: "2027-01-31T09:00:00.000Z",
    },
  },
  completeMediaUpload: {
    request: { uploadId: "019aa4c2-2b3c-7d4e-9f50-61728394a5b6", altText: "Hills at dusk" },
    response: { media },
  },
  listMedia: { response: { media: [{ ...media, ...inLibrary }], nextCursor: null } },
  getMediaUsage: { response: { bytes: 4_182_430, files: 12, diskFreeBytes: 81_604_378_624 } },
  getMedia: { params: { id: media.id }, response: { media: { ...media, ...inLibrary } } },
  listMediaUses: {
    params: { id: media.id },
    response: {
      posts: [
        {
          id: post.id,
          excerpt: "Good morning",
          status: "scheduled",
          scheduledFor: "2027-02-01T08:00:00.000Z",
        },
      ],
    },
  },
  deriveMedia: {
    params: { id: media.id },
    request: { crop: { x: 0, y: 0, width: 480, height: 480 } },
    response: { media: { ...media, ...square } },
  },
  getLinkCard: {
    params: { url: "https://harbour.example/sunday" },
    response: {
      url: "https://harbour.example/sunday",
      title: "The boats are back",
      description: "Come and see them on Sunday.",
      imageUrl:
        "https://crier.example/media/cards/5f0c7a1e9b3d4c6f8a2e1d0c9b8a7f6e5d4c3b2a19080706f5e4d3c2b1a09f8e?expires=1801389600&signature=8fP1cA",
    },
  },
  chooseMediaPoster: {
    params: { id: media.id },
    request: { atMs: 2500 },
    response: { media: { ...media, ...clip } },
  },
  editMedia: { params: { id: media.id }, request: { altText: "Hills at dusk" }, response: { media } },
  deleteMedia: { params: { id: media.id }, response: null },
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
  countPosts: {
    response: {
      counts: {
        draft: 4,
        queued: 12,
        scheduled: 3,
        publishing: 0,
        uncertain: 1,
        posted: 318,
        failed: 2,
        partial: 1,
      },
      total: 341,
      capped: false,
    },
  },
  getPost: { params: { id: post.id }, response: post },
  editPost: { params: { id: draft.id }, request: { caption: "Hello from the hills" }, response: draft },
  deletePost: { params: { id: draft.id }, response: null },
  retryFailedTargets: { params: { id: post.id }, response: post },
  checkPost: {
    request: { caption: "Look up! https://hills.example/view", accounts: ["bluesky"], media: [media.id] },
    response: {
      scheduledFor: "2027-02-02T08:00:00.000Z",
      slot: { at: "2027-02-02T08:00:00.000Z", slotId: "019aa4c0-0a0b-7c0d-8e0f-101112131415" },
      plan: null,
      targets: [
        {
          accountId: account.id,
          platform: "bluesky",
          handle: account.handle,
          simulated: false,
          ok: true,
          kind: null,
          text: "Look up! https://hills.example/view",
          segments: [
            {
              from: 9,
              to: 35,
              kind: "link",
              shown: "https://hills.example/view",
              href: "https://hills.example/view",
            },
          ],
          length: 35,
          limit: 300,
          unit: "graphemes",
          media: [
            {
              mediaId: media.id,
              sends: { mime: "image/jpeg", width: 1600, height: 1200 },
              why: null,
              altText: media.altText,
            },
          ],
          needs: [],
          problems: [],
          warnings: [],
          card: null,
        },
      ],
      unknown: [],
      problems: [],
    },
  },
  cancelPost: { params: { id: draft.id }, response: { ...draft, canceled: true } },
  reviewPost: {
    params: { id: draft.id },
    request: { state: "asked", note: "Is the date right?" },
    response: {
      ...draft,
      revision: 2,
      review: {
        state: "asked",
        by: { kind: "person", name: "ben@example.com" },
        at: "2027-01-31T08:05:00.000Z",
        note: "Is the date right?",
      },
    },
  },
  schedulePost: {
    params: { id: draft.id },
    request: { schedule: "2027-02-01T09:00:00+01:00" },
    response: {
      ...draft,
      status: "scheduled",
      schedule: "time",
      scheduledFor: "2027-02-01T08:00:00.000Z",
      targets: [{ ...waiting, status: "pending", nextAction: "wait" }],
    },
  },
  actOnPosts: {
    request: { ids: [draft.id], action: "shift", days: 1 },
    response: {
      results: [{ id: draft.id, ok: true, error: null }],
      undo: "019aa4c4-0a0b-7c0d-8e0f-101112131415",
    },
  },
  undoPostAction: {
    request: { token: "019aa4c4-0a0b-7c0d-8e0f-101112131415" },
    response: { results: [{ id: draft.id, ok: true, error: null }] },
  },
  importPosts: {
    response: {
      rows: [
        {
          row: 1,
          excerpt: "Hello, hills",
          schedule: "draft",
          ok: true,
          problems: [],
          fields: null,
          postId: draft.id,
          replayed: false,
        },
        {
          row: 2,
          excerpt: "The boats are back",
          schedule: null,
          ok: false,
          problems: [{ code: "unknown_accounts", message: "No account of this profile is called bluesky." }],
          fields: { caption: "The boats are back", accounts: ["bluesky"] },
          postId: null,
          replayed: false,
        },
      ],
      ok: 1,
      failed: 1,
    },
  },
  reconcileUncertainDelivery: {
    params: { id: post.id },
    request: {
      targetId: failed.id,
      action: "mark_published",
      confirmed: true,
      remoteUrl: "https://mastodon.social/@alice/113920000000000000",
      note: "I saw it on the profile page.",
    },
    response: post,
  },
  lookAtNetwork: { params: { id: post.id, targetId: posted.id }, response: post },
  listPostEvents: {
    params: { id: post.id },
    response: {
      events: [
        {
          seq: 41,
          at: "2027-01-31T08:00:00.004Z",
          kind: "claim",
          targetId: posted.id,
          attempt: 1,
          actor: { kind: "crier", name: null },
          text: "Crier started on Bluesky, on time.",
          detail: "an attempt begins, 4 ms after its time",
          data: { ms: 4 },
        },
        {
          seq: 44,
          at: "2027-01-31T08:00:01.210Z",
          kind: "accept",
          targetId: posted.id,
          attempt: 1,
          actor: { kind: "crier", name: null },
          text: "Bluesky accepted it.",
          detail: "live",
          data: {
            ms: 214,
            status: 200,
            url: "https://bsky.app/profile/alice.bsky.social/post/3mfzq5k7u2c2a",
          },
        },
      ],
    },
  },
  getPostEvidence: {
    params: { id: post.id },
    response: {
      targets: [
        {
          targetId: posted.id,
          attempts: [
            {
              attempt: 1,
              startedAt: "2027-01-31T08:00:00.004Z",
              sentAt: "2027-01-31T08:00:00.061Z",
              endedAt: "2027-01-31T08:00:35.730Z",
              outcome: "find",
              steps: [
                {
                  at: "2027-01-31T08:00:00.066Z",
                  ms: 902,
                  name: "publish",
                  method: "POST",
                  host: "amanita.us-east.host.bsky.network",
                  path: "/xrpc/com.atproto.repo.putRecord",
                  status: null,
                  result: "lost",
                  detail: "amanita.us-east.host.bsky.network: ECONNRESET",
                },
                {
                  at: "2027-01-31T08:00:35.512Z",
                  ms: 211,
                  name: "look",
                  method: "GET",
                  host: "amanita.us-east.host.bsky.network",
                  path: "/xrpc/com.atproto.repo.getRecord",
                  status: 200,
                  result: "answered",
                  detail: null,
                },
              ],
            },
          ],
          looks: [
            {
              at: "2027-01-31T08:00:35.730Z",
              verdict: "live",
              evidence:
                "The account's server has the record at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3mfzq5k7u2c2a.",
              actor: { kind: "crier", name: null },
            },
          ],
          certainty:
            "Bluesky's answer is certain either way: the post is there, or it was not published if it is missing twice, at least half a minute apart, within an hour.",
          nextLookAt: null,
          lookEndsAt: null,
          whereToLook: {
            profileUrl: "https://bsky.app/profile/alice.bsky.social",
            searchUrl: "https://bsky.app/search?q=from%3Aalice.bsky.social+Hello",
          },
          sent: { caption: post.caption, mediaIds: [media.id], at: "2027-01-31T08:00:00.061Z" },
        },
      ],
    },
  },
  getPostReceipt: {
    params: { id: post.id },
    response: { receipt: RECEIPT },
  },
  getCalendar: {
    params: { from: "2027-02-01T00:00:00Z", to: "2027-02-08T00:00:00Z" },
    response: {
      posts: [
        {
          id: draft.id,
          revision: 2,
          status: "queued",
          excerpt: "Hello from the hills",
          mediaCount: 1,
          thumbnailUrl: media.thumbnailUrl,
          labels: [label.id],
          createdBy: post.createdBy,
          review: null,
          at: "2027-02-01T08:00:00.000Z",
          movable: true,
          why: null,
          targets: [
            {
              id: posted.id,
              accountId: account.id,
              platform: "bluesky",
              handle: "alice.bsky.social",
              status: "pending",
              simulated: false,
            },
          ],
        },
      ],
      slots: [
        {
          at: "2027-02-01T08:00:00.000Z",
          slotId: "019aa4c0-0a0b-7c0d-8e0f-101112131415",
          state: "held",
          postId: draft.id,
          reason: "A post holds it.",
        },
        {
          at: "2027-02-02T08:00:00.000Z",
          slotId: "019aa4c0-0a0b-7c0d-8e0f-101112131415",
          state: "free",
          postId: null,
          reason: null,
        },
      ],
      capped: false,
    },
  },
  orderQueue: {
    request: { ids: [draft.id] },
    response: { posts: [{ id: draft.id, at: "2027-02-01T08:00:00.000Z", revision: 3 }] },
  },
  pauseQueue: {
    request: { reason: "The harbour is closed", until: "2027-02-08T07:00:00Z" },
    response: { paused: queuePause },
  },
  resumeQueue: { response: { paused: null } },
  listLabels: { response: { labels: [label] } },
  createLabel: { request: { name: "Harbour", colour: "blue" }, response: { label } },
  editLabel: {
    params: { id: label.id },
    request: { colour: "teal" },
    response: { label: { ...label, colour: "teal" } },
  },
  deleteLabel: { params: { id: label.id }, response: null },
  ...WEBHOOK_EXAMPLES,
  getQueue: {
    response: {
      paused: null,
      slots: [
        {
          id: "019aa4c0-0a0b-7c0d-8e0f-101112131415",
          weekdays: [1, 2, 3, 4, 5],
          time: "09:00",
          timezone: "Europe/Berlin",
        },
      ],
      nextFree: "2027-02-02T08:00:00.000Z",
      upcoming: [
        {
          at: "2027-02-01T08:00:00.000Z",
          slotId: "019aa4c0-0a0b-7c0d-8e0f-101112131415",
          state: "held",
          postId: post.id,
          reason: "A post holds it.",
        },
        {
          at: "2027-02-02T08:00:00.000Z",
          slotId: "019aa4c0-0a0b-7c0d-8e0f-101112131415",
          state: "free",
          postId: null,
          reason: null,
        },
      ],
      nextCursor: null,
    },
  },
  getProviderOptions: {
    params: { id: account.id },
    response: {
      account,
      options: { type: "object", properties: { languages: { type: "array", items: { type: "string" } } } },
      values: { handle: "alice.bsky.social", active: true },
      fetchedAt: "2027-01-31T08:00:00.000Z",
    },
  },
};
