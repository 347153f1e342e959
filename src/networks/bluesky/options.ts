// The options of a Bluesky post (networks/bluesky.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema, WITH_MEDIA } from "../option-form.ts";

export const options = optionsSchema({
  languages: Type.Optional(
    Type.Array(Type.String({ pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" }), {
      maxItems: 3,
      uniqueItems: true,
      ...form({ widget: "language" }),
      title: "Languages",
      description: "Up to three languages of the text, for example `en` or `pt-BR`.",
    }),
  ),
  labels: Type.Optional(
    Type.Array(
      choice({
        sexual: "Suggestive",
        nudity: "Nudity",
        porn: "Adult content",
        "graphic-media": "Graphic media",
      }),
      {
        maxItems: 4,
        uniqueItems: true,
        ...form({ when: { shown: [WITH_MEDIA] } }),
        title: "Content warnings",
        description: "Hides the media behind a warning.",
      },
    ),
  ),
  replies: Type.Optional(
    choice(
      {
        everyone: "Everyone",
        mentioned: "Mentioned people",
        followers: "Followers",
        following: "People this account follows",
        nobody: "Nobody",
      },
      { default: "everyone", title: "Who can reply", description: "Default: everyone." },
    ),
  ),
  quotes: Type.Optional(
    Type.Boolean({
      default: true,
      title: "Allow quotes",
      description: "Whether others may quote the post.",
    }),
  ),
});

export type Options = Static<typeof options>;
