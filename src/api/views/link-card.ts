// How the card of a link looks in responses.
import { Type } from "@sinclair/typebox";
import { nullable } from "./shapes.ts";

export const LinkCardView = Type.Object(
  {
    url: Type.String({ description: "as it was asked for" }),
    title: Type.String({ description: "at most 300 characters" }),
    description: nullable(Type.String(), "at most 1000 characters"),
    imageUrl: nullable(
      Type.String({ format: "uri" }),
      "a JPEG of at most 1200 px from this server, without a key, for an hour at least",
    ),
  },
  { title: "LinkCard" },
);
