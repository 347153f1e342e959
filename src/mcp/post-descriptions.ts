// The descriptions of the post tools and their fields, for the AI model.

export const ABOUT = {
  create: `Creates one post for one or more accounts, and with schedule "now" publishes it. This acts publicly in the person's name and cannot be undone here: publish only what the person asked for, otherwise use schedule "draft" or check_post.

All accounts are checked against their networks' rules first; if one would reject the post, nothing is stored and the error preflight_failed lists every problem in \`networks\`. Correct them (shorter text, an entry in overrides for that network, other media, fewer accounts) and call again.

With "now" the call waits for the networks (a few seconds) and returns what is known: status posted, partial (posted on some accounts, failed on others), failed, uncertain, or publishing when it takes longer. \`targets\` has each account's own status with url or error. A partly published post is a normal result.

Always give an idempotencyKey. If a call times out, call again with exactly the same arguments and key: it returns the existing post (replayed: true) and sends nothing twice. To follow a post use get_post; never call create_post again to check on it or because a target failed: that would post again where it is already live. A target that is uncertain may be live: don't post it again, tell the person to look on the network.

Needs the scopes write and, unless it is a draft, publish.`,

  check: `Checks a post without storing or publishing anything. For each account, it returns the text as it would be published, its length and the network's limit, links and mentions found, how files would be converted, warnings (such as missing alternative text), and the time of publishing. It accepts the same arguments as create_post and fails with the same errors. Use it before create_post if you are not sure that every network accepts the post.`,

  get: `Returns the current state of a post: its status and, for every account in \`targets\`, whether it was posted (with url), failed (with error: certainly not published), is still in progress (publishing, retrying, pending), or is uncertain (the response was lost: it may be live; a person must look, never post it again). nextAction says what to do next. Use it after create_post returned publishing, after a timeout, and before you try anything again; calling it is always safe.`,

  list: `Lists the profile's posts, newest first, with the state on each network. Use it to find a post whose id you don't know, what is scheduled (status scheduled or queued), or what needs a person (targetStatus uncertain or failed). All filters are optional and combine.`,
} as const;

export const FIELDS = {
  caption:
    "The text. Each network has its own limit (see list_accounts); use overrides for networks that need a different text.",
  accounts:
    'Which accounts: "all", or a list of account ids, platforms ("bluesky": every account there), handles, or "platform:handle". Default: all active accounts.',
  media: "Ids from add_media, in the order they are shown.",
  overrides:
    "A different text for some targets. Keys: account id, platform:handle, handle or platform; the most specific wins.",
  options:
    'Settings of one network. Keys as in overrides. Leave it out unless the person asks for it. "fit": "crop" or "pad" adapts a file to a network that limits the aspect ratio.',
  schedule:
    '"now" publishes immediately; "draft" only stores; a time with an offset, such as 2027-01-31T09:00:00+01:00, publishes then. Default: the next free slot in the queue.',
  dryRun: "true: only check, as check_post does.",
  idempotencyKey:
    "Your own key for this one post, such as a new UUID. Repeat it only with exactly the same arguments, after a timeout or lost response; use a new one for a new post.",
  id: "Id of a post, from create_post or list_posts.",
  from: "Only posts from this time on (scheduled time, otherwise creation time), with an offset.",
  to: "Only posts up to this time, with an offset.",
  q: "Words in the caption.",
  accountId: "Only posts to this account; separate several ids with commas.",
  platform: 'Only posts to this network, such as "bluesky"; separate several with commas.',
  status:
    "Only posts with this status: draft, queued, scheduled, publishing, uncertain, posted, failed or partial; separate several with commas.",
  targetStatus:
    "Only posts with a target in this status: draft, pending, publishing, retrying, posted, failed or uncertain; separate several with commas.",
} as const;
