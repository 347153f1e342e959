// Facebook Pages. Facts and sources: networks/facebook.facts.md.
import { PUBLISH_TIMEOUT_MS } from "../client/timeouts.ts";
import { graphErrors } from "../meta/graph.ts";
import { objectOf } from "../client/json.ts";
import {
  defineNetwork,
  type Accepted,
  type Io,
  type Json,
  type Outcome,
  type Processing,
} from "../network.ts";
import { outcomeOf } from "../client/outcome.ts";
import { idOf } from "../client/remote-post.ts";
import { connect, liveOptions } from "./account.ts";
import { NETWORK, pageOf, pageUrl, postUrl, publishing, api } from "./api.ts";
import { validate, kinds, rules, words } from "./rules.ts";
import { options } from "./options.ts";
import { prepare, type Prepared } from "./post.ts";
import { settle } from "./status.ts";
import { verify } from "./verify.ts";

const ASK_FIRST_MS = 2000;

export const facebook = defineNetwork<typeof options, Prepared>({
  id: "facebook",
  name: NETWORK,
  access: "own_app",
  endpoints: {
    api: "https://graph.facebook.com",
    rupload: "https://rupload.facebook.com",
    login: "https://www.facebook.com",
    web: "https://www.facebook.com",
  },
  rules,
  options,
  kinds,
  words,
  validate,
  connect,
  secrets: api.secrets,
  lostAnswers: {
    certainty:
      "About a video or reel, Facebook's answer is certain either way. Crier can find other posts, but not finding them does not prove that they are missing.",
    searchUrl: () => null,
  },
  liveOptions,
  prepare,
  commit,
  settle,
  verify,
});

async function commit(prepared: Prepared, io: Io): Promise<Outcome> {
  const { edge, parameters, body, again, video } = prepared;
  const answer = await api.send(io, io.credentials, {
    method: "POST",
    url: pageUrl(io, edge, parameters),
    body: { json: body },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  const errors = graphErrors(publishing({ again, processes: video !== null }));
  return outcomeOf(
    answer,
    { ...errors, accepted: ({ json }) => acceptedOf(json, prepared, io) },
    api.context(io, io.credentials),
  );
}

/** A post with an id is live; Facebook still processes stories and videos. */
function acceptedOf(
  json: Json | undefined,
  { kind, video }: Prepared,
  io: Io,
): Accepted | Processing | undefined {
  const { id, permalink_url, success, post_id } = objectOf(json);
  const context = api.context(io, io.credentials);
  if (kind === "post") {
    const remoteId = idOf(id, context);
    if (remoteId?.startsWith(`${pageOf(io.credentials)}_`) !== true) return undefined;
    return { kind: "accepted", remoteId, url: postUrl(permalink_url, remoteId, io) };
  }
  const postId = video === null ? idOf(post_id, context) : null;
  if (success !== true || postId === undefined) return undefined;
  return { kind: "processing", receipt: { at: io.now(), postId }, askAgainMs: ASK_FIRST_MS };
}
