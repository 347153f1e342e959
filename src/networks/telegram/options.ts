// The options of a Telegram message (networks/telegram.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, WITH_MEDIA, WITHOUT_MEDIA } from "../option-form.ts";

const button = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 64,
      title: "Label",
      description: "The text on the button.",
    }),
    url: Type.String({
      pattern: "^https?://\\S+$",
      maxLength: 2048,
      ...form({ widget: "url" }),
      title: "Address",
      description: "The page that the button opens.",
    }),
  },
  { additionalProperties: false },
);

export const options = optionsSchema({
  disable_notification: Type.Optional(
    Type.Boolean({ title: "Silent", description: "Subscribers are notified without a sound." }),
  ),
  protect_content: Type.Optional(
    Type.Boolean({
      ...form({ preset: "/has_protected_content" }),
      title: "No forwarding or saving",
      description: "After a lost response Crier can then check only the channel's public page.",
    }),
  ),
  parse_mode: Type.Optional(
    choice(
      { HTML: "HTML" },
      {
        title: "Formatting",
        description:
          "`HTML`: <b>, <i>, <u>, <s>, <a href>, <code>, <pre>, <blockquote>; < > & must be written as entities.",
      },
    ),
  ),
  link_preview: Type.Optional(
    choice(
      { none: "None", small: "Small image", large: "Large image", above: "Above the text" },
      {
        ...form({ when: { shown: [WITHOUT_MEDIA] } }),
        title: "Link preview",
        description: "Preview of the first link: none, with a small or large image, or above the text.",
      },
    ),
  ),
  has_spoiler: Type.Optional(
    Type.Boolean({
      ...form({ when: { shown: [WITH_MEDIA] } }),
      title: "Hide the media",
      description: "Blurred until a reader taps it.",
    }),
  ),
  show_caption_above_media: Type.Optional(
    Type.Boolean({
      ...form({ when: { shown: [WITH_MEDIA] } }),
      title: "Text first",
      description: "Shows the text above the media.",
    }),
  ),
  reply_to: Type.Optional(
    Type.Integer({ minimum: 1, title: "Reply to", description: "Number of a message of this channel." }),
  ),
  buttons: Type.Optional(
    Type.Array(button, {
      minItems: 1,
      maxItems: 10,
      ...form({ when: { shown: [{ media: ["none", "image", "video"] }] } }),
      title: "Buttons",
      description: "Links below the message, one per line. Not for albums.",
    }),
  ),
});

export type Options = Static<typeof options>;
