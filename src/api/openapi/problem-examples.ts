// One example per error code. A new code does not compile until it has one.
import type { Code, ProblemExtras } from "../../errors.ts";

interface ProblemExample {
  readonly detail: string;
  readonly extras?: ProblemExtras;
}

const at = (pointer: string, message: string) => ({ errors: [{ pointer, message }] });

const bluesky = { id: "019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11", platform: "bluesky", handle: "alice" };
const mastodon = { id: "019aa4c1-7c1f-7a08-8e5b-1c2d3e4f5a6b", platform: "mastodon", handle: "alice" };

const POST_ID = "019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b";

const tooLong = {
  rule: "text.length",
  message: "The text is 312 characters long; the limit is 300. Remove 12.",
  limit: 300,
  actual: 312,
};

// prettier-ignore
export const PROBLEM_EXAMPLES: Readonly<Record<Code, ProblemExample>> = {
  invalid_request: { detail: "The request is not valid: /caption: Expected string length greater or equal to 1.", extras: at("/caption", "Expected string length greater or equal to 1") },
  invalid_json: { detail: "The body is not one JSON document in UTF-8." },
  invalid_query: { detail: "The query is not valid: /limit: must be a number from 1 to 100 (default 20).", extras: at("/limit", "must be a number from 1 to 100 (default 20)") },
  invalid_cursor: { detail: "`cursor` is not one that this list gave out.", extras: at("/cursor", "not a cursor of this list") },
  invalid_schedule: { detail: '"tomorrow" is neither `now`, `draft` nor a time with an offset. An example: 2027-01-31T09:00:00+01:00.', extras: at("/schedule", '"tomorrow" is neither `now`, `draft` nor a time with an offset.') },
  unknown_accounts: { detail: 'No account of this profile is called "@nobody". There are bluesky:ok, mastodon:ok.', extras: { unknown: ["@nobody"] } },
  ambiguous_account: { detail: '"alice" fits several accounts: bluesky:alice, mastodon:alice.', extras: { candidates: [bluesky, mastodon] } },
  no_accounts: { detail: "This profile has no active account." },
  unknown_override: { detail: '"tiktok" matches no target of this post.', extras: { unknown: ["tiktok"] } },
  unknown_option: { detail: '"tiktok" matches no target of this post.', extras: { unknown: ["tiktok"] } },
  unknown_media: { detail: "Some media of this post do not exist.", extras: at("/media/0", "this profile has no media with this id") },
  unknown_label: { detail: "Some labels of this post do not exist.", extras: at("/labels/0", "this profile has no label with this id") },
  queue_has_no_slots: { detail: "This profile's queue has no slots." },
  invalid_idempotency_key: { detail: "The Idempotency-Key has 201 characters; it must have 1 to 200." },
  upload_mismatch: { detail: "The upload was prepared with 52428800 bytes; this request has 52428801." },
  credential_on_upload: { detail: "Upload URLs need no API key. Send the request again without the Authorization header." },
  profile_required: { detail: "The header Crier-Profile is missing." },
  unauthorized: { detail: "No valid API key. Send `Authorization: Bearer crier_live_…`." },
  payment_required: { detail: "The plan is not active, so nothing can be published." },
  too_many_accounts: { detail: "More accounts are connected than the plan allows." },
  sign_in_required: { detail: "You must be signed in." },
  sign_in_failed: { detail: "The email address or the password is wrong." },
  wrong_password: { detail: "The current password is wrong. Nothing was changed." },
  cross_origin: { detail: "This request does not come from one of Crier's own pages." },
  host_refused: { detail: "evil.example is not a host name of this server." },
  profile_forbidden: { detail: "You have no profile with the id in Crier-Profile." },
  not_allowed: { detail: "Only owners, managers and editors may do this; you are an author.", extras: { permission: "publish", role: "author" } },
  insufficient_scope: { detail: "This key lacks the scope `publish`.", extras: { scope: "publish" } },
  simulated_only: { detail: "This key is for simulated accounts only. alice on mastodon is a real one." },
  setup_token_invalid: { detail: "This set-up link is not valid, or the server was restarted after it was printed." },
  invite_invalid: { detail: "This invitation was used already. Ask for a new one." },
  media_url_invalid: { detail: "This URL has expired." },
  upload_url_invalid: { detail: "This is not a valid upload URL." },
  not_found: { detail: "This profile has no post with this id." },
  method_not_allowed: { detail: "DELETE is not allowed here; use GET, HEAD, POST.", extras: { allow: ["GET", "HEAD", "POST"] } },
  idempotency_conflict: { detail: "This Idempotency-Key was used for another request.", extras: { postId: POST_ID } },
  needs_reconciliation: { detail: "A target of this post may be live. Nothing was sent.", extras: { postId: POST_ID, targets: [mastodon] } },
  publishing: { detail: "Some targets of this post are being published." },
  not_settled: { detail: "This post has the status scheduled. There is no receipt for it yet." },
  already_started: { detail: "Publishing of this post has started or finished." },
  slot_taken: { detail: "Another post holds the slot of 2027-02-01T08:00:00.000Z.", extras: { postId: POST_ID } },
  review_required: { detail: "An author wrote this, and the profile asks for a review: approve it first." },
  not_waiting: { detail: "1 of the posts is not waiting for its time. Nothing was changed.", extras: { notWaiting: [{ id: POST_ID, why: "Publishing of it has started or finished." }] } },
  edit_conflict: { detail: "This post was edited at the same time. Nothing was changed." },
  revision_conflict: { detail: "This post was changed meanwhile: it has revision 4. Nothing was changed now." },
  not_reconcilable: { detail: "This post has no uncertain target with this id." },
  sender_alive: {
    detail: "The process crier-2 41 sent it to mastodon (alice) and has not said what became of it.",
    extras: { process: "crier-2 41", since: "2027-02-01T07:58:12.000Z" },
  },
  last_owner: { detail: "This is the only owner, and has to stay an owner until there is another one." },
  already_exists: { detail: "A profile named Studio already exists." },
  backup_running: { detail: "A backup is being made. One thing at a time: wait until it is done." },
  already_set_up: { detail: "This Crier already has an owner. The set-up link works only once." },
  key_revoked: { detail: "The key is revoked; create a new one." },
  account_disconnected: { detail: "The account is disconnected. Connect it again." },
  choose_accounts: {
    detail: "Facebook offers these accounts: Bakery (1029), Bakery North (1030). Choose one or more of them.",
    extras: {
      accounts: [
        { remoteId: "1029", handle: "bakery", displayName: "Bakery" },
        { remoteId: "1030", handle: "bakery.north", displayName: "Bakery North" },
      ],
    },
  },
  simulator_needed: { detail: "Several processes share this database, and each has a simulator of its own. Start one for all of them with `crier simulator`, and set CRIER_SIMULATOR to its address in every process." },
  media_in_use: { detail: "A post that is not finished uses this file.", extras: { posts: [POST_ID] } },
  media_deleted: { detail: "hills.jpg was deleted, so it can't be sent again." },
  too_many_labels: { detail: "The profile has 100 labels, which is the maximum." },
  too_many_webhooks: { detail: "The profile has 10 webhooks, which is the maximum." },
  too_many_uploads: { detail: "The profile has 50 open uploads, which is the maximum." },
  upload_incomplete: { detail: "33554432 of 52428800 bytes have arrived.", extras: { offset: 33_554_432 } },
  upload_offset: { detail: "The upload continues at byte 33554432, not 0.", extras: { offset: 33_554_432 } },
  upload_completed: { detail: "The upload is completed; its media can't be changed." },
  upload_expired: { detail: "This upload URL has expired. Prepare the upload again." },
  body_incomplete: { detail: "The body was not complete after 10 s." },
  body_too_large: { detail: "The body is larger than 65536 bytes.", extras: { limit: 65_536 } },
  media_too_large: { detail: "A direct upload can have at most 4 MiB. Larger files go through POST /media/presign.", extras: { limit: 4_194_304 } },
  unsupported_media_type: { detail: "Send this as application/json, not text/plain." },
  preflight_failed: { detail: "Nothing was stored. The post cannot be published as it is on bluesky (alice).", extras: { networks: [{ platform: "bluesky", accountId: bluesky.id, handle: "alice", problems: [tooLong] }] } },
  media_unreadable: { detail: "This JPEG image can't be read: it ends too early." },
  media_type_mismatch: { detail: "The file is declared as image/png, but its content is image/jpeg." },
  media_type_unsupported: { detail: "This file is not a JPEG, PNG, WebP, GIF, MP4, MOV or WebM file." },
  url_refused: { detail: "10.0.0.5 is a number, not the name of a host.", extras: at("/url", "10.0.0.5 is a number, not the name of a host.") },
  host_not_approved: { detail: "The operator has not approved media.example.com." },
  link_card_unavailable: { detail: "harbour.example answered with status 404." },
  import_failed: { detail: "media.example.com answered with a redirect, which Crier does not follow." },
  connect_refused: { detail: "Bluesky does not know this handle and app password." },
  network_unavailable: { detail: "bsky.social can't be reached: the connection was refused." },
  too_many_attempts: { detail: "Too many sign-in attempts. Wait 15 minutes.", extras: { retryAfter: 900 } },
  rate_limited: { detail: "More than 120 requests in 60 s. Wait 3 s.", extras: { retryAfter: 3 } },
  temporarily_unavailable: { detail: "The database was busy for too long. It is not known whether the request took effect." },
  disk_full: { detail: "Nothing was stored. The disk is full." },
  disk_read_only: { detail: "Nothing was stored. The disk is not writable." },
  media_quota_exceeded: { detail: "The profile uses 999500000 of 1000000000 bytes for media and open uploads; 612000 more would exceed the limit.", extras: { limit: 1_000_000_000, used: 999_500_000, size: 612_000 } },
  storage_unavailable: { detail: "The media storage is unavailable: nothing listens at https://storage.example (ConnectionRefused)." },
  stopping: { detail: "The server is stopping. Nothing was stored." },
  internal: { detail: "An internal error prevented a response. The request itself may be fine." },
};
