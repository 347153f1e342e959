// The options of a Bluesky post (networks/bluesky.facts.md 5).
import { Type, type Static } from "@sinclair/typebox";

export const options = Type.Object(
  {
    languages: Type.Optional(
      Type.Array(Type.String({ pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" }), {
        maxItems: 3,
        uniqueItems: true,
        title: "Languages",
        description: "Up to three languages of the text, for example `en` or `pt-BR`.",
      }),
    ),
    labels: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Literal("sexual"),
          Type.Literal("nudity"),
          Type.Literal("porn"),
          Type.Literal("graphic-media"),
        ]),
        {
          maxItems: 4,
          uniqueItems: true,
          title: "Content warnings",
          description: "Hides the media behind a warning.",
        },
      ),
    ),
    replies: Type.Optional(
      Type.Union(
        [
          Type.Literal("everyone"),
          Type.Literal("mentioned"),
          Type.Literal("followers"),
          Type.Literal("following"),
          Type.Literal("nobody"),
        ],
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
  },
  { additionalProperties: false },
);

export type Options = Static<typeof options>;
