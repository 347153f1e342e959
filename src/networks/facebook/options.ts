// The options of a post on a Facebook Page (networks/facebook.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, WITHOUT_MEDIA, type Condition } from "../option-form.ts";

/** Of a video, the kind may be left to Crier. */
const POST_OR_REEL: Condition = { option: "type", not: ["video", "story"] };
const VIDEO: Condition = { media: ["video"] };
const MOVING: Condition[] = [VIDEO, { option: "type", not: ["post", "story"] }];
const REEL: Condition[] = [VIDEO, { option: "type", not: ["post", "video", "story"] }];

export const options = optionsSchema({
  type: Type.Optional(
    choice(
      { post: "Post", reel: "Reel", video: "Video", story: "Story" },
      {
        title: "Kind of post",
        description:
          "Default: an upright video of 3 to 90 s becomes a reel, any other video a video, everything else a post.",
      },
    ),
  ),
  link: Type.Optional(
    Type.String({
      pattern: "^https?://[^\\s]+$",
      maxLength: 2000,
      ...form({ widget: "url", when: { shown: [WITHOUT_MEDIA] } }),
      title: "Link",
      description:
        "Shown as a card below the text, with a preview by Facebook. Only for posts without files.",
    }),
  ),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      ...form({ when: { shown: MOVING } }),
      title: "Title",
      description: "Title of a reel or a video.",
    }),
  ),
  place: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,30}$",
      ...form({ when: { shown: [POST_OR_REEL] } }),
      title: "Place",
      description: "Id of the Page of a location. For posts and reels.",
    }),
  ),
  countries: Type.Optional(
    Type.Array(Type.String({ pattern: "^[A-Z]{2}$" }), {
      minItems: 1,
      maxItems: 25,
      uniqueItems: true,
      ...form({ widget: "country", when: { shown: [POST_OR_REEL] } }),
      title: "Countries",
      description: "Country codes, for example `DE`: only people there can see it. For posts and reels.",
    }),
  ),
  age_min: Type.Optional(
    Type.Integer({
      minimum: 13,
      maximum: 65,
      ...form({ when: { shown: [POST_OR_REEL] } }),
      title: "Minimum age",
      description: "Only people of at least this age can see it. For posts and reels.",
    }),
  ),
  is_ai_generated: Type.Optional(
    Type.Boolean({
      ...form({ when: { shown: REEL } }),
      title: "Made with AI",
      description: "Labels a reel as made with AI.",
    }),
  ),
});

export type Options = Static<typeof options>;
