// /v1/link-card: what a web page says of itself, as previews and some networks show it.
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Problem } from "../../errors.ts";
import type { MediaLinks } from "../../media/links.ts";
import { shownCard } from "../../media/post-cards.ts";
import { RemoteError } from "../../media/remote/fetch.ts";
import type { LinkCards } from "../../media/remote/link-cards.ts";
import { callerOf, operation } from "../http/caller.ts";
import { LinkCardView } from "../views/link-card.ts";
import { strict } from "../views/shapes.ts";
import { text } from "../views/text.ts";

export interface LinkCardDeps {
  readonly linkCards: Pick<LinkCards, "of">;
  readonly links: MediaLinks;
}

export const linkCardRoutes = (deps: LinkCardDeps) =>
  new Elysia().get(
    "/link-card",
    async ({ request, query: { url } }) => {
      const { profileId } = callerOf(request);
      try {
        return shownCard(await deps.linkCards.of(url, profileId), deps.links);
      } catch (cause) {
        throw cause instanceof RemoteError ? problemOf(cause) : cause;
      }
    },
    LINK_CARD,
  );

function problemOf({ reason, message }: RemoteError): Problem {
  if (reason !== "address") return new Problem("link_card_unavailable", `${message}.`);
  return new Problem("invalid_query", `\`url\` must be ${message}.`, {
    errors: [{ pointer: "/url", message: `must be ${message}` }],
  });
}

const LINK_CARD = {
  ...operation({
    id: "getLinkCard",
    tag: "Media",
    scope: "read",
    permission: "read",
    summary: "Get the card of a link",
    description:
      "Title, description and picture of a web page, from its `og:`, `twitter:` or HTML tags; the answer may be up to a day old. Networks that show the card they are sent get this one with a post that has a link and no media; other networks look at the page themselves. The address must be https and public. Crier reads at most 512 KiB within 5 s and runs no scripts (422 `link_card_unavailable`).",
    problems: ["link_card_unavailable", "temporarily_unavailable"],
  }),
  query: Type.Object({ url: text({ minLength: 1, maxLength: 2000, description: "https" }) }, strict),
  response: LinkCardView,
};
