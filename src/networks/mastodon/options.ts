// The options of a Mastodon post (networks/mastodon.facts.md 5). Default: the account's settings.
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, WITH_MEDIA } from "../option-form.ts";

export const options = optionsSchema({
  visibility: Type.Optional(
    choice(
      {
        public: "Everyone",
        unlisted: "Everyone, but not in public timelines",
        private: "Followers only",
        direct: "Mentioned people only",
      },
      {
        ...form({ preset: "/visibility" }),
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
  sensitive: Type.Optional(
    Type.Boolean({
      ...form({ preset: "/sensitive", when: { shown: [WITH_MEDIA] } }),
      title: "Sensitive media",
      description: "Blurs the media.",
    }),
  ),
  language: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$",
      ...form({ widget: "language", preset: "/language" }),
      title: "Language",
      description: "For example `en`.",
    }),
  ),
  quote_approval_policy: Type.Optional(
    choice(
      { public: "Everyone", followers: "Followers", nobody: "Nobody" },
      {
        ...form({ preset: "/quote_approval_policy" }),
        title: "Who can quote",
        description: "Mastodon 4.5 and later; older servers ignore it.",
      },
    ),
  ),
});

export type Options = Static<typeof options>;
