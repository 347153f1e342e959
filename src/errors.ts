// Problem: the only error that clients see (RFC 9457), and the table of all its codes.

interface CodeFacts {
  readonly status: number;
  readonly title: string;
  /** What the caller can do about it; the documents are made from this. */
  readonly remedy: string;
}

// prettier-ignore
export const CODES = {
  invalid_request:       { status: 400, title: "The request is not valid", remedy: "Correct the fields listed in `errors` and send the request again." },
  invalid_json:          { status: 400, title: "The body is not JSON", remedy: "Send one JSON document in UTF-8." },
  invalid_query:         { status: 400, title: "The query is not valid", remedy: "Remove or correct the query parameters listed in `errors`." },
  invalid_cursor:        { status: 400, title: "The cursor does not belong to this list", remedy: "Send `nextCursor` unchanged and with the same `sort`, or leave `cursor` out to begin again." },
  invalid_schedule:      { status: 400, title: "The schedule is not valid", remedy: "Send `now`, `draft` or a time with an offset such as 2027-01-31T09:00:00+01:00." },
  unknown_accounts:      { status: 400, title: "Unknown accounts", remedy: "GET /accounts lists what this key can post to." },
  ambiguous_account:     { status: 400, title: "The handle matches several accounts", remedy: "Use platform:handle or the account id." },
  no_accounts:           { status: 400, title: "No account to post to", remedy: "Connect an account first." },
  unknown_override:      { status: 400, title: "An override matches no target", remedy: "Use the account id, handle or platform of one of this post's targets as the key." },
  unknown_option:        { status: 400, title: "Options match no target", remedy: "Use the account id, handle or platform of one of this post's targets as the key." },
  unknown_media:         { status: 400, title: "Unknown media", remedy: "Upload the file first and use the id from the response." },
  unknown_label:         { status: 400, title: "Unknown label", remedy: "GET /labels lists the labels of the profile." },
  queue_has_no_slots:    { status: 400, title: "The queue has no slots", remedy: "Add queue slots to the profile, or send `now`, `draft` or a time." },
  invalid_idempotency_key: { status: 400, title: "The Idempotency-Key is not valid", remedy: "Send 1 to 200 characters." },
  upload_mismatch:       { status: 400, title: "The upload does not match what was announced", remedy: "Send exactly the size and Content-Type of the presign request; for a piece, the matching Content-Range." },
  credential_on_upload:  { status: 400, title: "Do not send an API key to this URL", remedy: "PUT to the upload URL without an Authorization header. If a key went to another server by mistake, revoke it." },
  profile_required:      { status: 400, title: "The profile is not named", remedy: "Send `Crier-Profile: <id>` with every request that a session makes; GET /admin/session lists the profiles." },
  unauthorized:          { status: 401, title: "The key is missing, malformed or revoked", remedy: "Send `Authorization: Bearer crier_live_…` with a valid key." },
  payment_required:      { status: 402, title: "The plan does not allow publishing", remedy: "Renew the plan. Drafts and dry runs work without one." },
  too_many_accounts:     { status: 402, title: "More accounts than the plan allows", remedy: "Disconnect an account or extend the plan." },
  sign_in_required:      { status: 401, title: "Not signed in", remedy: "POST /admin/session with your email address and password." },
  sign_in_failed:        { status: 401, title: "Wrong email address or password", remedy: "Try again; an owner invites people, and the operator creates owners with `crier owner create`." },
  profile_forbidden:     { status: 403, title: "Not your profile", remedy: "Send the id of one of the profiles that GET /admin/session lists." },
  not_allowed:           { status: 403, title: "Your role does not allow this", remedy: "Ask somebody whose role allows it; GET /admin/session lists what yours does." },
  insufficient_scope:    { status: 403, title: "The key lacks a scope", remedy: "Use a key that has the required scope." },
  simulated_only:        { status: 403, title: "The key is for simulated accounts only", remedy: "Choose simulated accounts, or use a key that may post to real ones." },
  wrong_password:        { status: 403, title: "The current password is wrong", remedy: "Send the password with which you sign in. Without it, the operator sets a new one: `crier owner password`." },
  cross_origin:          { status: 403, title: "The request comes from another origin", remedy: "Send it from Crier's own pages; set CRIER_URL to the address that people use." },
  host_refused:          { status: 403, title: "Unknown host name", remedy: "Use the server's own address, or set CRIER_URL to the one that you use." },
  setup_token_invalid:   { status: 403, title: "The set-up link is not valid", remedy: "Open the newest link that `crier serve` printed: each start of the server replaces it." },
  invite_invalid:        { status: 403, title: "The invitation is not valid", remedy: "Ask an owner for a new one: an invitation works once, and for a limited time." },
  media_url_invalid:     { status: 403, title: "Invalid or expired file URL", remedy: "GET /media/{id} returns a new `url`; use it unchanged." },
  upload_url_invalid:    { status: 403, title: "Invalid or expired upload URL", remedy: "Use the uploadUrl from POST /media/presign unchanged." },
  not_found:             { status: 404, title: "Not found", remedy: "Check the URL and the id." },
  method_not_allowed:    { status: 405, title: "Method not allowed", remedy: "Use a method that the Allow header lists." },
  body_incomplete:       { status: 408, title: "The body did not arrive", remedy: "Send the whole body without pauses; upload large media with POST /media/presign." },
  idempotency_conflict:  { status: 409, title: "The Idempotency-Key belongs to another request", remedy: "Use a new key for a new post; repeat a request only unchanged." },
  needs_reconciliation:  { status: 409, title: "Delivery is uncertain; a person must check", remedy: "Look at the network, then POST /posts/{id}/reconcile. Nothing was sent." },
  publishing:            { status: 409, title: "The post is being published", remedy: "Wait until it has settled: GET /posts/{id}." },
  not_settled:           { status: 409, title: "The post has not settled yet", remedy: "Wait until each target is posted, failed or uncertain: GET /posts/{id}." },
  already_started:       { status: 409, title: "Publishing has started or finished", remedy: "GET /posts/{id} shows what happened; it cannot be undone here." },
  slot_taken:            { status: 409, title: "The slot is taken", remedy: "`postId` is the post that holds it: choose another slot, or exchange the times of both with `swapWith`." },
  review_required:       { status: 409, title: "The draft has to be approved first", remedy: "POST /posts/{id}/review with `approved`: somebody who may publish." },
  backup_running:        { status: 409, title: "A backup is running", remedy: "Wait until it is done: GET /admin/backups says how far it is." },
  not_waiting:           { status: 409, title: "A post is not waiting any more", remedy: "`notWaiting` says for each of them why: read them again and leave them out." },
  edit_conflict:         { status: 409, title: "The post was edited at the same time", remedy: "`post` is its current content: apply your change to that and send it again." },
  simulator_needed:      { status: 409, title: "Several processes need one simulator", remedy: "Start `crier simulator`, and set CRIER_SIMULATOR to its address in every process." },
  not_reconcilable:      { status: 409, title: "This target can't be reconciled", remedy: "Only a target of this post with status `uncertain` can." },
  sender_alive:          { status: 409, title: "The process that sent it may still be running", remedy: "`process` names it: end it, or wait until it has said what became of the post." },
  already_exists:        { status: 409, title: "Already exists", remedy: "Choose another name, or use the existing one." },
  already_set_up:        { status: 409, title: "Crier is already set up", remedy: "Sign in: POST /admin/session. The operator can add an owner with `crier owner create` or set a new password with `crier owner password`." },
  last_owner:            { status: 409, title: "The last owner has to stay", remedy: "Make somebody else an owner first." },
  key_revoked:           { status: 409, title: "The key is revoked", remedy: "Create a new key." },
  account_disconnected:  { status: 409, title: "The account is disconnected", remedy: "Connect it again." },
  choose_accounts:       { status: 409, title: "Several accounts were found", remedy: "Send it again with `choose`: some of the ids or handles in `accounts`, or `all`." },
  media_in_use:          { status: 409, title: "A post still needs the file", remedy: "`posts` names them: wait until they have settled, or delete or edit them first." },
  media_quota_exceeded:  { status: 409, title: "The media quota of the profile is used up", remedy: "Delete files that are no longer needed (`used`, `limit` and `size` are in bytes), or ask the operator for more (CRIER_MEDIA_QUOTA_MB)." },
  media_deleted:         { status: 409, title: "A file of the post was deleted", remedy: "Create a new post with a new file." },
  too_many_labels:       { status: 409, title: "Too many labels", remedy: "Delete a label that is no longer needed, or take one from the post." },
  too_many_webhooks:     { status: 409, title: "Too many webhooks", remedy: "Delete a webhook that is no longer needed." },
  too_many_uploads:      { status: 409, title: "Too many uploads are open", remedy: "Complete open uploads, or wait until they expire, an hour after they were prepared." },
  upload_incomplete:     { status: 409, title: "The upload is incomplete", remedy: "HEAD on the uploadUrl says how many bytes have arrived; PUT the rest, then complete the upload." },
  upload_offset:         { status: 409, title: "The piece starts at the wrong offset", remedy: "Continue at `offset`, which is also in the Upload-Offset header." },
  upload_completed:      { status: 409, title: "The upload is already completed", remedy: "POST /media/complete returns its media; prepare a new upload for another file." },
  upload_expired:        { status: 410, title: "The upload has expired", remedy: "Prepare it again with POST /media/presign." },
  revision_conflict:     { status: 412, title: "The post was changed since", remedy: "`post` is the post as it is now: apply your change to that and send it again with its revision in If-Match." },
  body_too_large:        { status: 413, title: "The body is too large", remedy: "Send less; upload large media with POST /media/presign." },
  media_too_large:       { status: 413, title: "The file is too large", remedy: "Direct uploads are limited to 4 MiB; upload larger files with POST /media/presign." },
  unsupported_media_type:{ status: 415, title: "Unsupported content type", remedy: "Send the content type that the operation requires." },
  preflight_failed:      { status: 422, title: "A network can't accept this post", remedy: "`networks` lists every problem of every target; nothing was stored." },
  media_unreadable:      { status: 422, title: "The file can't be read", remedy: "Send the complete, undamaged file." },
  media_type_mismatch:   { status: 422, title: "The file type does not match its content", remedy: "Declare the actual type of the file." },
  media_type_unsupported:{ status: 422, title: "This kind of file is not supported", remedy: "Send JPEG, PNG, WebP, GIF, MP4, MOV or WebM." },
  url_refused:           { status: 422, title: "Crier does not call this address", remedy: "Use an https address on port 443 at a public host name. For a host in your own network, the operator adds it to CRIER_ALLOW_PRIVATE_HOSTS." },
  host_not_approved:     { status: 422, title: "The host is not approved for imports", remedy: "The operator approves hosts with `crier import-host add HOST`; or download the file and upload it." },
  import_failed:         { status: 422, title: "The file could not be fetched", remedy: "Check the URL; redirects are not followed. Or download the file and upload it." },
  link_card_unavailable: { status: 422, title: "The link has no card", remedy: "Check the URL. A post with this link is published without a card." },
  connect_refused:       { status: 422, title: "The network refused the connection", remedy: "Compare what you entered with what the network shows." },
  too_many_attempts:     { status: 429, title: "Too many sign-in attempts", remedy: "Wait as long as Retry-After says." },
  network_unavailable:   { status: 503, title: "The network can't be reached", remedy: "Try again later." },
  rate_limited:          { status: 429, title: "Too many requests", remedy: "Wait as long as Retry-After says." },
  temporarily_unavailable: { status: 503, title: "Not possible right now", remedy: "Look at the post, or repeat exactly the same request with the same Idempotency-Key." },
  disk_full:             { status: 503, title: "The disk is full", remedy: "Free some space on the disk of the data folder." },
  disk_read_only:        { status: 503, title: "The disk is not writable", remedy: "Make the data folder writable again." },
  storage_unavailable:   { status: 503, title: "The media storage is unavailable", remedy: "Try again later; `crier doctor` shows the operator what is wrong." },
  stopping:              { status: 503, title: "The server is stopping", remedy: "Send the same request again with the same Idempotency-Key." },
  internal:              { status: 500, title: "Internal error", remedy: "Report the id of this request to the operator; the cause is in the log." },
} as const satisfies Record<string, CodeFacts>;

export type Code = keyof typeof CODES;

export interface FieldError {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  readonly message: string;
}

/** Members beside the standard ones, such as `errors`, `networks` or `candidates`. */
export interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** Go into the answer's headers, not into its body. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

export class Problem extends Error {
  override readonly name = "Problem";

  constructor(
    readonly code: Code,
    /** One or two sentences about this very case. Shown to people; never holds a secret. */
    readonly detail: string,
    readonly extras: ProblemExtras = {},
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }

  get status(): number {
    return CODES[this.code].status;
  }

  /** A Problem stays; anything else becomes `internal`, its cause meant for the log only. */
  static from(cause: unknown): Problem {
    if (cause instanceof Problem) return cause;
    const wait = waitFault(cause);
    if (wait) {
      return new Problem(
        "temporarily_unavailable",
        `The database ${wait}. It is not known whether the request took effect.`,
        {},
        { cause },
      );
    }
    const fault = diskFault(cause);
    if (fault) return new Problem(fault, `Nothing was stored. ${CODES[fault].title}.`, {}, { cause });
    return new Problem(
      "internal",
      "An internal error prevented a response. The request itself may be fine.",
      {},
      { cause },
    );
  }
}

/** A person's mistake at the command line or in the settings, or an installation that can't run: a sentence, no stack. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** Why a store can't work: its disk, or others that use it. */
export type StoreFault =
  /** Others used it for too long. */
  | "busy"
  /** Its server can't be reached, or the connection to it broke. */
  | "unreachable"
  | "full"
  | "readonly"
  /** A file of it can't be opened. */
  | "unopenable"
  /** Its disk refuses a write. */
  | "unwritable"
  /** Its disk fails in another way. */
  | "failing";

/** What every store throws for such a fault, whatever its engine; the engine's own error is the cause. */
export class StoreError extends Error {
  override readonly name = "StoreError";

  constructor(
    readonly fault: StoreFault,
    cause: unknown,
  ) {
    super(messageOf(cause), { cause });
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` that the system or a library gave an error, such as "ENOENT"; "" when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** What follows "The database" when it is unavailable for a while; null for any other error. */
export function waitFault(cause: unknown): string | null {
  switch (cause instanceof StoreError && cause.fault) {
    case "busy":
      return "was busy for too long";
    case "unreachable":
      return "could not be reached";
    default:
      return null;
  }
}

function diskFault(cause: unknown): "disk_full" | "disk_read_only" | null {
  switch (cause instanceof StoreError ? cause.fault : codeOf(cause)) {
    case "full":
    case "ENOSPC":
      return "disk_full";
    case "readonly":
    case "unopenable":
    case "unwritable":
    case "EROFS":
      return "disk_read_only";
    default:
      return null;
  }
}
