// The options of a LinkedIn post (networks/linkedin.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, WITH_VIDEO, type Condition } from "../option-form.ts";

const HAS_CARD: Condition = { option: "article_url", given: true };

export const options = optionsSchema({
  visibility: Type.Optional(
    choice(
      { PUBLIC: "Everyone", CONNECTIONS: "Connections", LOGGED_IN: "People who are signed in to LinkedIn" },
      {
        ...form({ values: { pointer: "/visibility" } }),
        title: "Visibility",
        description: "Default: everyone. `CONNECTIONS` is only for a member's own posts.",
      },
    ),
  ),
  reshare_disabled: Type.Optional(
    Type.Boolean({ title: "No reposts", description: "Other people can't repost it." }),
  ),
  feed: Type.Optional(
    choice(
      { MAIN_FEED: "Shown in the feed", NONE: "Only at its own address" },
      {
        title: "In the feed",
        description: "`NONE`: a page's post that appears in no feed, only at its own address.",
      },
    ),
  ),
  video_title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      ...form({ when: { shown: [WITH_VIDEO] } }),
      title: "Video title",
      description: "Shown with a video.",
    }),
  ),
  article_url: Type.Optional(
    Type.String({
      pattern: "^https?://\\S+$",
      maxLength: 2048,
      ...form({ widget: "url", when: { shown: [{ media: ["none", "image"] }] } }),
      title: "Link card",
      description:
        "LinkedIn does not look up a preview: it shows the title below and the post's image, if it has one.",
    }),
  ),
  article_title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      ...form({ when: { shown: [HAS_CARD], required: [HAS_CARD] } }),
      title: "Card's title",
      description: "Needed with a link card.",
    }),
  ),
  article_description: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4086,
      ...form({ widget: "multiline", when: { shown: [HAS_CARD] } }),
      title: "Card's description",
      description: "Shown below the card's title.",
    }),
  ),
});

export type Options = Static<typeof options>;
