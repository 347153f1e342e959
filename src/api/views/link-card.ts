// How the card of a link looks in responses.
import { Type, type Static } from "@sinclair/typebox";
import type { MediaLinks } from "../../media/links.ts";
import type { PageCard } from "../../media/remote/link-cards.ts";
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

export function linkCardView(
  { url, title, description, image, key }: PageCard,
  links: Pick<MediaLinks, "card">,
): Static<typeof LinkCardView> {
  return { url, title, description, imageUrl: image && links.card(key) };
}
