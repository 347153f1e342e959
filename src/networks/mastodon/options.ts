// The options of a Mastodon post (networks/mastodon.facts.md 5). Default: the account's settings.
import { Type, type Static } from "@sinclair/typebox";

export const options = Type.Object(
  {
    visibility: Type.Optional(
      Type.Union(
        [Type.Literal("public"), Type.Literal("unlisted"), Type.Literal("private"), Type.Literal("direct")],
        {
          title: "Visibility",
          description: "`private`: followers only; `direct`: only the people who are mentioned.",
        },
      ),
    ),
    spoiler_text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 5000,
        title: "Content warning",
        description:
          "Shown instead of the post until a reader opens it. Counts towards the length of the text.",
      }),
    ),
    sensitive: Type.Optional(Type.Boolean({ title: "Sensitive media", description: "Blurs the media." })),
    language: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$",
        title: "Language",
        description: "For example `en`.",
      }),
    ),
    quote_approval_policy: Type.Optional(
      Type.Union([Type.Literal("public"), Type.Literal("followers"), Type.Literal("nobody")], {
        title: "Who can quote",
        description: "Mastodon 4.5 and later; older servers ignore it.",
      }),
    ),
  },
  { additionalProperties: false },
);

export type Options = Static<typeof options>;
