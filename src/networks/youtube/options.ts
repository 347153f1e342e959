// The options of a YouTube video (networks/youtube.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";
import { choice, form, optionsSchema } from "../option-form.ts";

const language = (title: string) =>
  Type.Optional(
    Type.String({
      pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$",
      ...form({ widget: "language" }),
      title,
      description: "For example `en` or `pt-BR`.",
    }),
  );

export const options = optionsSchema({
  title: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: "^[^<>]*$",
      title: "Title",
      description:
        "Without `<` and `>`. Default: the caption's first line. The caption becomes the description.",
    }),
  ),
  selfDeclaredMadeForKids: Type.Boolean({
    ...form({ widget: "yesNo" }),
    title: "Made for kids",
    description: "Whether the video is directed at children. Several countries require you to declare it.",
  }),
  privacyStatus: Type.Optional(
    choice(
      { public: "Public", unlisted: "Unlisted", private: "Private" },
      {
        title: "Visibility",
        description: "Default: `public`.",
      },
    ),
  ),
  categoryId: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,4}$",
      ...form({ values: { pointer: "/categories", id: "id", label: "title" } }),
      title: "Category",
      description: "One of the account's `categories`. Default: `22`, People & Blogs.",
    }),
  ),
  playlistId: Type.Optional(
    Type.String({
      pattern: "^[\\w-]{2,64}$",
      ...form({ values: { pointer: "/playlists", id: "id", label: "title", more: "/morePlaylists" } }),
      title: "Playlist",
      description: "One of the account's `playlists`; the video is added to it.",
    }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500, pattern: "^[^<>,]*$" }), {
      maxItems: 500,
      title: "Tags",
      description:
        "Up to 500 characters in total, including commas between tags and quotes around a tag with spaces.",
    }),
  ),
  notifySubscribers: Type.Optional(
    Type.Boolean({ title: "Notify subscribers", description: "Default: yes." }),
  ),
  containsSyntheticMedia: Type.Optional(
    Type.Boolean({
      title: "Altered or synthetic",
      description: "Shows realistic content that was generated or altered with AI.",
    }),
  ),
  hasPaidProductPlacement: Type.Optional(
    Type.Boolean({ title: "Paid promotion", description: "It contains a paid product placement." }),
  ),
  license: Type.Optional(
    choice(
      { youtube: "Standard YouTube licence", creativeCommon: "Creative Commons Attribution" },
      {
        title: "Licence",
        description: "YouTube's own (the default) or Creative Commons Attribution.",
      },
    ),
  ),
  embeddable: Type.Optional(
    Type.Boolean({ title: "Embedding", description: "Other sites may embed it. Default: yes." }),
  ),
  publicStatsViewable: Type.Optional(
    Type.Boolean({ title: "Public statistics", description: "Everyone can see the extended statistics." }),
  ),
  defaultLanguage: language("Language of title and description"),
  defaultAudioLanguage: language("Language spoken"),
});

export type Options = Static<typeof options>;
