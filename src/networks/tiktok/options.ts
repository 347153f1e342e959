// The options of a TikTok post (networks/tiktok.facts.md 5). The visibility has no default, because TikTok forbids one.
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, type Condition, type When } from "../option-form.ts";

const DIRECT: Condition = { option: "mode", not: ["inbox"] };
const VIDEO: Condition = { media: ["video"] };
const PHOTOS: Condition = { media: ["image", "images"] };

const flag = (title: string, description: string, when?: When) =>
  Type.Optional(Type.Boolean({ ...(when && form({ when })), title, description }));
/** Off unless turned on, as TikTok's rules for API clients require. @param name in what TikTok says of the account */
const off = (title: string, description: string, name: string, shown: readonly Condition[]) =>
  Type.Optional(
    Type.Boolean({
      default: true,
      ...form({ locked: `/${name}_disabled`, when: { shown } }),
      title,
      description,
    }),
  );

const MUSIC = {
  text: "Music Usage Confirmation",
  url: "https://www.tiktok.com/legal/page/global/music-usage-confirmation/en",
};
const BRANDED = {
  text: "Branded Content Policy",
  url: "https://www.tiktok.com/legal/page/global/bc-policy/en",
};

/** What the content sharing guidelines want beside the options (networks/tiktok.facts.md 3). */
const facts = {
  groups: [
    {
      title: "Disclose commercial content",
      description:
        "Turn this on if the post promotes goods or services in exchange for something of value: yourself, another brand, or both.",
      options: ["brand_organic_toggle", "brand_content_toggle"],
      needsOne: true,
    },
  ],
  consent: [
    {
      text: "By posting, you agree to TikTok's {0} and {1}.",
      links: [BRANDED, MUSIC],
      when: [{ option: "brand_content_toggle", is: [true] }],
    },
    { text: "By posting, you agree to TikTok's {0}.", links: [MUSIC] },
  ],
  notice: "TikTok may need a few minutes before the post appears on the profile.",
};

export const options = optionsSchema(
  {
    privacy_level: Type.Optional(
      choice(
        {
          PUBLIC_TO_EVERYONE: "Everyone",
          MUTUAL_FOLLOW_FRIENDS: "Friends",
          FOLLOWER_OF_CREATOR: "Followers",
          SELF_ONLY: "Only you",
        },
        {
          ...form({
            values: { pointer: "/privacy_level_options" },
            when: {
              shown: [DIRECT],
              required: [DIRECT],
              choices: { SELF_ONLY: [{ option: "brand_content_toggle", not: [true] }] },
            },
          }),
          title: "Who can see it",
          description: "Required unless the post is a draft. One of the account's `privacy_level_options`.",
        },
      ),
    ),
    mode: Type.Optional(
      choice(
        { direct: "Publish it", inbox: "Send it to the TikTok app as a draft" },
        {
          title: "How it is posted",
          description:
            "`direct` publishes it. `inbox` sends a draft that the person finishes in the TikTok app.",
        },
      ),
    ),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 90,
        ...form({ when: { shown: [PHOTOS] } }),
        title: "Photo title",
        description: "Shown with the caption, which is the description. Videos have only a caption.",
      }),
    ),
    disable_comment: off("No comments", "Comments are off unless this is `false`.", "comment", [DIRECT]),
    disable_duet: off("No duets", "Duets are off unless this is `false`. Videos only.", "duet", [
      DIRECT,
      VIDEO,
    ]),
    disable_stitch: off("No stitches", "Stitches are off unless this is `false`. Videos only.", "stitch", [
      DIRECT,
      VIDEO,
    ]),
    video_cover_timestamp_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        ...form({ widget: "videoTime", unit: "ms", when: { shown: [VIDEO] } }),
        title: "Cover",
        description: "Moment of the video, in milliseconds.",
      }),
    ),
    photo_cover_index: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 34,
        ...form({ widget: "mediaIndex", when: { shown: [PHOTOS] } }),
        title: "Cover",
        description: "Number of the photo, from 0.",
      }),
    ),
    auto_add_music: flag("Add music", "TikTok chooses music for the photos.", { shown: [PHOTOS] }),
    brand_organic_toggle: flag(
      "Your brand",
      "The post promotes yourself or your own business. TikTok labels it as promotional content.",
    ),
    brand_content_toggle: flag(
      "Paid partnership",
      "The post promotes another brand. TikTok labels it as a paid partnership. Not with `SELF_ONLY`.",
      { choices: { true: [{ option: "privacy_level", not: ["SELF_ONLY"] }] } },
    ),
    is_aigc: flag("AI-generated", "Shows realistic content that was generated or altered with AI."),
  },
  facts,
  {
    // The visibility is chosen for each post; that of a draft is chosen in the app.
    anyOf: [
      { required: ["privacy_level"] },
      { required: ["mode"], properties: { mode: { const: "inbox" } } },
    ],
  },
);

export type Options = Static<typeof options>;
