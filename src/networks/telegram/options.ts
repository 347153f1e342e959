// The options of a Telegram message (networks/telegram.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";

const button = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 64, title: "Label" }),
    url: Type.String({ pattern: "^https?://\\S+$", maxLength: 2048, title: "Address" }),
  },
  { additionalProperties: false },
);

export const options = Type.Object(
  {
    disable_notification: Type.Optional(
      Type.Boolean({ title: "Silent", description: "Subscribers are notified without a sound." }),
    ),
    protect_content: Type.Optional(
      Type.Boolean({
        title: "No forwarding or saving",
        description: "After a lost response Crier can then check only the channel's public page.",
      }),
    ),
    parse_mode: Type.Optional(
      Type.Literal("HTML", {
        title: "Formatting",
        description:
          "`HTML`: <b>, <i>, <u>, <s>, <a href>, <code>, <pre>, <blockquote>; < > & must be written as entities.",
      }),
    ),
    link_preview: Type.Optional(
      Type.Union(
        [Type.Literal("none"), Type.Literal("small"), Type.Literal("large"), Type.Literal("above")],
        {
          title: "Link preview",
          description: "Preview of the first link: none, with a small or large image, or above the text.",
        },
      ),
    ),
    has_spoiler: Type.Optional(
      Type.Boolean({ title: "Hide the media", description: "Blurred until a reader taps it." }),
    ),
    show_caption_above_media: Type.Optional(
      Type.Boolean({ title: "Text first", description: "Shows the text above the media." }),
    ),
    reply_to: Type.Optional(
      Type.Integer({ minimum: 1, title: "Reply to", description: "Number of a message of this channel." }),
    ),
    buttons: Type.Optional(
      Type.Array(button, {
        minItems: 1,
        maxItems: 10,
        title: "Buttons",
        description: "Links below the message, one per line. Not for albums.",
      }),
    ),
  },
  { additionalProperties: false },
);

export type Options = Static<typeof options>;
