// The options of an Instagram post (networks/instagram.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, type Condition } from "../option-form.ts";

const NOT_A_STORY: Condition = { option: "type", not: ["story"] };
const REEL: Condition[] = [NOT_A_STORY, { media: ["video"] }];

const tag = Type.Object(
  {
    username: Type.String({
      pattern: "^[A-Za-z0-9._]{1,30}$",
      title: "Username",
      description: "Without `@`.",
    }),
    x: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        title: "X",
        description: "From the left edge, 0 to 1. Required for images.",
      }),
    ),
    y: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        title: "Y",
        description: "From the top edge, 0 to 1. Required for images.",
      }),
    ),
    item: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10,
        ...form({ widget: "mediaIndex" }),
        title: "File",
        description: "Number of the file in a carousel, from 1.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const options = optionsSchema({
  type: Type.Optional(
    choice(
      { feed: "In the feed", story: "Story" },
      {
        title: "Kind of post",
        description:
          "In the feed, one video is a reel and several files are a carousel. A story lasts 24 hours.",
      },
    ),
  ),
  collaborators: Type.Optional(
    Type.Array(Type.String({ pattern: "^[A-Za-z0-9._]{1,30}$" }), {
      minItems: 1,
      maxItems: 3,
      ...form({ when: { shown: [NOT_A_STORY] } }),
      title: "Collaborators",
      description: "Usernames; the post also appears as theirs once they accept. Not for stories.",
    }),
  ),
  user_tags: Type.Optional(
    Type.Array(tag, {
      minItems: 1,
      maxItems: 20,
      title: "Tagged people",
      description: "People shown in an image, with their position; in a reel without.",
    }),
  ),
  location_id: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,32}$",
      ...form({ when: { shown: [NOT_A_STORY] } }),
      title: "Location",
      description: "Id of a Facebook Page that has a location. Not for stories.",
    }),
  ),
  share_to_feed: Type.Optional(
    Type.Boolean({
      ...form({ when: { shown: REEL } }),
      title: "Show reel in the feed",
      description: "False: only under Reels.",
    }),
  ),
  thumb_offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 900_000,
      ...form({ widget: "videoTime", unit: "ms", when: { shown: REEL } }),
      title: "Cover at",
      description: "The moment of a reel that becomes its cover, in ms.",
    }),
  ),
  cover_url: Type.Optional(
    Type.String({
      pattern: "^https://[\\x21-\\x7e]+$",
      maxLength: 2048,
      ...form({ widget: "url", when: { shown: REEL } }),
      title: "Cover image",
      description: "Public https address of a JPEG of up to 8 MB for a reel. Used instead of the moment.",
    }),
  ),
  audio_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      ...form({ when: { shown: REEL } }),
      title: "Name of the sound",
      description: "Name of a reel's own sound. It can be set only once.",
    }),
  ),
  trial: Type.Optional(
    choice(
      { MANUAL: "I decide when everyone sees it", SS_PERFORMANCE: "Everyone sees it if it performs well" },
      {
        ...form({ when: { shown: REEL } }),
        title: "Trial reel",
        description:
          "Shown first to people who don't follow you; then to everyone, when you decide (`MANUAL`) or when it performs well.",
      },
    ),
  ),
  is_ai_generated: Type.Optional(
    Type.Boolean({
      ...form({ when: { shown: [NOT_A_STORY] } }),
      title: "Made with AI",
      description: "Instagram labels the post.",
    }),
  ),
});

export type Options = Static<typeof options>;
