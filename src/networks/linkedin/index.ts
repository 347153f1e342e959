// LinkedIn: members and pages, by the Posts API. Facts and sources: networks/linkedin.facts.md.
import { neverProcessing, outcomeOf, type AnswerReader, refused, refusedStep } from "../client/outcome.ts";
import { preparedOf, type Prepared } from "./post.ts";
import { rules, validate, words } from "./rules.ts";
import { type Options, options } from "./options.ts";
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import type { Answered } from "../client/call.ts";
import { defineNetwork, type Draft, type Io, type Outcome } from "../network.ts";
import { connect, liveOptions, isMember } from "./account.ts";
import { duplicateOf, NETWORK, postUrl, postUrn, api } from "./api.ts";
import { entities } from "../client/text.ts";
import { uploadAll } from "./upload.ts";
import { verify } from "./verify.ts";

export const linkedin = defineNetwork<typeof options, Prepared>({
  id: "linkedin",
  name: NETWORK,
  access: "own_app",
  endpoints: {
    api: "https://api.linkedin.com",
    www: "https://www.linkedin.com",
    web: "https://www.linkedin.com",
  },
  rules,
  options,
  kinds: null,
  words,
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "Crier can find a page's post, but not finding it does not prove that it is missing. Posts of a profile can't be checked.",
    searchUrl: () => null,
  },
  // Without a card, a link in the text stays a plain link (networks/linkedin.facts.md 1).
  cardLink: ({ text, media, options: { article_url } }) =>
    media.length === 0 && article_url === undefined
      ? (entities(text.toWellFormed()).links[0]?.url ?? null)
      : null,
  liveOptions,
  prepare,
  commit,
  settle: neverProcessing(NETWORK),
  verify,
});

async function prepare(draft: Draft<Options>, io: Io): Promise<Prepared> {
  const { author = "" } = io.credentials;
  const { text, media, options: chosen } = draft;
  if (text === "" && media.length === 0 && chosen.article_url === undefined)
    throw refusedStep("content", "A LinkedIn post needs a text, a file or a link card.");
  if (!isMember(author) && chosen.visibility === "CONNECTIONS")
    throw refusedStep("content", "A page has no connections. Choose another visibility.");
  const card = chosen.article_url === undefined ? draft.linkCard : null;
  const files = await uploadAll(card?.image ? [card.image] : media, author, io);
  return preparedOf({ ...draft, linkCard: card }, author, files);
}

async function commit(prepared: Prepared, io: Io): Promise<Outcome> {
  const answer = await api.send(io, io.credentials, {
    method: "POST",
    url: "/rest/posts",
    body: { json: prepared.body },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return outcomeOf(answer, publishReader(prepared, io), api.context(io, io.credentials));
}

function publishReader({ again }: Prepared, io: Io): AnswerReader {
  return {
    network: NETWORK,
    refusal(answer, context) {
      const urn = duplicateOf(answer);
      if (urn === undefined) return api.errors.refusal(answer, context);
      const there =
        urn === ""
          ? "The same post is already on LinkedIn"
          : `The same post already exists: ${postUrl(urn, io)}`;
      // It may be from an earlier attempt whose response was lost.
      if (again) return { kind: "unknown", detail: `${there}. It may be from an earlier attempt.` };
      return refused("content", `${there}. Change the text to post it again.`);
    },
    accepted({ headers }: Answered) {
      const urn = postUrn(headers["x-restli-id"]) ?? postUrn(headers["x-linkedin-id"]);
      return urn === undefined ? undefined : { kind: "accepted", remoteId: urn, url: postUrl(urn, io) };
    },
  };
}
