// The options of a post on X (networks/x.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, WITH_MEDIA } from "../option-form.ts";

const userId = Type.String({
  pattern: "^[0-9]{1,19}$",
  title: "User id",
  description: "The user's numeric id at X.",
});

export const options = optionsSchema({
  reply_settings: Type.Optional(
    choice(
      {
        following: "People this account follows",
        mentionedUsers: "Mentioned people",
        subscribers: "Subscribers",
        verified: "Verified accounts",
      },
      { title: "Who can reply", description: "Default: everyone." },
    ),
  ),
  made_with_ai: Type.Optional(
    Type.Boolean({
      title: "Made with AI",
      description: "Labels the post as made with AI.",
    }),
  ),
  paid_partnership: Type.Optional(
    Type.Boolean({ title: "Paid partnership", description: "Labels the post as paid promotion." }),
  ),
  tagged_user_ids: Type.Optional(
    Type.Array(userId, {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      ...form({ when: { shown: [WITH_MEDIA] } }),
      title: "Tagged people",
      description: "Ids of up to ten users who are tagged in the media.",
    }),
  ),
});

export type Options = Static<typeof options>;
