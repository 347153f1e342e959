// The options of a post on X (networks/x.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";

const userId = Type.String({
  pattern: "^[0-9]{1,19}$",
  title: "User id",
  description: "The user's numeric id at X.",
});

export const options = Type.Object(
  {
    reply_settings: Type.Optional(
      Type.Union(
        [
          Type.Literal("following"),
          Type.Literal("mentionedUsers"),
          Type.Literal("subscribers"),
          Type.Literal("verified"),
        ],
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
        title: "Tagged people",
        description: "Ids of up to ten users who are tagged in the media.",
      }),
    ),
  },
  { additionalProperties: false },
);

export type Options = Static<typeof options>;
