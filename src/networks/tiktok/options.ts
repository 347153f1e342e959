// The options of a TikTok post (networks/tiktok.facts.md 5). The visibility has no default, because TikTok forbids one.
import { Type, type Static } from "@sinclair/typebox";

const flag = (title: string, description: string) => Type.Optional(Type.Boolean({ title, description }));
/** Off unless turned on, as TikTok's rules for API clients require. */
const off = (title: string, description: string) =>
  Type.Optional(Type.Boolean({ default: true, title, description }));

export const options = Type.Object(
  {
    privacy_level: Type.Optional(
      Type.Union(
        [
          Type.Literal("PUBLIC_TO_EVERYONE"),
          Type.Literal("MUTUAL_FOLLOW_FRIENDS"),
          Type.Literal("FOLLOWER_OF_CREATOR"),
          Type.Literal("SELF_ONLY"),
        ],
        {
          title: "Who can see it",
          description: "Required unless the post is a draft. One of the account's `privacy_level_options`.",
        },
      ),
    ),
    mode: Type.Optional(
      Type.Union([Type.Literal("direct"), Type.Literal("inbox")], {
        title: "How it is posted",
        description:
          "`direct` publishes it. `inbox` sends a draft that the person finishes in the TikTok app.",
      }),
    ),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 90,
        title: "Photo title",
        description: "Shown with the caption, which is the description. Videos have only a caption.",
      }),
    ),
    disable_comment: off("No comments", "Comments are off unless this is `false`."),
    disable_duet: off("No duets", "Duets are off unless this is `false`. Videos only."),
    disable_stitch: off("No stitches", "Stitches are off unless this is `false`. Videos only."),
    video_cover_timestamp_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        title: "Cover",
        description: "Moment of the video, in milliseconds.",
      }),
    ),
    photo_cover_index: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 34, title: "Cover", description: "Number of the photo, from 0." }),
    ),
    auto_add_music: flag("Add music", "TikTok chooses music for the photos."),
    brand_organic_toggle: flag("Your brand", "The post promotes yourself or your own business."),
    brand_content_toggle: flag("Paid partnership", "The post promotes another brand. Not with `SELF_ONLY`."),
    is_aigc: flag("AI-generated", "Shows realistic content that was generated or altered with AI."),
  },
  {
    additionalProperties: false,
    // The visibility is chosen for each post; that of a draft is chosen in the app.
    anyOf: [
      { required: ["privacy_level"] },
      { required: ["mode"], properties: { mode: { const: "inbox" } } },
    ],
  },
);

export type Options = Static<typeof options>;
