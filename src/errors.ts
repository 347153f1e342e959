// Problem: the only error the outside world sees (RFC 9457), and the closed table of its codes.

interface CodeFacts {
  readonly status: number;
  readonly title: string;
  /** What the caller can do about it; the documents are made from this. */
  readonly remedy: string;
}

// prettier-ignore
export const CODES = {
  invalid_request:       { status: 400, title: "The request is not valid", remedy: "Correct the fields that `errors` points at and send it again." },
  invalid_json:          { status: 400, title: "The body is not JSON", remedy: "Send one JSON document in UTF-8." },
  invalid_query:         { status: 400, title: "The query is not valid", remedy: "Remove or correct the query parameter that is named." },
  invalid_schedule:      { status: 400, title: "The schedule can't be read", remedy: "Send `now`, `draft` or a time with an offset such as 2027-01-31T09:00:00+01:00." },
  unknown_accounts:      { status: 400, title: "Unknown accounts", remedy: "GET /accounts lists what this key can post to." },
  ambiguous_account:     { status: 400, title: "A handle fits several accounts", remedy: "Write platform:handle or the account id." },
  no_accounts:           { status: 400, title: "No account to post to", remedy: "Connect an account first." },
  unknown_override:      { status: 400, title: "An override fits no target", remedy: "Use an account id, handle or platform of this post's targets as key." },
  unknown_option:        { status: 400, title: "Options fit no target", remedy: "Use an account id, handle or platform of this post's targets as key." },
  unknown_media:         { status: 400, title: "Unknown media", remedy: "Upload the file first and use the id from the answer." },
  queue_has_no_slots:    { status: 400, title: "The queue has no slots", remedy: "Give the profile queue slots, or send `now`, `draft` or a time." },
  invalid_idempotency_key: { status: 400, title: "The Idempotency-Key is not valid", remedy: "Send 1 to 200 characters." },
  upload_mismatch:       { status: 400, title: "The bytes are not those that were prepared", remedy: "Send exactly the size and Content-Type of the presign request; a piece with the Content-Range it has." },
  credential_on_upload:  { status: 400, title: "An API key does not belong here", remedy: "PUT to the upload address without an Authorization header, and revoke a key that went elsewhere by mistake." },
  unauthorized:          { status: 401, title: "The key is missing, malformed or revoked", remedy: "Send `Authorization: Bearer crier_live_…` with a live key." },
  payment_required:      { status: 402, title: "The plan does not allow publishing", remedy: "Renew the plan. Drafts and dry runs work without." },
  too_many_accounts:     { status: 402, title: "More accounts than the plan covers", remedy: "Disconnect an account or extend the plan." },
  sign_in_required:      { status: 401, title: "Nobody is signed in", remedy: "POST /admin/session with the owner's e-mail address and password." },
  sign_in_failed:        { status: 401, title: "E-mail address and password do not fit", remedy: "Try again; the operator makes owners with `crier owner create`." },
  insufficient_scope:    { status: 403, title: "The key lacks a scope", remedy: "Use a key that has the scope that is named." },
  cross_origin:          { status: 403, title: "The request comes from another origin", remedy: "Send it from the appliance's own pages; set CRIER_URL to the address that people use." },
  host_refused:          { status: 403, title: "Not a name of this appliance", remedy: "Use the appliance's own address, or set CRIER_URL to the one that you use." },
  media_url_invalid:     { status: 403, title: "Not an address of a file, or no longer", remedy: "GET /media/{id} gives a fresh `url`; use it as it is." },
  upload_url_invalid:    { status: 403, title: "Not an upload address", remedy: "Use the uploadUrl of POST /media/presign as it is." },
  not_found:             { status: 404, title: "Not found", remedy: "Check the address and the id." },
  method_not_allowed:    { status: 405, title: "Method not allowed", remedy: "Use a method that the Allow header lists." },
  body_incomplete:       { status: 408, title: "The body did not arrive", remedy: "Send the whole body at once; upload large media by presign." },
  idempotency_conflict:  { status: 409, title: "The Idempotency-Key belongs to another request", remedy: "Use a new key for a new post; repeat a request only unchanged." },
  needs_reconciliation:  { status: 409, title: "Delivery is uncertain and needs a look", remedy: "Look at the network, then POST /posts/{id}/reconcile. Nothing was sent." },
  publishing:            { status: 409, title: "The post is being published", remedy: "Wait until it has settled: GET /posts/{id}." },
  already_started:       { status: 409, title: "Publishing has started or is over", remedy: "GET /posts/{id} shows what happened; it can't be taken back here." },
  edit_conflict:         { status: 409, title: "Somebody else edited the post", remedy: "`post` is how it is now: apply your change to that and send it again." },
  not_reconcilable:      { status: 409, title: "This target can't be reconciled", remedy: "Only a target of this post with status `uncertain` can." },
  already_exists:        { status: 409, title: "There is one like this already", remedy: "Choose another name, or use the one there is." },
  key_revoked:           { status: 409, title: "The key is revoked", remedy: "Create a new key." },
  account_disconnected:  { status: 409, title: "The account is disconnected", remedy: "Connect it again." },
  choose_accounts:       { status: 409, title: "Several accounts were found", remedy: "Send it again with `choose`: some of the ids or handles in `accounts`, or `all`." },
  media_in_use:          { status: 409, title: "A post still needs the file", remedy: "`posts` names them: wait until they have settled, or delete or edit them first." },
  media_quota_exceeded:  { status: 409, title: "The profile has no room for more media", remedy: "Delete files that are no longer needed (`used`, `limit` and `size` are in bytes), or ask the operator for more (CRIER_MEDIA_QUOTA_MB)." },
  media_deleted:         { status: 409, title: "A file of the post was deleted", remedy: "Create a new post with a new file." },
  too_many_uploads:      { status: 409, title: "Too many uploads are open", remedy: "Complete those that are prepared, or wait until they expire, an hour after they were prepared." },
  upload_incomplete:     { status: 409, title: "Bytes of the upload are missing", remedy: "HEAD the uploadUrl says how many are here; PUT the rest, then complete." },
  upload_offset:         { status: 409, title: "The piece starts at a wrong place", remedy: "Go on at `offset`, which is in the Upload-Offset header too." },
  upload_completed:      { status: 409, title: "The upload is completed", remedy: "POST /media/complete answers with its media; prepare another upload for another file." },
  upload_expired:        { status: 410, title: "The upload has expired", remedy: "Prepare it again with POST /media/presign." },
  body_too_large:        { status: 413, title: "The body is too large", remedy: "Send less; upload large media by presign." },
  media_too_large:       { status: 413, title: "The file is too large", remedy: "Small uploads end at 4 MiB; larger files go through presign." },
  unsupported_media_type:{ status: 415, title: "Unsupported content type", remedy: "Send the content type that the operation names." },
  preflight_failed:      { status: 422, title: "A network can't accept this post", remedy: "`networks` lists every problem of every target; nothing was stored." },
  media_unreadable:      { status: 422, title: "The file can't be read", remedy: "Send the whole, undamaged file." },
  media_type_mismatch:   { status: 422, title: "The file is not what it is declared to be", remedy: "Declare the type that the bytes have." },
  media_type_unsupported:{ status: 422, title: "This kind of file is not supported", remedy: "Send JPEG, PNG, WebP, MP4, MOV or WebM." },
  host_not_approved:     { status: 422, title: "The host is not approved for imports", remedy: "The operator approves hosts with `crier import-host add HOST`; or fetch the file and upload it." },
  import_failed:         { status: 422, title: "The file could not be fetched", remedy: "Check the address; redirects are not followed. Or fetch the file and upload it." },
  connect_refused:       { status: 422, title: "The network refused the connection", remedy: "Check what was typed against what the network shows." },
  too_many_attempts:     { status: 429, title: "Too many attempts to sign in", remedy: "Wait as long as Retry-After says." },
  network_unavailable:   { status: 503, title: "The network can't be reached", remedy: "Try again later." },
  rate_limited:          { status: 429, title: "Too many requests", remedy: "Wait as long as Retry-After says." },
  temporarily_unavailable: { status: 503, title: "Not possible right now", remedy: "Look at the post, or send the very same request again with the same Idempotency-Key." },
  disk_full:             { status: 503, title: "The disk is full", remedy: "Free some space on the disk of the data folder." },
  disk_read_only:        { status: 503, title: "The disk can't be written", remedy: "Make the data folder writable again." },
  storage_unavailable:   { status: 503, title: "The media storage can't be used", remedy: "Try again later; `crier doctor` tells the operator what is wrong." },
  stopping:              { status: 503, title: "The appliance is stopping", remedy: "Send the same request again with the same Idempotency-Key." },
  internal:              { status: 500, title: "Something went wrong here", remedy: "Tell the operator the id of this request; the cause is in the log." },
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
    if (isBusy(cause)) {
      return new Problem(
        "temporarily_unavailable",
        "The store was busy for too long; nothing is confirmed.",
        {},
        { cause },
      );
    }
    const fault = diskFault(cause);
    if (fault) return new Problem(fault, `Nothing was stored. ${CODES[fault].title}.`, {}, { cause });
    return new Problem(
      "internal",
      "Crier failed to answer. Nothing is known to be wrong with the request.",
      {},
      { cause },
    );
  }
}

/** A person's mistake at the command line or in the settings, or an installation that can't run: a sentence, no stack. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && String(cause.code).startsWith("SQLITE_BUSY");
}

function diskFault(cause: unknown): "disk_full" | "disk_read_only" | null {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "SQLITE_FULL" || code === "ENOSPC") return "disk_full";
  // SQLite on a disk that turned read-only fails while it extends the WAL or its index.
  if (/^SQLITE_(READONLY|IOERR_WRITE|CANTOPEN)/.test(code) || code === "EROFS") return "disk_read_only";
  return null;
}
