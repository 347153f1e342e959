// The public view of an account, with the limits of its network.
import { Type, type Static } from "@sinclair/typebox";
import type { Account } from "../../domain/account.ts";
import type { Accounts } from "../../domain/store/accounts.ts";
import type { MediaLinks } from "../../media/links.ts";
import type { Network } from "../../networks/network.ts";
import { withChanges, type Rules } from "../../domain/rules.ts";
import type { QuotaUse } from "../../publishing/quota.ts";
import { iso, isoOrNull, nullable, time, uuid } from "./shapes.ts";

const AccountLimits = Type.Object({
  caption: Type.Object({
    max: Type.Integer(),
    unit: Type.String({
      description:
        "the unit in which the network counts: graphemes, codePoints, utf16, weighted (as X does) or emojiBytes (as Threads does)",
    }),
  }),
  media: Type.Object({
    maxItems: Type.Integer(),
    maxVideos: Type.Integer(),
    mixed: Type.Boolean({ description: "whether images and videos can be combined in one post" }),
    kinds: Type.Array(Type.String(), { description: "image, video" }),
  }),
});

export const AccountView = Type.Object(
  {
    id: uuid,
    platform: Type.String({ description: "the network's id, such as bluesky" }),
    handle: Type.String(),
    displayName: Type.String(),
    avatarUrl: nullable(
      Type.String({ format: "uri" }),
      "a WebP image of at most 128 px, without a key, for an hour at least; 404 while the network does not give it",
    ),
    profileUrl: nullable(Type.String()),
    status: Type.String({ description: "active, needs_reconnect or disconnected" }),
    statusDetail: nullable(
      Type.String(),
      "about its sign-in: that it expires soon, why it has to be connected again, or the result of disconnecting",
    ),
    canPublish: Type.Boolean(),
    blockedReason: nullable(Type.String(), "why it cannot publish at the moment, and what to do"),
    quota: nullable(
      Type.Object({ used: Type.Integer(), limit: Type.Integer(), resetsAt: nullable(time) }),
      "posts of the network's own count over the last hours; `resetsAt` is when the first of them no longer counts",
    ),
    simulated: Type.Boolean({ description: "nothing posted here reaches the internet" }),
    requires: nullable(
      Type.Union([Type.Literal("media"), Type.Literal("video")]),
      "what every post on this network requires",
    ),
    limits: AccountLimits,
    kinds: Type.Array(Type.Object({ kind: Type.String(), title: Type.String(), limits: AccountLimits }), {
      description:
        "the kinds of post, such as a reel or a story, each with its own limits; empty if there is only one",
    }),
    group: nullable(Type.String(), "the group of accounts that it belongs to"),
    connectedAt: time,
    tokenExpiresAt: nullable(time),
  },
  { title: "Account" },
);

/** What the views of accounts are made with. */
export interface AccountViewDeps {
  readonly accounts: Pick<Accounts, "ofProfile">;
  readonly network: (platform: string) => Network | null;
  readonly quota: (account: Account) => Promise<QuotaUse | null>;
  readonly avatarUrl: AvatarUrl;
}

/** Where an account's avatar is shown; null when it has none. */
export type AvatarUrl = (account: Account) => string | null;

/** From here: the networks' own addresses may carry tokens, and loading them would tell the network who looks. */
export const avatarsBy =
  (links: Pick<MediaLinks, "avatar">): AvatarUrl =>
  ({ id, avatarUrl }) =>
    avatarUrl === null ? null : links.avatar(id);

/** All accounts of a profile, including disconnected ones. */
export async function accountsOf(
  profileId: string,
  { accounts, network, quota, avatarUrl }: AccountViewDeps,
): Promise<Static<typeof AccountView>[]> {
  const views = (await accounts.ofProfile(profileId)).map(async (account) => {
    const known = network(account.platform);
    // An account of a network that this version does not know can't be described, nor posted to.
    return known ? [accountView(account, known, await quota(account), avatarUrl)] : [];
  });
  return (await Promise.all(views)).flat();
}

export function accountView(
  account: Account,
  network: Network,
  quota: QuotaUse | null,
  avatarUrl: AvatarUrl,
): Static<typeof AccountView> {
  const rules = withChanges(network.rules, account.rules);
  return {
    id: account.id,
    platform: account.platform,
    handle: account.handle,
    displayName: account.displayName,
    avatarUrl: avatarUrl(account),
    profileUrl: account.profileUrl,
    status: account.status,
    statusDetail: account.statusDetail,
    canPublish: account.status === "active",
    blockedReason:
      account.status === "active" ? null : (account.statusDetail ?? "Connect the account again."),
    quota: quota && { used: quota.used, limit: quota.limit, resetsAt: isoOrNull(quota.resetsAt) },
    simulated: account.simulated,
    requires: rules.requires,
    limits: limitsOf(rules),
    kinds: Object.entries(network.kinds?.all ?? {}).map(([kind, { title, rules: changes }]) => ({
      kind,
      title,
      limits: limitsOf(withChanges(rules, changes)),
    })),
    group: account.group,
    connectedAt: iso(account.connectedAt),
    tokenExpiresAt: isoOrNull(account.tokenExpiresAt),
  };
}

/** Always required, or in the first of several ways to post: the others are for special cases. */
export function requiredIn({ options }: Network): string[] {
  const [usual] = (options["anyOf"] ?? []) as readonly { readonly required?: readonly string[] }[];
  return [...(options.required ?? []), ...(usual?.required ?? [])];
}

function limitsOf({ text, media }: Rules): Static<typeof AccountLimits> {
  const { maxItems, maxVideos, mixed } = media;
  const kinds = [...(media.image ? ["image"] : []), ...(media.video ? ["video"] : [])];
  return { caption: { max: text.max, unit: text.unit }, media: { maxItems, maxVideos, mixed, kinds } };
}

/** How each unit counts, for people: "280 characters as X counts". */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  graphemes: "characters",
  codePoints: "characters",
  utf16: "characters (most emoji count as two)",
  weighted: "characters as X counts",
  emojiBytes: "characters as Threads counts (emoji count as several)",
} satisfies Record<Rules["text"]["unit"], string>;

/** The limit of a caption in words. */
export const captionLimit = ({ max, unit }: { readonly max: number; readonly unit: string }): string =>
  `${max} ${UNIT_WORDS[unit] ?? unit}`;
