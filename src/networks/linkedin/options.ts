// The options of a LinkedIn post (networks/linkedin.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";

export const options = Type.Object(
  {
    visibility: Type.Optional(
      Type.Union([Type.Literal("PUBLIC"), Type.Literal("CONNECTIONS"), Type.Literal("LOGGED_IN")], {
        title: "Visibility",
        description: "Default: everyone. `CONNECTIONS` is only for a member's own posts.",
      }),
    ),
    reshare_disabled: Type.Optional(
      Type.Boolean({ title: "No reposts", description: "Other people can't repost it." }),
    ),
    feed: Type.Optional(
      Type.Union([Type.Literal("MAIN_FEED"), Type.Literal("NONE")], {
        title: "In the feed",
        description: "`NONE`: a page's post that appears in no feed, only at its own address.",
      }),
    ),
    video_title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 400, title: "Video title", description: "Shown with a video." }),
    ),
    article_url: Type.Optional(
      Type.String({
        pattern: "^https?://\\S+$",
        maxLength: 2048,
        title: "Link card",
        description:
          "LinkedIn does not look up a preview: it shows the title below and the post's image, if it has one.",
      }),
    ),
    article_title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        title: "Card's title",
        description: "Needed with a link card.",
      }),
    ),
    article_description: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4086,
        title: "Card's description",
        description: "Shown below the card's title.",
      }),
    ),
  },
  { additionalProperties: false },
);

export type Options = Static<typeof options>;
