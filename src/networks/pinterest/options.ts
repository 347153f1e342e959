// The options of a pin (networks/pinterest.facts.md 5). The text of the post is the pin's description.
import { Type, type Static } from "@sinclair/typebox";
import { form, optionsSchema, WITH_VIDEO } from "../option-form.ts";

const link = (description: string) =>
  Type.String({
    pattern: "^https?://",
    maxLength: 2048,
    ...form({ widget: "url" }),
    title: "Link",
    description,
  });
const title = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, title: "Title", description });

/** A board's entry has its sections. */
const SECTIONS = {
  pointer: "/boards",
  within: { option: "board_id", field: "sections" },
  id: "id",
  label: "name",
  more: "moreSections",
};

export const options = optionsSchema({
  board_id: Type.String({
    pattern: "^[0-9]{1,32}$",
    ...form({
      widget: "board",
      values: { pointer: "/boards", id: "id", label: "name", more: "/moreBoards" },
    }),
    title: "Board",
    description: "Id of the board to pin to: one of the account's `boards`.",
  }),
  board_section_id: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,32}$",
      ...form({ values: SECTIONS, when: { shown: [{ option: "board_id", given: true }] } }),
      title: "Section",
      description: "Id of a section of that board.",
    }),
  ),
  title: Type.Optional(title("Shown above the description.")),
  link: Type.Optional(link("The link of the pin.")),
  tag_link: Type.Optional(
    Type.Boolean({
      ...form({ when: { shown: [{ option: "link", given: true }] } }),
      title: "Tag the link",
      description:
        "Adds `utm_content` with this post's id to the link, so that Crier can recognize the pin after a lost response.",
    }),
  ),
  alt_text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      ...form({ widget: "multiline" }),
      title: "Alternative text",
      description: "A pin has one. Default: that of its first file.",
    }),
  ),
  dominant_color: Type.Optional(
    Type.String({
      pattern: "^#[0-9A-Fa-f]{6}$",
      ...form({ widget: "colour" }),
      title: "Colour",
      description: "Shown until the image has loaded, for example `#6E7874`.",
    }),
  ),
  cover_second: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 900,
      ...form({ widget: "videoTime", unit: "s", when: { shown: [WITH_VIDEO] } }),
      title: "Cover of a video",
      description: "Second of the video that is its cover. Default: the first.",
    }),
  ),
  slides: Type.Optional(
    Type.Array(
      Type.Object(
        {
          title: Type.Optional(title("Title or description of this image.")),
          description: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 800,
              ...form({ widget: "multiline" }),
              title: "Description",
              description: "Title or description of this image.",
            }),
          ),
          link: Type.Optional(link("The link of this image.")),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: 5,
        ...form({ when: { shown: [{ media: ["images"] }] } }),
        title: "Images of a carousel",
        description: "Texts and links for each image, in order.",
      },
    ),
  ),
});

export type Options = Static<typeof options>;
