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
  message: "The text counts 312 characters; 300 are taken. Shorten it by 12.",
  limit: 300,
  actual: 312,
};

// prettier-ignore
export const PROBLEM_EXAMPLES: Readonly<Record<Code, ProblemExample>> = {
  invalid_request: { detail: "The request is not valid: /caption: Expected string length greater or equal to 1.", extras: at("/caption", "Expected string length greater or equal to 1") },
  invalid_json: { detail: "The body is not one JSON document in UTF-8." },
  invalid_query: { detail: "The query is not valid: /limit: must be a number from 1 to 100 (20 when left out).", extras: at("/limit", "must be a number from 1 to 100 (20 when left out)") },
  invalid_schedule: { detail: '"tomorrow" is neither `now`, `draft` nor a time with an offset. An example: 2027-01-31T09:00:00+01:00.', extras: at("/schedule", '"tomorrow" is neither `now`, `draft` nor a time with an offset.') },
  unknown_accounts: { detail: 'No account of this profile is called "@nobody".', extras: { unknown: ["@nobody"] } },
  ambiguous_account: { detail: '"alice" fits several accounts: bluesky:alice, mastodon:alice.', extras: { candidates: [bluesky, mastodon] } },
  no_accounts: { detail: "This profile has no active account." },
  unknown_override: { detail: '"tiktok" fits no target of this post.', extras: { unknown: ["tiktok"] } },
  unknown_option: { detail: '"tiktok" fits no target of this post.', extras: { unknown: ["tiktok"] } },
  unknown_media: { detail: "Some media of this post do not exist.", extras: at("/media/0", "no media of this profile has this id") },
  queue_has_no_slots: { detail: "This profile's queue has no slots." },
  invalid_idempotency_key: { detail: "The Idempotency-Key has 201 characters; 1 to 200 are taken." },
  upload_mismatch: { detail: "The upload was prepared with 52428800 bytes; this request brings 52428801." },
  credential_on_upload: { detail: "An upload address carries its own permission. Send the request again without the Authorization header." },
  unauthorized: { detail: "This needs a key: send `Authorization: Bearer crier_live_…` with one that is live." },
  payment_required: { detail: "The plan is not live, so nothing can be published." },
  too_many_accounts: { detail: "More accounts are connected than the plan covers." },
  sign_in_required: { detail: "Nobody is signed in: POST /admin/session first." },
  sign_in_failed: { detail: "E-mail address and password do not fit." },
  cross_origin: { detail: "This request does not come from a page of this appliance." },
  host_refused: { detail: "evil.example is not a name of this appliance." },
  insufficient_scope: { detail: "This key lacks the scope `publish`.", extras: { scope: "publish" } },
  media_url_invalid: { detail: "The time of this address is over." },
  upload_url_invalid: { detail: "This is no upload address that was given out here." },
  not_found: { detail: "There is no such post in this profile." },
  method_not_allowed: { detail: "DELETE is not allowed here; use GET, HEAD, POST.", extras: { allow: ["GET", "HEAD", "POST"] } },
  idempotency_conflict: { detail: "This Idempotency-Key was used for another request.", extras: { postId: POST_ID } },
  needs_reconciliation: { detail: "A target of this post may or may not be live. Nothing was sent.", extras: { postId: POST_ID, targets: [mastodon] } },
  publishing: { detail: "Some targets of this post are being published." },
  already_started: { detail: "Publishing of this post has started or is over." },
  edit_conflict: { detail: "Somebody else edited this post at the same moment. Nothing was changed." },
  not_reconcilable: { detail: "There is no target with this id in this post that is uncertain." },
  already_exists: { detail: "There is a profile called Studio already." },
  key_revoked: { detail: "The key is revoked; create a new one." },
  account_disconnected: { detail: "The account is disconnected. Connect it again." },
  choose_accounts: {
    detail: "Facebook lets these accounts be used: Bakery (1029), Bakery North (1030). Say which of them.",
    extras: {
      accounts: [
        { remoteId: "1029", handle: "bakery", displayName: "Bakery" },
        { remoteId: "1030", handle: "bakery.north", displayName: "Bakery North" },
      ],
    },
  },
  media_in_use: { detail: "A post that has not settled uses this file.", extras: { posts: [POST_ID] } },
  media_deleted: { detail: "hills.jpg was deleted, so it can't be sent again." },
  too_many_uploads: { detail: "The profile has 50 uploads that are prepared and not completed; no more than that are possible at a time." },
  upload_incomplete: { detail: "33554432 of 52428800 bytes are here.", extras: { offset: 33_554_432 } },
  upload_offset: { detail: "The upload goes on at byte 33554432, not 0.", extras: { offset: 33_554_432 } },
  upload_completed: { detail: "The upload is completed; its media can't be changed." },
  upload_expired: { detail: "This upload address has expired. Prepare the upload again." },
  body_incomplete: { detail: "The body was not complete after 10 s." },
  body_too_large: { detail: "The body is over 1048576 bytes.", extras: { limit: 1_048_576 } },
  media_too_large: { detail: "A small upload takes at most 4194304 bytes.", extras: { limit: 4_194_304 } },
  unsupported_media_type: { detail: "Send this as application/json, not text/plain." },
  preflight_failed: { detail: "Nothing was stored. Can't be published as it is on bluesky (alice).", extras: { networks: [{ platform: "bluesky", accountId: bluesky.id, handle: "alice", problems: [tooLong] }] } },
  media_unreadable: { detail: "This JPEG picture can't be read: it ends too early." },
  media_type_mismatch: { detail: "The file is declared as image/png, but its bytes are image/jpeg." },
  media_type_unsupported: { detail: "This is neither JPEG, PNG, WebP, MP4, MOV nor WebM." },
  host_not_approved: { detail: "The operator has not approved media.example.com." },
  import_failed: { detail: "media.example.com answered with a redirect, which is not followed." },
  connect_refused: { detail: "Bluesky does not know this handle and app password." },
  network_unavailable: { detail: "bsky.social can't be reached: the connection was refused." },
  too_many_attempts: { detail: "Too many attempts to sign in. Wait 15 minutes.", extras: { retryAfter: 900 } },
  rate_limited: { detail: "That was more than 120 requests in 60 s. Wait 3 s.", extras: { retryAfter: 3 } },
  temporarily_unavailable: { detail: "The store was busy for too long; nothing is confirmed." },
  disk_full: { detail: "Nothing was stored. The disk is full." },
  disk_read_only: { detail: "Nothing was stored. The disk can't be written." },
  media_quota_exceeded: { detail: "The profile has 999500000 bytes of media and may have 1000000000; 612000 more are too many.", extras: { limit: 1_000_000_000, used: 999_500_000, size: 612_000 } },
  storage_unavailable: { detail: "The media storage can't be used: nobody listens at https://storage.example (ConnectionRefused)." },
  stopping: { detail: "The appliance is stopping. Nothing was stored." },
  internal: { detail: "Crier failed to answer. Nothing is known to be wrong with the request." },
};
