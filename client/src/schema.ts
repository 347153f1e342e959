// Made by scripts/client from the OpenAPI document of Crier: don't edit it.
export interface paths {
  "/accounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List accounts
     * @description Every connected account of the profile, with the limits of its network, in the order that people gave them. In a post, refer to an account by `id`, `platform`, `handle` or `platform:handle`. A key for simulated accounts only sees no others.
     */
    get: operations["listAccounts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/accounts/{id}/options": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an account's options
     * @description `options` is the JSON Schema of this account's object in `options` of a post; `values` is what the network itself answers about the account, asked at most every five minutes. With the schema's `x-…` keywords a program can [draw a form](/docs/programs#a-form-for-the-options).
     */
    get: operations["getProviderOptions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List posts
     * @description The latest first, unless `sort` says otherwise. Posts created while you page do not shift the pages. A page of long posts has fewer than `limit`; the last page is the one whose `nextCursor` is null.
     */
    get: operations["listPosts"];
    put?: never;
    /**
     * Create or validate a post
     * @description Every target is checked against its network's rules first. If any network would reject the post, nothing is stored, and the response lists every problem.
     *
     *     Without a `schedule`, the post takes the next free slot in the queue. With `schedule: "now"`, the response waits for the networks (20 s by default) and returns what is known by then. A partly published post is a normal result: look at each target's `status` and `nextAction`.
     *
     *     Anything except a draft also needs the scope `publish`.
     */
    post: operations["createPost"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/counts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count posts by status
     * @description Takes the filters of the list except `status`. Counts at most 10000 posts of each status.
     */
    get: operations["countPosts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a post
     * @description Look here before you try anything again.
     */
    get: operations["getPost"];
    put?: never;
    post?: never;
    /**
     * Delete a draft or the record of a settled post
     * @description Posts already published stay online. Deleting the record of a settled post also needs the scope `publish`.
     */
    delete: operations["deletePost"];
    options?: never;
    head?: never;
    /**
     * Edit a post that has not started
     * @description Omitted fields keep their value, and so does the choice of accounts. The post is checked like a new one. A queued or scheduled post also needs the scope `publish`. Of two simultaneous edits one wins; the other gets 409 `edit_conflict` with the post as it is now.
     */
    patch: operations["editPost"];
    trace?: never;
  };
  "/posts/check": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a post that is being written
     * @description For programs that help people to write: send it as often as the text changes. Nothing is stored, no network is asked, and a plan is not needed.
     *
     *     The answer is 200 whatever is wrong with the post. `targets` has one entry for each account, made by the same functions that create and send posts: `text`, `media` and their alternative texts are what the network would be sent. `problems` prevent publishing, `warnings` do not. A `fix`, where there is one, mends a problem with a single change.
     *
     *     Names that fit no account are in `unknown`; what else creating would refuse with 400 is in `problems` of the post, by the code of that error. Choices that only the network can judge, such as a board, are checked against what it said last (`GET /accounts/{id}/options` asks it).
     */
    post: operations["checkPost"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/import": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create or validate posts from a file
     * @description CSV with the columns `caption`, `accounts`, `schedule` and `media` (ids), of which only `caption` is required; or JSONL, each line a body as for a new post. At most 500 rows and 1 MiB. Several accounts or files in a cell are apart by commas or semicolons.
     *
     *     Each row is checked and created on its own. With `dryRun=true` nothing is stored. Sending the same file again creates nothing twice: a row that was created is answered with its post. Rows other than drafts also need the scope `publish`.
     */
    post: operations["importPosts"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/actions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Do the same with several posts
     * @description Each post has a result of its own; what is not possible with one does not keep the others from it. `schedule` gives all of them the time `at`, `shift` moves them by `days`, `queue` gives each the next free slot, in the order of `ids`. A queued post that is shifted to a time that is not a free slot is scheduled for that time. `label` gives the posts the labels in `addLabels` and takes those in `removeLabels` from them.
     *
     *     `schedule`, `shift`, `queue` and `cancel` can be undone for 10 minutes with the token in `undo`. All but `cancel`, `delete` and `label` also need the scope `publish`. `retry` does not wait for the networks.
     */
    post: operations["actOnPosts"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/actions/undo": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo an action on several posts
     * @description Each post gets its former time back, or is a draft again, unless it was moved or has begun since. You can safely repeat the request.
     */
    post: operations["undoPostAction"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retry failed targets
     * @description Only failed targets, which are certainly not published. Uncertain targets are never sent again: reconcile them.
     */
    post: operations["retryFailedTargets"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a post; it becomes a draft
     * @description After a 200, nothing will be published. You can safely repeat the request.
     */
    post: operations["cancelPost"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/reconcile": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reconcile uncertain targets
     * @description Only for uncertain targets: one with `targetId`, or several with `targetIds`, all or none. This does not publish anything.
     */
    post: operations["reconcileUncertainDelivery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/targets/{targetId}/look": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check with the network now
     * @description Asks the network whether an uncertain target is live, and waits for the answer. Nothing is published. The planned checks stay as they are. At most once in 30 s for a target, counted from the last check.
     */
    post: operations["lookAtNetwork"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/review": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a review of a draft, approve it or return it
     * @description Approving and returning also need the scope `publish`. With `schedule`, an approved draft gets that time at once, both or neither; without, the one that was asked for, and if nobody asked for one, it stays a draft.
     *
     *     If the profile asks for reviews, a draft that an author wrote gets no time before it is approved (409 `review_required`). An edit by somebody who may not publish takes an approval away. Send `If-Match`: then only what you saw is approved.
     */
    post: operations["reviewPost"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/schedule": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Schedule a post
     * @description Without a body, the post takes the next free slot in the queue. A post that is already queued keeps its slot. With `slotAt`, it takes that slot if it is free. With `swapWith`, it exchanges its time, and its slot if it has one, with another post that waits.
     */
    post: operations["schedulePost"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List a post's events
     * @description Oldest first. `kind` is one of:
     *
     *     - `created`: the post was created
     *     - `post.edited`: its content was changed; `detail` names the fields
     *     - `post.scheduled`: it was scheduled, or moved with the slots
     *     - `post.canceled`: it became a draft and will not be published
     *     - `review.asked`: somebody asked for a review; `detail` is their note
     *     - `review.approved`: the draft was approved; `detail` is the note
     *     - `review.returned`: the draft was returned to its author; `detail` is the note
     *     - `preflight.warning`: a check before the scheduled time found a possible problem; the post is not stopped
     *     - `restored`: the post was restored from a backup
     *     - `schedule`: a target is waiting for its time
     *     - `cancel`: a target is no longer waiting
     *     - `claim`: an attempt started
     *     - `converting`: a file is being converted for the network
     *     - `prepared`: everything repeatable is done; the publishing request leaves next
     *     - `postpone`: certainly not published; it will be retried automatically
     *     - `unsent`: the attempt had sent nothing after all; it will be retried automatically
     *     - `interrupt`: an attempt ended before anything was sent; it is waiting again
     *     - `defer`: it is due but has to wait; `detail` says why
     *     - `reject`: it failed before anything was sent
     *     - `accept`: it is live
     *     - `process`: the network accepted it and is processing it
     *     - `refuse`: the network refused it; certainly not published
     *     - `lose`: the response was lost: it may be live
     *     - `look`: Crier checked with the network
     *     - `find`: Crier checked with the network, and it is live
     *     - `disprove`: the network proves that it is not live; it will be retried
     *     - `late`: a response arrived after the outcome had been decided
     *     - `exhaust`: all attempts are used up; it failed
     *     - `miss`: it was overdue for too long
     *     - `lapse`: the plan had expired when it was due
     *     - `hold`: held after a restore: it may have been published since the backup
     *     - `retry`: it was retried on request
     *     - `mark_published`: a person saw it on the network
     *     - `confirm_not_published`: a person checked, and it is not on the network
     */
    get: operations["listPostEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/evidence": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the evidence on a post's deliveries
     * @description For each target: every attempt with its requests to the network (no bodies, no query strings, no secrets), what checks of a lost answer showed, when Crier checks next, and where a person can look.
     */
    get: operations["getPostEvidence"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/posts/{id}/receipt": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a signed receipt for a settled post
     * @description A statement signed by this Crier of what it knows of a settled post: for each target its outcome, times, address, attempts with a fingerprint of what was sent, and the network's evidence. The public key is in `/.well-known/jwks.json`. [Receipts](/docs/receipts) says what it proves, and how to verify it.
     */
    get: operations["getPostReceipt"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/calendar": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the calendar
     * @description Every post from `from` until just before `to`, at its time, or else when it first went live. A post that was to go out at once and is not live stands where it was created; drafts are left out. The filters do not apply to `slots`. At most 2000 posts.
     */
    get: operations["getCalendar"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/labels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the labels of the profile, by name */
    get: operations["listLabels"];
    put?: never;
    /**
     * Create a label
     * @description A profile has at most 100 labels. Put them on posts with `labels` when you create or edit a post.
     */
    post: operations["createLabel"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/labels/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a label
     * @description Posts that have it lose it, and nothing else changes about them.
     */
    delete: operations["deleteLabel"];
    options?: never;
    head?: never;
    /** Edit a label */
    patch: operations["editLabel"];
    trace?: never;
  };
  "/queue": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the queue
     * @description The operator sets the slots. A post without a schedule takes the earliest free one. `paused` says whether queued posts wait, why and until when.
     */
    get: operations["getQueue"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/queue/order": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change the order of queued posts
     * @description The posts exchange their times, so that they go out in the order of `ids`; other posts stay where they are. If one of them does not wait in the queue any more, nothing changes.
     */
    put: operations["orderQueue"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/queue/pause": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Pause the queue
     * @description Queued posts of the profile wait, also after a restart; posts that are scheduled for a time go out, and so does a post that has begun. A pause that is there already gets the new reason and end.
     */
    put: operations["pauseQueue"];
    post?: never;
    /**
     * Resume the queue
     * @description Posts whose slot passed during the pause take the next free slots, in their order; the others keep theirs. Does nothing if the queue is not paused.
     */
    delete: operations["resumeQueue"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the webhooks of the profile */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Create a webhook
     * @description From now on, each event of the profile is sent to `url` as a signed POST request (Standard Webhooks), at least once. `secret` is shown only here. A profile has at most 10 webhooks.
     *
     *     Types: `post.scheduled` (A post got a time or a slot of the queue, or another one); `post.edited` (Somebody changed a post); `post.publishing` (The first attempt of a post has begun; again after a retry); `post.settled` (Every account has its outcome: `posted`, `failed`, `partial` or `uncertain`; again after a retry, and when an uncertain outcome became clear); `post.canceled` (Somebody took a scheduled post back; it is a draft now); `post.deleted` (Somebody deleted a post; `post` is how it was); `target.posted` (The post is live on one account); `target.failed` (The post was certainly not published on one account, and Crier does not try again); `target.uncertain` (The network's answer was lost: the post may be live. Crier looks, or a person decides); `target.reconciled` (A person said whether an uncertain post is live); `preflight.warning` (The check a day or an hour before its time found something that may prevent a post); `account.connected` (Somebody connected an account, or connected it again); `account.expiring` (The sign-in of an account ends soon); `account.needs_reconnect` (The network no longer accepts the sign-in of an account); `account.disconnected` (Somebody disconnected an account); `webhook.test` (Somebody asked for a test message. It is sent whatever `events` says, and once); `webhook.paused` (Crier paused another webhook of the profile, because nothing arrived there).
     */
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a webhook */
    get: operations["getWebhook"];
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description With its deliveries. What is being sent at this moment may still arrive.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    /**
     * Edit, pause or resume a webhook
     * @description While it is `paused` nothing is sent, except tests and what is resent. When it becomes `active`, what was due in the 3 days before is sent; older messages count as failed and can be resent.
     */
    patch: operations["editWebhook"];
    trace?: never;
  };
  "/webhooks/{id}/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a webhook a new secret
     * @description `secret` is shown only here. The old one signs beside it for a while, so that no message is refused while you change it.
     */
    post: operations["rotateWebhookSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message
     * @description A `webhook.test`, tried once, also while the webhook is paused. Its delivery says how it went.
     */
    post: operations["testWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of a webhook, newest first
     * @description One entry for each message of the last 30 days.
     */
    get: operations["listWebhookDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/deliveries/{deliveryId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a delivery, with its body and every try
     * @description Of the answers only the status is kept.
     */
    get: operations["getWebhookDelivery"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/deliveries/{deliveryId}/resend": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a message again
     * @description At once, with the same `webhook-id` and body, and with a new series of tries; also while the webhook is paused.
     */
    post: operations["resendWebhookDelivery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events, oldest first
     * @description What webhooks send, to fetch: the same ids and bodies, for 30 days. Begin without `cursor`, and go on with `nextCursor`, which is there after the last event, too: ask with it again later. While `hasMore` is true, ask again at once.
     */
    get: operations["listEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/media": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List media
     * @description Newest first, unless `sort` says otherwise. Files added while you page do not shift the pages. A file matches `q` if its name or alt text contains each of the words, in whatever case.
     */
    get: operations["listMedia"];
    put?: never;
    /**
     * Upload a small file or import one by URL
     * @description One photo, GIF or clip up to 4 MiB: as a form, or as JSON with a `url` to import it from. Crier detects the type and the dimensions; `width`, `height` and `durationMs` are only used for what cannot be detected. Upload larger files with POST /media/presign, which accepts everything except GIFs.
     *
     *     The URL must be https, on a host that the operator has approved (422 `host_not_approved`), and must not contain a password. Redirects and private addresses are refused, and the file must arrive within 10 s (422 `import_failed`).
     */
    post: operations["uploadMedia"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/media/presign": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Prepare an upload of up to 512 MiB
     * @description Then PUT the raw bytes to `uploadUrl` with `headers`, and POST /media/complete. Never send the API key to the upload URL: a request with an `Authorization` header is refused (400 `credential_on_upload`), and so is a different size or type (400 `upload_mismatch`).
     *
     *     If the connection is lost, the bytes received so far are kept. HEAD `uploadUrl` returns their number as `Upload-Offset`; PUT the rest with `Content-Range: bytes OFFSET-LAST/SIZE`, in one or many pieces. A piece with a different start is refused (409 `upload_offset`, with the `offset`). PUT without `Content-Range` starts over. You can repeat every PUT until the upload is completed; of two at the same time, the later one wins.
     *
     *     If the operator stores media in an S3 bucket, `uploadUrl` usually belongs to the bucket: then send exactly these `headers`. The bucket itself refuses a different size or type (403), and an interrupted upload has to start again.
     *
     *     The URL works for an hour; a PUT in progress at that time can finish. An upload that is not completed is deleted a day later.
     */
    post: operations["prepareMediaUpload"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/media/complete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Complete an upload
     * @description Checks the file like a direct upload: Crier detects the type and the dimensions; `width`, `height` and `durationMs` are only used for what cannot be detected. Repeating the request returns the same media. You can replace a refused file with another PUT.
     */
    post: operations["completeMediaUpload"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/media/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Space that media takes */
    get: operations["getMediaUsage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/media/{id}/uses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Posts that use a file
     * @description The newest 100.
     */
    get: operations["listMediaUses"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/media/{id}/derive": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Crop or rotate an image
     * @description Makes a new file and leaves the original as it is. The new file takes over the alt text, and `parentId` names the original. Asking for the same again returns the same file with status 200. Videos and animated images can't be cropped (422 `media_type_unsupported`).
     */
    post: operations["deriveMedia"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/media/{id}/poster": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Choose a video's cover
     * @description `thumbnailUrl` then shows this frame. Networks that take a cover get it, unless the post's options name another one. While a post that uses the video is waiting to be published, this also needs the scope `publish`.
     */
    post: operations["chooseMediaPoster"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/media/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One file
     * @description `url` and `thumbnailUrl` need no key and work for an hour at least: ask again for fresh ones rather than keep them.
     */
    get: operations["getMedia"];
    put?: never;
    post?: never;
    /**
     * Delete a file
     * @description Not possible while a draft or a waiting, running or uncertain post uses it (409 `media_in_use` lists them). The record of a settled post keeps the file's description without `url`; its failed targets can then no longer be retried. Posts already published stay online.
     */
    delete: operations["deleteMedia"];
    options?: never;
    head?: never;
    /**
     * Update a file's alt text or name
     * @description Omitted fields keep their value; `altText: null` removes the description. Posts that have not been published yet use the new values, so while one is waiting to be published this also needs the scope `publish`; published posts do not change.
     */
    patch: operations["editMedia"];
    trace?: never;
  };
  "/link-card": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the card of a link
     * @description Title, description and picture of a web page, from its `og:`, `twitter:` or HTML tags; the answer may be up to a day old. Networks that show the card they are sent get this one with a post that has a link and no media; other networks look at the page themselves. The address must be https and public. Crier reads at most 512 KiB within 5 s and runs no scripts (422 `link_card_unavailable`).
     */
    get: operations["getLinkCard"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  "post.scheduled": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A post got a time or a slot of the queue, or another one. */
    post: operations["onPostScheduled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "post.edited": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody changed a post. */
    post: operations["onPostEdited"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "post.publishing": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The first attempt of a post has begun; again after a retry. */
    post: operations["onPostPublishing"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "post.settled": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Every account has its outcome: `posted`, `failed`, `partial` or `uncertain`; again after a retry, and when an uncertain outcome became clear. */
    post: operations["onPostSettled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "post.canceled": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody took a scheduled post back; it is a draft now. */
    post: operations["onPostCanceled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "post.deleted": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody deleted a post; `post` is how it was. */
    post: operations["onPostDeleted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "target.posted": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The post is live on one account. */
    post: operations["onTargetPosted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "target.failed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The post was certainly not published on one account, and Crier does not try again. */
    post: operations["onTargetFailed"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "target.uncertain": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The network's answer was lost: the post may be live. Crier looks, or a person decides. */
    post: operations["onTargetUncertain"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "target.reconciled": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A person said whether an uncertain post is live. */
    post: operations["onTargetReconciled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "preflight.warning": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The check a day or an hour before its time found something that may prevent a post. */
    post: operations["onPreflightWarning"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "account.connected": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody connected an account, or connected it again. */
    post: operations["onAccountConnected"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "account.expiring": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The sign-in of an account ends soon. */
    post: operations["onAccountExpiring"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "account.needs_reconnect": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** The network no longer accepts the sign-in of an account. */
    post: operations["onAccountNeedsReconnect"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "account.disconnected": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody disconnected an account. */
    post: operations["onAccountDisconnected"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "webhook.test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Somebody asked for a test message. It is sent whatever `events` says, and once. */
    post: operations["onWebhookTest"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "webhook.paused": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Crier paused another webhook of the profile, because nothing arrived there. */
    post: operations["onWebhookPaused"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    Problem: {
      /**
       * Format: uri
       * @description the page that documents this code
       */
      type: string;
      title: string;
      status: number;
      /** @description what happened, for people */
      detail: string;
      /** @description the request's id, also in X-Request-Id */
      instance: string;
      /**
       * @description a stable word that a program can switch on
       * @enum {string}
       */
      code:
        | "invalid_request"
        | "invalid_json"
        | "invalid_query"
        | "invalid_cursor"
        | "invalid_schedule"
        | "unknown_accounts"
        | "ambiguous_account"
        | "no_accounts"
        | "unknown_override"
        | "unknown_option"
        | "unknown_media"
        | "unknown_label"
        | "queue_has_no_slots"
        | "invalid_idempotency_key"
        | "upload_mismatch"
        | "credential_on_upload"
        | "profile_required"
        | "unauthorized"
        | "payment_required"
        | "too_many_accounts"
        | "sign_in_required"
        | "sign_in_failed"
        | "profile_forbidden"
        | "not_allowed"
        | "insufficient_scope"
        | "simulated_only"
        | "wrong_password"
        | "cross_origin"
        | "host_refused"
        | "setup_token_invalid"
        | "invite_invalid"
        | "media_url_invalid"
        | "upload_url_invalid"
        | "not_found"
        | "method_not_allowed"
        | "body_incomplete"
        | "idempotency_conflict"
        | "needs_reconciliation"
        | "publishing"
        | "not_settled"
        | "already_started"
        | "slot_taken"
        | "review_required"
        | "backup_running"
        | "not_waiting"
        | "edit_conflict"
        | "simulator_needed"
        | "not_reconcilable"
        | "sender_alive"
        | "already_exists"
        | "already_set_up"
        | "last_owner"
        | "key_revoked"
        | "account_disconnected"
        | "choose_accounts"
        | "media_in_use"
        | "media_quota_exceeded"
        | "media_deleted"
        | "too_many_labels"
        | "too_many_webhooks"
        | "too_many_uploads"
        | "upload_incomplete"
        | "upload_offset"
        | "upload_completed"
        | "upload_expired"
        | "revision_conflict"
        | "body_too_large"
        | "media_too_large"
        | "unsupported_media_type"
        | "preflight_failed"
        | "media_unreadable"
        | "media_type_mismatch"
        | "media_type_unsupported"
        | "url_refused"
        | "host_not_approved"
        | "import_failed"
        | "link_card_unavailable"
        | "connect_refused"
        | "too_many_attempts"
        | "network_unavailable"
        | "rate_limited"
        | "temporarily_unavailable"
        | "disk_full"
        | "disk_read_only"
        | "storage_unavailable"
        | "stopping"
        | "internal";
      /** @description each wrong field, by JSON Pointer */
      errors?: {
        pointer: string;
        message: string;
      }[];
      /** @description every problem of every target (preflight_failed) */
      networks?: {
        platform: string;
        /** Format: uuid */
        accountId: string;
        handle: string;
        /** @description at most 20 */
        problems: {
          /** @description a stable word, such as text.length */
          rule: string;
          message: string;
          limit: number | string | null;
          actual: number | string | null;
          /** Format: uuid */
          mediaId?: string;
        }[];
        /**
         * @description there are more problems than these
         * @constant
         */
        truncated?: true;
      }[];
      /** @description names that fit nothing */
      unknown?: string[];
      /** @description the accounts that an ambiguous handle fits */
      candidates?: {
        /** Format: uuid */
        id: string;
        platform: string;
        handle: string;
      }[];
      /** @description posts that still need it (media_in_use) */
      posts?: string[];
      /** @description posts that can't be moved, each with the reason (not_waiting) */
      notWaiting?: {
        /** Format: uuid */
        id: string;
        why: string;
      }[];
      /**
       * Format: uuid
       * @description the post that is in the way
       */
      postId?: string;
      /** @description the post as it is now, as GET /posts/{id} answers it (edit_conflict, revision_conflict) */
      post?: {
        [key: string]: unknown;
      };
      /** @description the targets that are uncertain */
      targets?: {
        /** Format: uuid */
        id: string;
        platform: string;
        handle: string;
      }[];
      /** @description seconds to wait */
      retryAfter?: number;
      /** @description the most that is taken */
      limit?: number;
      /** @description bytes of media that there are (media_quota_exceeded) */
      used?: number;
      /** @description bytes of the file (media_quota_exceeded) */
      size?: number;
      /** @description the byte at which the upload continues */
      offset?: number;
      /** @description the scope that the key lacks */
      scope?: string;
      /** @description what the role does not allow (not_allowed) */
      permission?: string;
      /** @description the role of the person who asks (not_allowed) */
      role?: string;
      /** @description the methods that this address knows */
      allow?: string[];
    };
    Account: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description the network's id, such as bluesky */
      platform: string;
      handle: string;
      displayName: string;
      /**
       * Format: uri
       * @description a WebP image of at most 128 px, without a key, for an hour at least; 404 while the network does not give it
       */
      avatarUrl: string | null;
      profileUrl: string | null;
      /** @description active, needs_reconnect or disconnected */
      status: string;
      /** @description about its sign-in: that it expires soon, why it has to be connected again, or the result of disconnecting */
      statusDetail: string | null;
      canPublish: boolean;
      /** @description why it cannot publish at the moment, and what to do */
      blockedReason: string | null;
      /** @description posts of the network's own count over the last hours; `resetsAt` is when the first of them no longer counts */
      quota: {
        used: number;
        limit: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        resetsAt: string | null;
      } | null;
      /** @description nothing posted here reaches the internet */
      simulated: boolean;
      /**
       * @description what every post on this network requires
       * @enum {string|null}
       */
      requires: "media" | "video" | null;
      limits: {
        caption: {
          max: number;
          /** @description the unit in which the network counts: graphemes, codePoints, utf16, weighted (as X does) or emojiBytes (as Threads does) */
          unit: string;
        };
        media: {
          maxItems: number;
          maxVideos: number;
          /** @description whether images and videos can be combined in one post */
          mixed: boolean;
          /** @description image, video */
          kinds: string[];
        };
      };
      /** @description the kinds of post, such as a reel or a story, each with its own limits; empty if there is only one */
      kinds: {
        kind: string;
        title: string;
        limits: {
          caption: {
            max: number;
            /** @description the unit in which the network counts: graphemes, codePoints, utf16, weighted (as X does) or emojiBytes (as Threads does) */
            unit: string;
          };
          media: {
            maxItems: number;
            maxVideos: number;
            /** @description whether images and videos can be combined in one post */
            mixed: boolean;
            /** @description image, video */
            kinds: string[];
          };
        };
      }[];
      /** @description the group of accounts that it belongs to */
      group: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      connectedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      tokenExpiresAt: string | null;
    };
    NewPost: {
      caption: string;
      /** @description ids, platforms, handles or platform:handle; default: every active account */
      accounts?: "all" | string[];
      /** @description in carousel order */
      media?: string[];
      /** @description ids of labels; not published */
      labels?: string[];
      /** @description a different caption for an account id, handle or platform; the most specific key wins */
      overrides?: {
        [key: string]: string;
      };
      /** @description options of a network, by account id, handle or platform. Networks that limit the aspect ratio of files also accept `fit`: `crop` or `pad` a file that is too wide or too tall. Crier does neither unless you ask. Limits: 200000 characters as JSON in all, 1000 items in a list and 50 fields in an object. */
      options?: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
      /** @description `now`, `draft`, or a time with an offset such as 2027-01-31T09:00:00+01:00; default: the next free slot in the queue */
      schedule?: string;
      /** @description only validate: store and publish nothing; default: false */
      dryRun?: boolean;
    };
    Media: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      filename: string;
      /** @enum {string} */
      kind: "image" | "video";
      /** @description the actual type, whatever was declared */
      mime: string;
      /** @description an image of several frames, such as a moving GIF */
      animated: boolean;
      /** @description bytes */
      size: number;
      /** @description as displayed */
      width: number | null;
      /** @description as displayed */
      height: number | null;
      /** @description of a video, or of one round of a moving GIF */
      durationMs: number | null;
      altText: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
      /**
       * Format: uri
       * @description the file, without a key, for an hour at least; null once it was deleted
       */
      url: string | null;
      /**
       * Format: uri
       * @description a WebP image of at most 480 px; null if there is none
       */
      thumbnailUrl: string | null;
      /**
       * Format: uuid
       * @description a uuid
       */
      parentId: string | null;
      /** @description the chosen cover of a video, ms from its start */
      posterMs: number | null;
      /** @description properties of the file; null for files from older versions */
      facts: {
        /** @description h264, hevc, vp9, …; null for images */
        videoCodec: string | null;
        /** @description aac, opus, …; null without sound */
        audioCodec: string | null;
        /** @description frames a second */
        frameRate: number | null;
        /** @description of the whole file, bits a second */
        bitrate: number | null;
        /** @description high dynamic range */
        hdr: boolean | null;
        /** @description clockwise rotation for display, in degrees */
        rotation: number;
        /** @description an image of several frames */
        animated: boolean;
        /** @description how many frames a GIF has; null of anything else */
        frames: number | null;
        /** @description may have transparent areas */
        alpha: boolean;
        /** @description rgb, grey or cmyk of an image; the primaries of a video, such as bt709 */
        colourSpace: string | null;
      } | null;
    };
    /** @description who did it */
    Actor: {
      /** @enum {string} */
      kind: "person" | "key" | "command" | "crier";
      /** @description the person, or the name of the key; null if there is none (any more) */
      name: string | null;
    };
    Review: {
      /** @enum {string} */
      state: "asked" | "approved" | "returned";
      by: components["schemas"]["Actor"];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      at: string;
      note: string | null;
      /** @description when it is to go out once it is approved: `queue`, `now` or a time */
      schedule?: string;
    };
    Target: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /**
       * Format: uuid
       * @description a uuid
       */
      accountId: string;
      platform: string;
      handle: string;
      /** @enum {string} */
      status: "draft" | "pending" | "publishing" | "retrying" | "posted" | "failed" | "uncertain";
      /** @description only when posted */
      url?: string;
      /** @description the network's own id */
      remoteId: string | null;
      /** @description only if failed or uncertain: the reason, and what to do */
      error?: string;
      errorCode: string | null;
      errorCategory: string | null;
      /** @description known not to have published */
      retryable: boolean;
      /** @enum {string} */
      nextAction: "none" | "wait" | "retry" | "reconnect" | "fix_content" | "reconcile";
      attempts: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      nextAttemptAt: string | null;
      /** @description only while waiting for `nextAttemptAt`: the reason */
      waitReason?: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      publishedAt: string | null;
      /** @description ms from its time to the first attempt */
      lateness: number | null;
      /** @description what the network reported after a lost response */
      verification: {
        method: string;
        /** @description live, absent or unknown */
        verdict: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        checkedAt: string;
        evidence: string;
      } | null;
      /** @description what a person recorded */
      reconciled: {
        action: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        at: string;
        note: string | null;
      } | null;
      simulated: boolean;
    };
    Post: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description from 1; grows with each change that a person or program makes, not with deliveries */
      revision: number;
      /** @enum {string} */
      status: "draft" | "queued" | "scheduled" | "publishing" | "uncertain" | "posted" | "failed" | "partial";
      caption: string;
      /** @description as given */
      accounts: ("all" | string[]) | null;
      /** @description in carousel order */
      media: components["schemas"]["Media"][];
      /** @description ids; not published */
      labels: string[];
      overrides: {
        [key: string]: string;
      };
      options: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      schedule: "draft" | "now" | "queue" | "time";
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
      createdBy: components["schemas"]["Actor"];
      /** @description null: nobody asked for one or decided, or the draft was changed since */
      review: components["schemas"]["Review"] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      updatedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      publishedAt: string | null;
      canceled: boolean;
      idempotencyKey: string | null;
      /** @description possible problems found 24 h or 1 h before the scheduled time; they do not stop the post, and an edit clears them */
      warnings: {
        /** @description a stable word, as in pre-flight */
        rule: string;
        message: string;
        platform: string;
        /**
         * Format: uuid
         * @description a uuid
         */
        accountId: string;
      }[];
      /** @description what prevented the publication of an unfinished draft when it was stored (`Prefer: handling=lenient`); empty when it is whole */
      problems: {
        /** @description a stable word, as in pre-flight */
        rule: string;
        message: string;
        limit: (number | string) | null;
        actual: (number | string) | null;
        platform?: string;
        /**
         * Format: uuid
         * @description a uuid
         */
        accountId?: string;
      }[];
      targets: components["schemas"]["Target"][];
    };
    DryRun: {
      /** @constant */
      dryRun: true;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      scheduledFor: string | null;
      targets: {
        /**
         * Format: uuid
         * @description a uuid
         */
        accountId: string;
        platform: string;
        handle: string;
        caption: string;
        length: number;
        limit: number;
        /** @description the kind of post it would be, such as a reel; null if the network has only one kind */
        kind: string | null;
        links: string[];
        mentions: string[];
        media: {
          /**
           * Format: uuid
           * @description a uuid
           */
          mediaId: string;
          adaptation: string | null;
        }[];
        warnings: {
          rule: string;
          message: string;
        }[];
      }[];
    };
    PostRow: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      revision: number;
      /** @enum {string} */
      status: "draft" | "queued" | "scheduled" | "publishing" | "uncertain" | "posted" | "failed" | "partial";
      /** @description the beginning of the caption in one line, at most 140 characters */
      excerpt: string;
      mediaCount: number;
      /**
       * Format: uri
       * @description of the first file that has one, as in `media`
       */
      thumbnailUrl: string | null;
      labels: string[];
      createdBy: components["schemas"]["Actor"];
      /**
       * @description of a draft: what was asked or decided last
       * @enum {string|null}
       */
      review: "asked" | "approved" | "returned" | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      publishedAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
      targets: {
        /**
         * Format: uuid
         * @description a uuid
         */
        id: string;
        /**
         * Format: uuid
         * @description a uuid
         */
        accountId: string;
        platform: string;
        handle: string;
        /** @enum {string} */
        status: "draft" | "pending" | "publishing" | "retrying" | "posted" | "failed" | "uncertain";
        simulated: boolean;
      }[];
    };
    PostCounts: {
      /** @description posts of each status, at most 10000 */
      counts: {
        draft: number;
        queued: number;
        scheduled: number;
        publishing: number;
        uncertain: number;
        posted: number;
        failed: number;
        partial: number;
      };
      /** @description the sum of `counts` */
      total: number;
      /** @description a status has more posts than are counted */
      capped: boolean;
    };
    PostChange: {
      caption?: string;
      /** @description ids, platforms, handles or platform:handle; default: every active account */
      accounts?: "all" | string[];
      /** @description in carousel order */
      media?: string[];
      /** @description ids of labels; not published */
      labels?: string[];
      /** @description a different caption for an account id, handle or platform; the most specific key wins */
      overrides?: {
        [key: string]: string;
      };
      /** @description options of a network, by account id, handle or platform. Networks that limit the aspect ratio of files also accept `fit`: `crop` or `pad` a file that is too wide or too tall. Crier does neither unless you ask. Limits: 200000 characters as JSON in all, 1000 items in a list and 50 fields in an object. */
      options?: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
    };
    PostToCheck: {
      caption?: string;
      /** @description as in a new post; an empty list means none yet */
      accounts?: "all" | string[];
      /** @description in carousel order */
      media?: string[];
      overrides?: {
        [key: string]: string;
      };
      /** @description options of a network, by account id, handle or platform. Networks that limit the aspect ratio of files also accept `fit`: `crop` or `pad` a file that is too wide or too tall. Crier does neither unless you ask. Limits: 200000 characters as JSON in all, 1000 items in a list and 50 fields in an object. */
      options?: {
        [key: string]: {
          [key: string]: unknown;
        };
      };
      /** @description `now`, `draft`, or a time with an offset such as 2027-01-31T09:00:00+01:00; default: the next free slot in the queue */
      schedule?: string;
    };
    Fix:
      | {
          /** @constant */
          kind: "cut";
          caption: string;
        }
      | {
          /** @constant */
          kind: "leave_out_account";
        }
      | {
          /** @constant */
          kind: "leave_out_media";
          mediaIds: string[];
        }
      | {
          /** @constant */
          kind: "set_option";
          option: string;
          title: string;
        }
      | {
          /** @constant */
          kind: "add_media";
        }
      | {
          /** @constant */
          kind: "crop";
          ratios: {
            /** @description width ÷ height */
            min: number | null;
            /** @description width ÷ height */
            max: number | null;
          };
        };
    LinkCard: {
      /** @description as it was asked for */
      url: string;
      /** @description at most 300 characters */
      title: string;
      /** @description at most 1000 characters */
      description: string | null;
      /**
       * Format: uri
       * @description a JPEG of at most 1200 px from this server, without a key, for an hour at least
       */
      imageUrl: string | null;
    };
    CheckedTarget: {
      /**
       * Format: uuid
       * @description a uuid
       */
      accountId: string;
      platform: string;
      handle: string;
      simulated: boolean;
      /** @description nothing prevents it */
      ok: boolean;
      /** @description the kind of post it would be; null if the network has only one kind */
      kind: string | null;
      /** @description what this network will be sent */
      text: string;
      /** @description the first 100 links, mentions and hashtags, and what is `over` the limit, in order; `over` may overlap others */
      segments: {
        /** @description offset in `text`, in UTF-16 code units */
        from: number;
        /** @description end, exclusive */
        to: number;
        /** @enum {string} */
        kind: "link" | "mention" | "tag" | "over";
        shown: string;
        /** @description of a link */
        href: string | null;
      }[];
      length: number;
      limit: number;
      /** @enum {string} */
      unit: "graphemes" | "codePoints" | "utf16" | "weighted" | "emojiBytes";
      /** @description in the order in which it is sent */
      media: {
        /**
         * Format: uuid
         * @description a uuid
         */
        mediaId: string;
        /** @description the file that the network gets; a converted one is at most this large */
        sends: {
          mime: string;
          width: number | null;
          height: number | null;
        };
        /** @description what is converted, and why; null if nothing is */
        why: string | null;
        /** @description as it is sent; null if none is */
        altText: string | null;
      }[];
      /** @description options that are required and missing */
      needs: string[];
      problems: {
        /** @description a stable word, as in pre-flight */
        rule: string;
        message: string;
        limit: (number | string) | null;
        actual: (number | string) | null;
        /** @description the field of the request, such as `caption` or `options.board_id` */
        field: string | null;
        /**
         * Format: uuid
         * @description a uuid
         */
        mediaId: string | null;
        /** @description what would mend it; null where only the author knows */
        fix: components["schemas"]["Fix"] | null;
      }[];
      warnings: {
        rule: string;
        message: string;
      }[];
      /** @description of the link whose card this network would be sent, as `GET /link-card` fetched it within the last day; the check fetches nothing */
      card: components["schemas"]["LinkCard"] | null;
    };
    PostCheck: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      scheduledFor: string | null;
      /** @description the place in the queue that it would take now */
      slot: {
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        at: string;
        /**
         * Format: uuid
         * @description a uuid
         */
        slotId: string;
      } | null;
      /** @description why the plan allows no publishing now; null if it does */
      plan: string | null;
      targets: components["schemas"]["CheckedTarget"][];
      /** @description entries of `accounts` that name no account, or several */
      unknown: {
        name: string;
        /** @enum {string} */
        rule: "unknown_accounts" | "ambiguous_account";
        message: string;
        /** @description the accounts that it may mean, if several */
        candidates: {
          /**
           * Format: uuid
           * @description a uuid
           */
          id: string;
          platform: string;
          handle: string;
        }[];
      }[];
      /** @description what is wrong with the post itself */
      problems: {
        /** @description the code of the error that creating would answer */
        rule: string;
        message: string;
        field: string;
        /**
         * Format: uuid
         * @description a uuid
         */
        mediaId: string | null;
      }[];
    };
    Import: {
      rows: {
        /** @description from 1; the line with the names of the columns is not counted */
        row: number;
        /** @description the beginning of the caption; empty if the row can't be read */
        excerpt: string;
        /** @description as in the row; null for the next free slot */
        schedule: string | null;
        ok: boolean;
        problems: {
          code: string;
          message: string;
        }[];
        /** @description what a row with problems says, as in the body of a new post; null for others, and if it can't be read */
        fields: {
          [key: string]: unknown;
        } | null;
        /**
         * Format: uuid
         * @description a uuid
         */
        postId: string | null;
        /** @description an earlier import of the same file has created it */
        replayed: boolean;
      }[];
      ok: number;
      failed: number;
    };
    PostActions: {
      ids: string[];
      /** @enum {string} */
      action: "schedule" | "shift" | "queue" | "cancel" | "delete" | "retry" | "label";
      /** @description only `schedule`: a time with an offset */
      at?: string;
      /** @description only `shift`: days, back or forth; the time of day in the profile's zone stays */
      days?: number;
      /** @description only `label`: ids of labels */
      addLabels?: string[];
      /** @description only `label`: ids of labels */
      removeLabels?: string[];
      /** @description by the id of a post, its `revision` as you know it: a post that was changed since is left alone (`revision_conflict`) */
      revisions?: {
        [key: string]: number;
      };
    };
    Undo: {
      /**
       * Format: uuid
       * @description a uuid
       */
      token: string;
    };
    Reconciliation: {
      /**
       * Format: uuid
       * @description a uuid
       */
      targetId?: string;
      /** @description several targets at once, in place of `targetId`: all or none */
      targetIds?: string[];
      /** @enum {string} */
      action: "mark_published" | "confirm_not_published";
      /**
       * @description true: a person has looked at the network
       * @constant
       */
      confirmed: true;
      remoteId?: string;
      /** @description an http(s) address */
      remoteUrl?: string;
      note?: string;
    };
    ReviewRequest: {
      /** @enum {string} */
      state: "asked" | "approved" | "returned";
      /** @description for whoever reads it next */
      note?: string;
      /** @description when it is to go out: `queue`, `now` or a time with an offset; not for `returned` */
      schedule?: string;
    };
    NewTime: {
      /** @description `now`, `draft`, or a time with an offset such as 2027-01-31T09:00:00+01:00; default: the next free slot in the queue */
      schedule?: string;
      /** @description the time of a slot of the queue, with an offset */
      slotAt?: string;
      /**
       * Format: uuid
       * @description id of a waiting post to exchange times with
       */
      swapWith?: string;
    };
    /** @description figures of the event; each kind has some of them */
    EventData: {
      /**
       * Format: date-time
       * @description when something happens next
       */
      dueAt?: string;
      /** @description how long the network took; of `claim`, how late it started */
      ms?: number;
      /** @description HTTP status of the network's answer */
      status?: number;
      /** @enum {string} */
      verdict?: "live" | "absent" | "unknown";
      /** @description as `errorCode` of the target */
      code?: string;
      category?: string;
      /** @enum {string} */
      schedule?: "draft" | "now" | "queue" | "time";
      fields?: string[];
      percent?: number;
      url?: string;
    };
    Event: {
      /** @description increasing; may have gaps */
      seq: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      at: string;
      /** @enum {string} */
      kind:
        | "created"
        | "post.edited"
        | "post.scheduled"
        | "post.canceled"
        | "review.asked"
        | "review.approved"
        | "review.returned"
        | "preflight.warning"
        | "restored"
        | "schedule"
        | "cancel"
        | "claim"
        | "converting"
        | "prepared"
        | "postpone"
        | "unsent"
        | "interrupt"
        | "defer"
        | "reject"
        | "accept"
        | "process"
        | "refuse"
        | "lose"
        | "look"
        | "find"
        | "disprove"
        | "late"
        | "exhaust"
        | "miss"
        | "lapse"
        | "hold"
        | "retry"
        | "mark_published"
        | "confirm_not_published";
      /**
       * Format: uuid
       * @description a uuid
       */
      targetId: string | null;
      attempt: number | null;
      actor: components["schemas"]["Actor"];
      /** @description what happened, in a sentence for people */
      text: string;
      /** @description the reason or the network's evidence, as Crier wrote it down */
      detail: string;
      data: components["schemas"]["EventData"];
    };
    /** @description One request to the network. `publish` is the phase of the request that makes the post public. `unsent`: certainly nothing arrived; `lost`: it may have arrived. */
    Step: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      at: string;
      ms: number;
      /** @enum {string} */
      name: "prepare" | "publish" | "settle" | "look";
      method: string;
      host: string;
      /** @description without the query; secrets are masked */
      path: string;
      /** @description HTTP status; null without a complete answer */
      status: number | null;
      /** @enum {string} */
      result: "answered" | "unsent" | "lost";
      /** @description why there was no answer */
      detail: string | null;
    };
    Attempt: {
      attempt: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      startedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      sentAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      endedAt: string | null;
      /** @description the `kind` of the event that ended it; null while it is under way or its answer is lost */
      outcome: string | null;
      /** @description at most 50; of more, the first and the last */
      steps: components["schemas"]["Step"][];
    };
    Look: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      at: string;
      /** @enum {string} */
      verdict: "live" | "absent" | "unknown";
      evidence: string;
      actor: components["schemas"]["Actor"];
    };
    /** @description where a person can check; null where unknown */
    WhereToLook: {
      profileUrl: string | null;
      /** @description the network's own search for the first words of the text */
      searchUrl: string | null;
    };
    SentContent: {
      caption: string;
      mediaIds: string[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      at: string;
    };
    Evidence: {
      /**
       * Format: uuid
       * @description a uuid
       */
      targetId: string;
      /** @description oldest first; the latest 10, and the last one that was sent */
      attempts: components["schemas"]["Attempt"][];
      /** @description checks of a lost answer with the network, oldest first; the latest 50 */
      looks: components["schemas"]["Look"][];
      /** @description what checks with this network can prove and what they can't */
      certainty: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      nextLookAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      lookEndsAt: string | null;
      whereToLook: components["schemas"]["WhereToLook"];
      /** @description what was sent last; null if nothing was */
      sent: components["schemas"]["SentContent"] | null;
    };
    Receipt: {
      /** @description compact JWS (EdDSA) with the claims of a Security Event Token: `iss`, `iat`, `jti`, `sub` (the post), `events` */
      receipt: string;
    };
    CalendarPost: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      revision: number;
      /** @enum {string} */
      status: "draft" | "queued" | "scheduled" | "publishing" | "uncertain" | "posted" | "failed" | "partial";
      /** @description the beginning of the caption in one line, at most 140 characters */
      excerpt: string;
      mediaCount: number;
      /**
       * Format: uri
       * @description of the first file that has one, as in `media`
       */
      thumbnailUrl: string | null;
      labels: string[];
      createdBy: components["schemas"]["Actor"];
      /**
       * @description of a draft: what was asked or decided last
       * @enum {string|null}
       */
      review: "asked" | "approved" | "returned" | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      at: string;
      /** @description you can give it another time */
      movable: boolean;
      /** @description why not */
      why: string | null;
      targets: {
        /**
         * Format: uuid
         * @description a uuid
         */
        id: string;
        /**
         * Format: uuid
         * @description a uuid
         */
        accountId: string;
        platform: string;
        handle: string;
        /** @enum {string} */
        status: "draft" | "pending" | "publishing" | "retrying" | "posted" | "failed" | "uncertain";
        simulated: boolean;
      }[];
    };
    Calendar: {
      /** @description by time, earliest first */
      posts: components["schemas"]["CalendarPost"][];
      /** @description the queue's slots; of the past only those that a post held */
      slots: {
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        at: string;
        /**
         * Format: uuid
         * @description a uuid
         */
        slotId: string | null;
        /** @enum {string} */
        state: "free" | "held" | "skipped";
        /**
         * Format: uuid
         * @description a uuid
         */
        postId: string | null;
        /** @description why no other post can have it */
        reason: string | null;
      }[];
      /** @description there are more than 2000 posts: ask for less */
      capped: boolean;
    };
    Label: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      name: string;
      /** @enum {string} */
      colour: "grey" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink";
    };
    NewLabel: {
      /** @description unique in the profile, whatever its case */
      name: string;
      /** @enum {string} */
      colour: "grey" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink";
    };
    LabelChange: {
      /** @description unique in the profile, whatever its case */
      name?: string;
      /** @enum {string} */
      colour?: "grey" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink";
    };
    QueuePause: {
      reason: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      since: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      until: string | null;
      /** @description `key:<id>`, `owner:<email>` or `cli` */
      by: string;
    };
    QueueOrder: {
      /** @description queued posts, the next one first */
      ids: string[];
    };
    QueuePauseRequest: {
      /** @description for everyone who waits */
      reason: string;
      /** @description when it ends, with an offset; null or left out: when you resume the queue */
      until?: string | null;
    };
    Webhook: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description as it is called */
      url: string;
      /** @description null: all */
      events:
        | (
            | "post.scheduled"
            | "post.edited"
            | "post.publishing"
            | "post.settled"
            | "post.canceled"
            | "post.deleted"
            | "target.posted"
            | "target.failed"
            | "target.uncertain"
            | "target.reconciled"
            | "preflight.warning"
            | "account.connected"
            | "account.expiring"
            | "account.needs_reconnect"
            | "account.disconnected"
            | "webhook.test"
            | "webhook.paused"
          )[]
        | null;
      description: string;
      /** @enum {string} */
      status: "active" | "paused";
      /**
       * @description `requested` by a person or program, `failing` for 5 days, or `gone`: its server answered 410
       * @enum {string|null}
       */
      pausedReason: "requested" | "failing" | "gone" | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
      /** @description the last 24 hours, and what comes next */
      health: {
        delivered: number;
        /** @description tries, not messages */
        failed: number;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        nextAttemptAt: string | null;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        failingSince: string | null;
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        oldSecretUntil: string | null;
      };
    };
    NewWebhook: {
      /** @description https on port 443 at a public host name, without a password; a host that the operator names in `CRIER_ALLOW_PRIVATE_HOSTS` may be private, plain http, and on any port */
      url: string;
      /** @description null, or left out: all, also those that a later version adds */
      events?:
        | (
            | "post.scheduled"
            | "post.edited"
            | "post.publishing"
            | "post.settled"
            | "post.canceled"
            | "post.deleted"
            | "target.posted"
            | "target.failed"
            | "target.uncertain"
            | "target.reconciled"
            | "preflight.warning"
            | "account.connected"
            | "account.expiring"
            | "account.needs_reconnect"
            | "account.disconnected"
            | "webhook.test"
            | "webhook.paused"
          )[]
        | null;
      description?: string;
    };
    WebhookChange: {
      /** @description https on port 443 at a public host name, without a password; a host that the operator names in `CRIER_ALLOW_PRIVATE_HOSTS` may be private, plain http, and on any port */
      url?: string;
      /** @description null, or left out: all, also those that a later version adds */
      events?:
        | (
            | "post.scheduled"
            | "post.edited"
            | "post.publishing"
            | "post.settled"
            | "post.canceled"
            | "post.deleted"
            | "target.posted"
            | "target.failed"
            | "target.uncertain"
            | "target.reconciled"
            | "preflight.warning"
            | "account.connected"
            | "account.expiring"
            | "account.needs_reconnect"
            | "account.disconnected"
            | "webhook.test"
            | "webhook.paused"
          )[]
        | null;
      description?: string;
      /** @enum {string} */
      status?: "active" | "paused";
    };
    SecretRotation: {
      /** @description how long the old secret still signs (default 86400, a day); 0: not at all */
      overlapSeconds?: number;
    };
    WebhookDelivery: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description the header `webhook-id`; the same for every try and endpoint */
      messageId: string;
      /** @enum {string} */
      type:
        | "post.scheduled"
        | "post.edited"
        | "post.publishing"
        | "post.settled"
        | "post.canceled"
        | "post.deleted"
        | "target.posted"
        | "target.failed"
        | "target.uncertain"
        | "target.reconciled"
        | "preflight.warning"
        | "account.connected"
        | "account.expiring"
        | "account.needs_reconnect"
        | "account.disconnected"
        | "webhook.test"
        | "webhook.paused";
      /** @enum {string} */
      status: "waiting" | "delivered" | "failed";
      /** @description HTTP status of the last answer; null without a complete one */
      responseStatus: number | null;
      attempts: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
    };
    WebhookDeliveryDetail: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description the header `webhook-id`; the same for every try and endpoint */
      messageId: string;
      /** @enum {string} */
      type:
        | "post.scheduled"
        | "post.edited"
        | "post.publishing"
        | "post.settled"
        | "post.canceled"
        | "post.deleted"
        | "target.posted"
        | "target.failed"
        | "target.uncertain"
        | "target.reconciled"
        | "preflight.warning"
        | "account.connected"
        | "account.expiring"
        | "account.needs_reconnect"
        | "account.disconnected"
        | "webhook.test"
        | "webhook.paused";
      /** @enum {string} */
      status: "waiting" | "delivered" | "failed";
      /** @description HTTP status of the last answer; null without a complete one */
      responseStatus: number | null;
      attempts: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
      /** @description the very body of the request */
      body: string;
      /** @description oldest first */
      tries: {
        /**
         * Format: date-time
         * @description ISO 8601, UTC, milliseconds
         */
        at: string;
        /** @description how long it took */
        ms: number;
        responseStatus: number | null;
        /** @description why it does not count as delivered; null when it does */
        problem: string | null;
      }[];
    };
    /** @description as in `Post`, without texts, files and people */
    EventPost: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description from 1; grows with each change that a person or program makes, not with deliveries */
      revision: number;
      /** @enum {string} */
      status: "draft" | "queued" | "scheduled" | "publishing" | "uncertain" | "posted" | "failed" | "partial";
      /** @description ids; not published */
      labels: string[];
      /** @enum {string} */
      schedule: "draft" | "now" | "queue" | "time";
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      updatedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      publishedAt: string | null;
      canceled: boolean;
      idempotencyKey: string | null;
      /** @description possible problems found 24 h or 1 h before the scheduled time; they do not stop the post, and an edit clears them */
      warnings: {
        /** @description a stable word, as in pre-flight */
        rule: string;
        message: string;
        platform: string;
        /**
         * Format: uuid
         * @description a uuid
         */
        accountId: string;
      }[];
      /** @description in events about a post, not about one target; left out where the body would be longer than 20 kB */
      targets?: components["schemas"]["Target"][];
    };
    PostEventData: {
      /**
       * Format: uuid
       * @description a uuid
       */
      postId: string;
      /** @description grows within a post: drop what has a lower one than you have seen */
      sequence: number;
      post: components["schemas"]["EventPost"];
    };
    PostEvent: {
      /** @description as in the header `webhook-id` */
      id: string;
      /** @enum {string} */
      type:
        | "post.scheduled"
        | "post.edited"
        | "post.publishing"
        | "post.settled"
        | "post.canceled"
        | "post.deleted"
        | "preflight.warning";
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      timestamp: string;
      data: components["schemas"]["PostEventData"];
    };
    TargetEventData: {
      /**
       * Format: uuid
       * @description a uuid
       */
      postId: string;
      /** @description grows within a post: drop what has a lower one than you have seen */
      sequence: number;
      post: components["schemas"]["EventPost"];
      target: components["schemas"]["Target"];
    };
    TargetEvent: {
      /** @description as in the header `webhook-id` */
      id: string;
      /** @enum {string} */
      type: "target.posted" | "target.failed" | "target.uncertain" | "target.reconciled";
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      timestamp: string;
      data: components["schemas"]["TargetEventData"];
    };
    /** @description as in `Account`, without its limits */
    EventAccount: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description the network's id, such as bluesky */
      platform: string;
      handle: string;
      displayName: string;
      profileUrl: string | null;
      /** @description about its sign-in: that it expires soon, why it has to be connected again, or the result of disconnecting */
      statusDetail: string | null;
      canPublish: boolean;
      /** @description active, needs_reconnect or disconnected */
      status: string;
      /** @description why it cannot publish at the moment, and what to do */
      blockedReason: string | null;
      /** @description nothing posted here reaches the internet */
      simulated: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      connectedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      tokenExpiresAt: string | null;
    };
    AccountEventData: {
      account: components["schemas"]["EventAccount"];
    };
    AccountEvent: {
      /** @description as in the header `webhook-id` */
      id: string;
      /** @enum {string} */
      type: "account.connected" | "account.expiring" | "account.needs_reconnect" | "account.disconnected";
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      timestamp: string;
      data: components["schemas"]["AccountEventData"];
    };
    EventWebhook: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description null: all */
      events:
        | (
            | "post.scheduled"
            | "post.edited"
            | "post.publishing"
            | "post.settled"
            | "post.canceled"
            | "post.deleted"
            | "target.posted"
            | "target.failed"
            | "target.uncertain"
            | "target.reconciled"
            | "preflight.warning"
            | "account.connected"
            | "account.expiring"
            | "account.needs_reconnect"
            | "account.disconnected"
            | "webhook.test"
            | "webhook.paused"
          )[]
        | null;
      description: string;
      /** @enum {string} */
      status: "active" | "paused";
      /**
       * @description `requested` by a person or program, `failing` for 5 days, or `gone`: its server answered 410
       * @enum {string|null}
       */
      pausedReason: "requested" | "failing" | "gone" | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
    };
    WebhookEventData: {
      webhook: components["schemas"]["EventWebhook"];
    };
    WebhookEvent: {
      /** @description as in the header `webhook-id` */
      id: string;
      /** @enum {string} */
      type: "webhook.test" | "webhook.paused";
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      timestamp: string;
      data: components["schemas"]["WebhookEventData"];
    };
    Upload: {
      /**
       * Format: uuid
       * @description a uuid
       */
      uploadId: string;
      /**
       * Format: uri
       * @description works for an hour, only for this upload
       */
      uploadUrl: string;
      /** @constant */
      method: "PUT";
      /** @description to send with the bytes */
      headers: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      expiresAt: string;
    };
    LibraryMedia: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      filename: string;
      /** @enum {string} */
      kind: "image" | "video";
      /** @description the actual type, whatever was declared */
      mime: string;
      /** @description an image of several frames, such as a moving GIF */
      animated: boolean;
      /** @description bytes */
      size: number;
      /** @description as displayed */
      width: number | null;
      /** @description as displayed */
      height: number | null;
      /** @description of a video, or of one round of a moving GIF */
      durationMs: number | null;
      altText: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      createdAt: string;
      /**
       * Format: uri
       * @description the file, without a key, for an hour at least; null once it was deleted
       */
      url: string | null;
      /**
       * Format: uri
       * @description a WebP image of at most 480 px; null if there is none
       */
      thumbnailUrl: string | null;
      /**
       * Format: uuid
       * @description a uuid
       */
      parentId: string | null;
      /** @description the chosen cover of a video, ms from its start */
      posterMs: number | null;
      /** @description properties of the file; null for files from older versions */
      facts: {
        /** @description h264, hevc, vp9, …; null for images */
        videoCodec: string | null;
        /** @description aac, opus, …; null without sound */
        audioCodec: string | null;
        /** @description frames a second */
        frameRate: number | null;
        /** @description of the whole file, bits a second */
        bitrate: number | null;
        /** @description high dynamic range */
        hdr: boolean | null;
        /** @description clockwise rotation for display, in degrees */
        rotation: number;
        /** @description an image of several frames */
        animated: boolean;
        /** @description how many frames a GIF has; null of anything else */
        frames: number | null;
        /** @description may have transparent areas */
        alpha: boolean;
        /** @description rgb, grey or cmyk of an image; the primaries of a video, such as bt709 */
        colourSpace: string | null;
      } | null;
      createdBy: components["schemas"]["Actor"];
      usedIn: {
        /** @description posts that use it, drafts included */
        posts: number;
        /** @description of those, queued, scheduled, being published or uncertain */
        waiting: number;
      };
    };
    MediaUsage: {
      /** @description of all files of this profile */
      bytes: number;
      files: number;
      /** @description free on the disk of the data folder */
      diskFreeBytes: number;
    };
    MediaUser: {
      /**
       * Format: uuid
       * @description a uuid
       */
      id: string;
      /** @description the beginning of the caption in one line, at most 140 characters */
      excerpt: string;
      /** @enum {string} */
      status: "draft" | "queued" | "scheduled" | "publishing" | "uncertain" | "posted" | "failed" | "partial";
      /**
       * Format: date-time
       * @description ISO 8601, UTC, milliseconds
       */
      scheduledFor: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description this request's id, also in the log */
    RequestId: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listAccounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            accounts: components["schemas"]["Account"][];
          };
        };
      };
    };
  };
  getProviderOptions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c1-7c1e-7b52-9d3a-6f1f6d0f4a11
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            account: components["schemas"]["Account"];
            /** @description JSON Schema of this account's object in `options` of a post */
            options: unknown;
            /** @description live values from the network */
            values: {
              [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds
             */
            fetchedAt: string;
          };
        };
      };
    };
  };
  listPosts: {
    parameters: {
      query?: {
        /** @description a number from 1 to 100 (default 20) */
        limit?: string;
        /** @description `nextCursor` of the page before */
        cursor?: string;
        /** @description draft, queued, scheduled, publishing, uncertain, posted, failed, partial; several apart by commas */
        status?: string;
        /** @description draft, pending, publishing, retrying, posted, failed, uncertain; several apart by commas */
        targetStatus?: string;
        /** @description a network, such as bluesky; several apart by commas */
        platform?: string;
        /** @description id of an account; several apart by commas */
        accountId?: string;
        /** @description ISO 8601 with an offset; on scheduledFor, else createdAt */
        from?: string;
        /** @description ISO 8601 with an offset; on scheduledFor, else createdAt */
        to?: string;
        /** @description who created it: `person:<email>`, `key:<id>` or `cli`; several apart by commas */
        by?: string;
        /** @description asked, approved, returned; several apart by commas */
        review?: string;
        /** @description id of a label; several apart by commas */
        label?: string;
        /** @description words of the caption */
        q?: string;
        /** @description by the time at which a post was created; is scheduled for, or else was created; first went live (the others come last). The latest first, except `soonest`: `scheduled` the other way round, so that what is next comes first */
        sort?: "created" | "scheduled" | "soonest" | "published";
        /** @description `light`: rows for a list, without texts, options and files */
        view?: "full" | "light";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json":
            | {
                posts: components["schemas"]["Post"][];
                nextCursor: string | null;
              }
            | {
                posts: components["schemas"]["PostRow"][];
                nextCursor: string | null;
              };
        };
      };
    };
  };
  createPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description `respond-async` does not wait for the networks, `wait=N` waits at most N seconds (only with `now`); `handling=lenient` accepts an unfinished draft: an empty caption, no accounts, and whatever pre-flight would refuse, which `problems` of the post lists. A post with media may go out without a caption */
        Prefer?: string;
        /** @description Identifies one logical post. Repeat a request only with its key; the same request then returns the existing post, and nothing is sent again. */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewPost"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description the post's own address */
          Location?: string;
          /** @description `handling=lenient` if the request asked for it */
          "Preference-Applied"?: string;
          /** @description true if the key was used before and this is the existing post */
          "Idempotent-Replayed"?: string;
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"] | components["schemas"]["DryRun"];
        };
      };
      /** @description Created */
      201: {
        headers: {
          /** @description the post's own address */
          Location?: string;
          /** @description `handling=lenient` if the request asked for it */
          "Preference-Applied"?: string;
          /** @description true if the key was used before and this is the existing post */
          "Idempotent-Replayed"?: string;
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  countPosts: {
    parameters: {
      query?: {
        /** @description draft, pending, publishing, retrying, posted, failed, uncertain; several apart by commas */
        targetStatus?: string;
        /** @description a network, such as bluesky; several apart by commas */
        platform?: string;
        /** @description id of an account; several apart by commas */
        accountId?: string;
        /** @description ISO 8601 with an offset; on scheduledFor, else createdAt */
        from?: string;
        /** @description ISO 8601 with an offset; on scheduledFor, else createdAt */
        to?: string;
        /** @description who created it: `person:<email>`, `key:<id>` or `cli`; several apart by commas */
        by?: string;
        /** @description asked, approved, returned; several apart by commas */
        review?: string;
        /** @description id of a label; several apart by commas */
        label?: string;
        /** @description words of the caption */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PostCounts"];
        };
      };
    };
  };
  getPost: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  deletePost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the post as you know it, such as `"3"`: a post that was changed since is not changed (412 `revision_conflict`). `*`, or no header: whatever its revision. */
        "If-Match"?: string;
      };
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-6a00-7a11-8b22-334455667788
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, no content */
      204: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  editPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the post as you know it, such as `"3"`: a post that was changed since is not changed (412 `revision_conflict`). `*`, or no header: whatever its revision. */
        "If-Match"?: string;
        /** @description `handling=lenient` accepts an unfinished draft: an empty caption, no accounts, and whatever pre-flight would refuse, which `problems` of the post lists. A post with media may go out without a caption */
        Prefer?: string;
      };
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-6a00-7a11-8b22-334455667788
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PostChange"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description `handling=lenient` if the request asked for it */
          "Preference-Applied"?: string;
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  checkPost: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PostToCheck"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PostCheck"];
        };
      };
    };
  };
  importPosts: {
    parameters: {
      query?: {
        /** @description only check */
        dryRun?: "true" | "false";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "text/csv": string;
        "application/x-ndjson": string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Import"];
        };
      };
    };
  };
  actOnPosts: {
    parameters: {
      query?: never;
      header?: {
        /** @description 1 to 200 characters: the same request with the same key is carried out once and gets the same answer, for 10 minutes. Send `revisions` as well: then a repeated request is safe at any time */
        "Idempotency-Key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PostActions"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description in the order of `ids` */
            results: {
              /**
               * Format: uuid
               * @description a uuid
               */
              id: string;
              ok: boolean;
              error: {
                code: string;
                message: string;
              } | null;
            }[];
            /**
             * Format: uuid
             * @description a uuid
             */
            undo: string | null;
          };
        };
      };
    };
  };
  undoPostAction: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Undo"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description in the order of `ids` */
            results: {
              /**
               * Format: uuid
               * @description a uuid
               */
              id: string;
              ok: boolean;
              error: {
                code: string;
                message: string;
              } | null;
            }[];
          };
        };
      };
    };
  };
  retryFailedTargets: {
    parameters: {
      query?: never;
      header?: {
        /** @description `respond-async` does not wait for the networks, `wait=N` waits at most N seconds (only with `now`) */
        Prefer?: string;
        /** @description The `ETag` of the post as you know it, such as `"3"`: a post that was changed since is not changed (412 `revision_conflict`). `*`, or no header: whatever its revision. */
        "If-Match"?: string;
      };
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  cancelPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the post as you know it, such as `"3"`: a post that was changed since is not changed (412 `revision_conflict`). `*`, or no header: whatever its revision. */
        "If-Match"?: string;
      };
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-6a00-7a11-8b22-334455667788
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  reconcileUncertainDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of the post as you know it, such as `"3"`: a post that was changed since is not changed (412 `revision_conflict`). `*`, or no header: whatever its revision. */
        "If-Match"?: string;
      };
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Reconciliation"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  lookAtNetwork: {
    parameters: {
      query?: never;
      header?: {
        /** @description `respond-async` does not wait for the networks, `wait=N` waits at most N seconds (only with `now`) */
        Prefer?: string;
      };
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b
         */
        id: string;
        /**
         * @description a uuid
         * @example 019aa4c3-5d2f-7f40-b1c2-90a1b2c3d4e5
         */
        targetId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  reviewPost: {
    parameters: {
      query?: never;
      header?: {
        /** @description `respond-async` does not wait for the networks, `wait=N` waits at most N seconds (only with `now`) */
        Prefer?: string;
        /** @description The `ETag` of the post as you know it, such as `"3"`: a post that was changed since is not changed (412 `revision_conflict`). `*`, or no header: whatever its revision. */
        "If-Match"?: string;
      };
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-6a00-7a11-8b22-334455667788
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReviewRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  schedulePost: {
    parameters: {
      query?: never;
      header?: {
        /** @description `respond-async` does not wait for the networks, `wait=N` waits at most N seconds (only with `now`) */
        Prefer?: string;
        /** @description The `ETag` of the post as you know it, such as `"3"`: a post that was changed since is not changed (412 `revision_conflict`). `*`, or no header: whatever its revision. */
        "If-Match"?: string;
      };
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-6a00-7a11-8b22-334455667788
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["NewTime"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          /** @description the revision of the post, such as `"3"` */
          ETag?: string;
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Post"];
        };
      };
    };
  };
  listPostEvents: {
    parameters: {
      query?: {
        /** @description only events after the one with this `seq` */
        after?: string;
      };
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            events: components["schemas"]["Event"][];
          };
        };
      };
    };
  };
  getPostEvidence: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            targets: components["schemas"]["Evidence"][];
          };
        };
      };
    };
  };
  getPostReceipt: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c3-5d2e-7d90-9b7c-8c1d2e3f4a5b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Receipt"];
        };
      };
    };
  };
  getCalendar: {
    parameters: {
      query: {
        /**
         * @description ISO 8601 with an offset
         * @example 2027-02-01T00:00:00Z
         */
        from: string;
        /**
         * @description not part of it; at most 62 days after `from`
         * @example 2027-02-08T00:00:00Z
         */
        to: string;
        /** @description draft, queued, scheduled, publishing, uncertain, posted, failed, partial; several apart by commas */
        status?: string;
        /** @description a network, such as bluesky; several apart by commas */
        platform?: string;
        /** @description id of an account; several apart by commas */
        accountId?: string;
        /** @description id of a label; several apart by commas */
        label?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Calendar"];
        };
      };
    };
  };
  listLabels: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            labels: components["schemas"]["Label"][];
          };
        };
      };
    };
  };
  createLabel: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewLabel"];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            label: components["schemas"]["Label"];
          };
        };
      };
    };
  };
  deleteLabel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c0-1b2c-7d3e-8f40-516273849506
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, no content */
      204: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  editLabel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c0-1b2c-7d3e-8f40-516273849506
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LabelChange"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            label: components["schemas"]["Label"];
          };
        };
      };
    };
  };
  getQueue: {
    parameters: {
      query?: {
        /** @description a number from 1 to 100 (default 20) */
        limit?: string;
        /** @description `nextCursor` of the page before */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /** @description while queued posts wait */
            paused: components["schemas"]["QueuePause"] | null;
            slots: {
              /**
               * Format: uuid
               * @description a uuid
               */
              id: string;
              /** @description 1 = Monday … 7 = Sunday */
              weekdays: number[];
              /** @description HH:MM */
              time: string;
              timezone: string;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, milliseconds
             */
            nextFree: string | null;
            upcoming: {
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              at: string;
              /**
               * Format: uuid
               * @description a uuid
               */
              slotId: string | null;
              /** @enum {string} */
              state: "free" | "held" | "too_soon";
              /**
               * Format: uuid
               * @description a uuid
               */
              postId: string | null;
              /** @description why the next post cannot have it */
              reason: string | null;
            }[];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  orderQueue: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["QueueOrder"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            posts: {
              /**
               * Format: uuid
               * @description a uuid
               */
              id: string;
              /**
               * Format: date-time
               * @description ISO 8601, UTC, milliseconds
               */
              at: string;
              revision: number;
            }[];
          };
        };
      };
    };
  };
  pauseQueue: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["QueuePauseRequest"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            paused: components["schemas"]["QueuePause"] | null;
          };
        };
      };
    };
  };
  resumeQueue: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            paused: components["schemas"]["QueuePause"] | null;
          };
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            webhooks: components["schemas"]["Webhook"][];
            /** @description every type of event that there is */
            types: {
              /** @enum {string} */
              type:
                | "post.scheduled"
                | "post.edited"
                | "post.publishing"
                | "post.settled"
                | "post.canceled"
                | "post.deleted"
                | "target.posted"
                | "target.failed"
                | "target.uncertain"
                | "target.reconciled"
                | "preflight.warning"
                | "account.connected"
                | "account.expiring"
                | "account.needs_reconnect"
                | "account.disconnected"
                | "webhook.test"
                | "webhook.paused";
              /** @enum {string} */
              about: "post" | "target" | "account" | "webhook";
              /** @description when it happens, for people */
              when: string;
            }[];
          };
        };
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewWebhook"];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            webhook: components["schemas"]["Webhook"];
            /** @description `whsec_…`: store it now, it is not shown again */
            secret: string;
          };
        };
      };
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c5-2b3c-7d4e-8f50-617283940a1b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            webhook: components["schemas"]["Webhook"];
          };
        };
      };
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c5-2b3c-7d4e-8f50-617283940a1b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, no content */
      204: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  editWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c5-2b3c-7d4e-8f50-617283940a1b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WebhookChange"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            webhook: components["schemas"]["Webhook"];
          };
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c5-2b3c-7d4e-8f50-617283940a1b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["SecretRotation"];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            webhook: components["schemas"]["Webhook"];
            /** @description `whsec_…`: store it now, it is not shown again */
            secret: string;
          };
        };
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c5-2b3c-7d4e-8f50-617283940a1b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            delivery: components["schemas"]["WebhookDelivery"];
          };
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description a number from 1 to 100 (default 20) */
        limit?: string;
        /** @description `nextCursor` of the page before */
        cursor?: string;
        status?: "waiting" | "delivered" | "failed";
      };
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c5-2b3c-7d4e-8f50-617283940a1b
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            deliveries: components["schemas"]["WebhookDelivery"][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c5-2b3c-7d4e-8f50-617283940a1b
         */
        id: string;
        /**
         * @description a uuid
         * @example 019aa4c5-3c4d-7e5f-8061-728394a5b6c7
         */
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            delivery: components["schemas"]["WebhookDeliveryDetail"];
          };
        };
      };
    };
  };
  resendWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c5-2b3c-7d4e-8f50-617283940a1b
         */
        id: string;
        /**
         * @description a uuid
         * @example 019aa4c5-3c4d-7e5f-8061-728394a5b6c7
         */
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      202: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            delivery: components["schemas"]["WebhookDelivery"];
          };
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description a number from 1 to 100 (default 20) */
        limit?: string;
        /** @description `nextCursor` of the page before */
        cursor?: string;
        /** @description only these types, separated by commas */
        types?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            events: (
              | components["schemas"]["PostEvent"]
              | components["schemas"]["TargetEvent"]
              | components["schemas"]["AccountEvent"]
              | components["schemas"]["WebhookEvent"]
            )[];
            nextCursor: string;
            hasMore: boolean;
          };
        };
      };
    };
  };
  listMedia: {
    parameters: {
      query?: {
        /** @description a number from 1 to 100 (default 20) */
        limit?: string;
        /** @description `nextCursor` of the page before */
        cursor?: string;
        kind?: "image" | "video";
        /** @description parts of the filename or alt text */
        q?: string;
        /** @description only files that no post uses */
        unused?: "true";
        /** @description only files without alt text */
        missingAlt?: "true";
        /** @description default: `created`, newest first; `name`: by filename; `size`: largest first */
        sort?: "created" | "name" | "size";
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            media: components["schemas"]["LibraryMedia"][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  uploadMedia: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** @description the file, under 4 MiB */
          file: unknown;
          /** @description only shown */
          filename?: string;
          /** @description description for people who cannot see it */
          altText?: string;
          /** @description px; used only if it cannot be detected */
          width?: number;
          /** @description px; used only if it cannot be detected */
          height?: number;
          /** @description used only if it cannot be detected */
          durationMs?: number;
        };
        "application/json": {
          /** @description https, on a host that the operator has approved */
          url: string;
          /** @description only shown */
          filename?: string;
          /** @description description for people who cannot see it */
          altText?: string;
          /** @description px; used only if it cannot be detected */
          width?: number;
          /** @description px; used only if it cannot be detected */
          height?: number;
          /** @description used only if it cannot be detected */
          durationMs?: number;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            media: components["schemas"]["Media"];
          };
        };
      };
    };
  };
  prepareMediaUpload: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description only shown */
          filename: string;
          /** @enum {string} */
          contentType:
            "image/jpeg" | "image/png" | "image/webp" | "video/mp4" | "video/quicktime" | "video/webm";
          /** @description bytes, exactly */
          size: number;
        };
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Upload"];
        };
      };
    };
  };
  completeMediaUpload: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: uuid
           * @description a uuid
           */
          uploadId: string;
          /** @description description for people who cannot see it */
          altText?: string;
          /** @description px; used only if it cannot be detected */
          width?: number;
          /** @description px; used only if it cannot be detected */
          height?: number;
          /** @description used only if it cannot be detected */
          durationMs?: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            media: components["schemas"]["Media"];
          };
        };
      };
    };
  };
  getMediaUsage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MediaUsage"];
        };
      };
    };
  };
  listMediaUses: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            posts: components["schemas"]["MediaUser"][];
          };
        };
      };
    };
  };
  deriveMedia: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description the part to keep, in pixels of the image as displayed */
          crop?: {
            /** @description from the left */
            x: number;
            /** @description from the top */
            y: number;
            /** @description at least 1 */
            width: number;
            /** @description at least 1 */
            height: number;
          };
          /** @description degrees clockwise, after cropping */
          rotate?: 90 | 180 | 270;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            media: components["schemas"]["Media"];
          };
        };
      };
      /** @description Created */
      201: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            media: components["schemas"]["Media"];
          };
        };
      };
    };
  };
  chooseMediaPoster: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description ms from the start of the video */
          atMs: number;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            media: components["schemas"]["Media"];
          };
        };
      };
    };
  };
  getMedia: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            media: components["schemas"]["LibraryMedia"];
          };
        };
      };
    };
  };
  deleteMedia: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, no content */
      204: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  editMedia: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description a uuid
         * @example 019aa4c2-11aa-7e0d-8a4e-2b7f0c9d5e21
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description description for people who cannot see it */
          altText?: string | null;
          /** @description only shown */
          filename?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            media: components["schemas"]["Media"];
          };
        };
      };
    };
  };
  getLinkCard: {
    parameters: {
      query: {
        /**
         * @description https
         * @example https://harbour.example/sunday
         */
        url: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          "X-Request-Id": components["headers"]["RequestId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LinkCard"];
        };
      };
    };
  };
  onPostScheduled: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "post.scheduled";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["PostEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPostEdited: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "post.edited";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["PostEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPostPublishing: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "post.publishing";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["PostEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPostSettled: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "post.settled";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["PostEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPostCanceled: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "post.canceled";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["PostEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPostDeleted: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "post.deleted";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["PostEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onTargetPosted: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "target.posted";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["TargetEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onTargetFailed: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "target.failed";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["TargetEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onTargetUncertain: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "target.uncertain";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["TargetEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onTargetReconciled: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "target.reconciled";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["TargetEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPreflightWarning: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "preflight.warning";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["PostEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAccountConnected: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "account.connected";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["AccountEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAccountExpiring: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "account.expiring";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["AccountEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAccountNeedsReconnect: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "account.needs_reconnect";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["AccountEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAccountDisconnected: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "account.disconnected";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["AccountEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWebhookTest: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "webhook.test";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["WebhookEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onWebhookPaused: {
    parameters: {
      query?: never;
      header: {
        /** @description the same for every try: what arrives a second time has an id that you have seen */
        "webhook-id": string;
        /** @description when this try was made, seconds since 1970 */
        "webhook-timestamp": string;
        /** @description signatures of `{webhook-id}.{webhook-timestamp}.{body}`, separated by spaces: `v1,` for each secret of the webhook (HMAC-SHA256) and `v1a,` of this server (Ed25519, keys at `/.well-known/jwks.json`) */
        "webhook-signature": string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @constant */
          type: "webhook.paused";
          /**
           * Format: date-time
           * @description ISO 8601, UTC, milliseconds
           */
          timestamp: string;
          data: components["schemas"]["WebhookEventData"];
        };
      };
    };
    responses: {
      /** @description Wants no more messages: the webhook is paused. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Delivered. Any other answer, or none within 15 s, is tried again. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
