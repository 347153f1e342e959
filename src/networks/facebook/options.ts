// The options of a post on a Facebook Page (networks/facebook.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";

export const options = Type.Object(
  {
    type: Type.Optional(
      Type.Union([Type.Literal("post"), Type.Literal("reel"), Type.Literal("video"), Type.Literal("story")], {
        title: "Kind of post",
        description:
          "Default: an upright video of 3 to 90 s becomes a reel, any other video a video, everything else a post.",
      }),
    ),
    link: Type.Optional(
      Type.String({
        pattern: "^https?://[^\\s]+$",
        maxLength: 2000,
        title: "Link",
        description:
          "Shown as a card below the text, with a preview by Facebook. Only for posts without files.",
      }),
    ),
    title: Type.Optional(
      Type.String({ minLength: 1, title: "Title", description: "Title of a reel or a video." }),
    ),
    place: Type.Optional(
      Type.String({
        pattern: "^[0-9]{1,30}$",
        title: "Place",
        description: "Id of the Page of a location. For posts and reels.",
      }),
    ),
    countries: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
        minItems: 1,
        maxItems: 25,
        uniqueItems: true,
        title: "Countries",
        description: "Country codes, for example `DE`: only people there can see it. For posts and reels.",
      }),
    ),
    age_min: Type.Optional(
      Type.Integer({
        minimum: 13,
        maximum: 65,
        title: "Minimum age",
        description: "Only people of at least this age can see it. For posts and reels.",
      }),
    ),
    is_ai_generated: Type.Optional(
      Type.Boolean({ title: "Made with AI", description: "Labels a reel as made with AI." }),
    ),
  },
  { additionalProperties: false },
);

export type Options = Static<typeof options>;
