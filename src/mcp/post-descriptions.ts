// The descriptions of the post tools and their fields, for the AI model. Every conversation pays for each word.

export const ABOUT = {
  create: `Creates one post for one or more accounts; with schedule "now" it publishes. This acts publicly in the person's name and can't be undone here: publish only what the person asked for, else use "draft" or check_post.

All networks' rules are checked first; if one would reject the post, nothing is stored and preflight_failed lists every problem. "now" waits a few seconds and returns what is known; \`targets\` has each account's status, url or error.

Always give an idempotencyKey. After a timeout call again with the same arguments and key: it returns the existing post and sends nothing twice. Never call create_post again to check on a post or because a target failed or is uncertain: use get_post, retry_post or reconcile_target.`,
  check: `Checks a post without storing or publishing it: for each account the length and limit, how files would be converted, warnings, and the time of publishing. Same arguments and errors as create_post.`,
  get: `The current state of a post. Each target is posted (url), failed (certainly not published; error), pending, publishing, retrying, or uncertain (the response was lost: it may be live). nextAction says what to do. Always safe; use it after a timeout and before trying anything again.`,
  evidence: `What happened to a post, in sentences; and for each target what was sent, what checks with the network showed and prove, and where a person can look. Use it to explain a failure or an uncertain target.`,
  list: `The profile's posts, newest first. Finds a post whose id you don't know, what is planned (status queued,scheduled), and what needs a person (targetStatus uncertain,failed). All filters are optional and combine.`,
  edit: `Changes a post that has not started (draft, queued or scheduled). Fields left out keep their value. The post is checked like a new one; if a network would reject it, nothing changes.`,
  schedule: `Gives a draft, queued or scheduled post another time: "now" publishes it, a time publishes then, left out takes the next free slot of the queue. Publish only when the person asked for it.`,
  cancel: `Turns a post that has not started into a draft: it will not be published. Safe to repeat.`,
  retry: `Tries the failed targets of a post again, and nothing else: failed is certainly not published, so nothing is posted twice. Uncertain targets are never sent; see reconcile_target.`,
  reconcile: `Records what a person saw on the network for an uncertain target. Sends nothing. Never decide this yourself: ask the person to look at the account, and pass on their answer in personSaid. published: it is there. not_published: it is not; retry_post may then publish it.`,
} as const;

export const FIELDS = {
  caption: "The text. Networks have different limits; use overrides for those that need another text.",
  accounts:
    '"all", or account ids, platforms ("bluesky": every account there), handles, or "platform:handle". Default: all active accounts.',
  media: "Ids from add_media, in order.",
  overrides: "Another text for some targets. Keys: account id, platform:handle, handle or platform.",
  options:
    'Networks\' own settings; keys as in overrides, values as get_account_options describes. Required where list_accounts shows requiredOptions. "fit": "crop" or "pad" adapts files to a network\'s aspect ratios.',
  schedule:
    '"now", "draft", or a time with an offset (2027-01-31T09:00:00+01:00). Default: the next free slot of the queue.',
  slotAt: "Takes this slot of the queue, if it is free.",
  swapWith: "Id of another waiting post: both exchange their times.",
  dryRun: "true: only check.",
  idempotencyKey: "Your own key for this one post, such as a new UUID.",
  id: "Id of a post.",
  revision: "The revision you read: nothing changes if somebody changed the post since.",
  from: "From this time on, with an offset.",
  to: "Up to this time, with an offset.",
  q: "Words in the caption.",
  accountId: "Ids, separated by commas.",
  platform: "Networks, separated by commas.",
  status: "draft, queued, scheduled, publishing, uncertain, posted, failed, partial; separated by commas.",
  targetStatus: "draft, pending, publishing, retrying, posted, failed, uncertain; separated by commas.",
} as const;

/** The API's own fields, with words for a model where it needs more of them. */
export function describe<P extends Readonly<Record<string, object>>>(properties: P): P {
  const words: Readonly<Record<string, string>> = FIELDS;
  const entries = Object.entries(properties).map(([name, schema]) => {
    const description = words[name];
    return [name, description === undefined ? schema : { ...schema, description }];
  });
  return Object.fromEntries(entries) as P;
}
