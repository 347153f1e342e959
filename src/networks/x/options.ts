// What a caller may choose for a post on X (networks/x.md 5).
import { Type } from "@sinclair/typebox";

const id = (title: string, description: string) =>
  Type.String({ pattern: "^[0-9]{1,19}$", title, description });

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
        { title: "Who can reply", description: "Not chosen: everybody." },
      ),
    ),
    made_with_ai: Type.Optional(
      Type.Boolean({
        title: "Made with AI",
        description: "Labels the post as made with artificial intelligence.",
      }),
    ),
    paid_partnership: Type.Optional(
      Type.Boolean({ title: "Paid partnership", description: "Labels the post as paid promotion." }),
    ),
    tagged_user_ids: Type.Optional(
      Type.Array(id("User id", "Digits, as X counts its users."), {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
        title: "People in the picture",
        description: "Ids of up to ten users that are tagged in the media.",
      }),
    ),
    community_id: Type.Optional(
      id("Community", "Id of a community to post to, of which the account is a member."),
    ),
    share_with_followers: Type.Optional(
      Type.Boolean({
        title: "Share with followers",
        description: "Shows a post to a community to the account's followers too.",
      }),
    ),
  },
  { additionalProperties: false },
);
