// /admin/simulator: what simulated networks hold, what went wrong there, what happens to a next post, and a clean start.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  ENDINGS,
  forgetSimulated,
  NEXT_POSTS,
  setNextPost,
  type SimulatedPost,
} from "../../admin/simulator.ts";
import { Problem } from "../../errors.ts";
import { iso, nullable, strict, time, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation, personOf } from "./owner.ts";

const NextView = Type.Object({
  platform: Type.String(),
  handle: Type.String(),
  behaviour: words(NEXT_POSTS),
});
const SimulatorView = Type.Object(
  {
    at: nullable(Type.String(), "the address of a simulator in a process of its own; null: it is inside"),
    networks: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        total: Type.Integer({ description: "posts, also those that are not listed" }),
        posts: Type.Array(
          Type.Object({
            id: Type.String(),
            handle: Type.String(),
            text: Type.String(),
            at: time,
            media: Type.Array(
              Type.Object({
                url: Type.String({ description: "path on this server" }),
                mime: Type.String(),
                alt: Type.String(),
              }),
            ),
          }),
          { description: "the latest 50" },
        ),
        incidents: Type.Array(
          Type.Object({
            handle: Type.String(),
            ending: words(ENDINGS),
            at: time,
          }),
          { description: "requests that did not end as usual, the latest 200 of all networks" },
        ),
      }),
    ),
    next: Type.Array(NextView, { description: "what was asked for the next posts of accounts" }),
    behaviours: Type.Array(Type.Object({ behaviour: words(NEXT_POSTS), does: Type.String() }), {
      description: "what can be asked for a next post",
    }),
  },
  { title: "Simulator" },
);

const tag = "Simulator";
/** Of each network. */
const MOST_POSTS = 50;

export const simulatorRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/simulator" })
    .get(
      "",
      ({ request }) => {
        requireAllProfiles(request);
        return simulatorView(deps);
      },
      GET_SIMULATOR,
    )
    .put(
      "/next",
      async ({ request, body }) => {
        requireAllProfiles(request);
        await setNextPost(actorOf(request), body, deps);
        return simulatorView(deps);
      },
      SET_NEXT,
    )
    .delete(
      "",
      async ({ request, set }) => {
        requireAllProfiles(request);
        await forgetSimulated(actorOf(request), deps);
        set.status = 204;
      },
      FORGET,
    );

/** It holds the posts and files of all profiles. @throws Problem not_allowed */
function requireAllProfiles(request: Request): void {
  if (personOf(request).profiles === "all") return;
  throw new Problem("not_allowed", "Only people with all profiles may see all simulated posts.");
}

function simulatorView({ simulator, behaviours }: AdminDeps): Static<typeof SimulatorView> {
  return {
    at: simulator.at,
    networks: simulator.columns().map(({ id, name, published, incidents }) => ({
      id,
      name,
      total: published.length,
      posts: published.slice(-MOST_POSTS).map((post) => postView(id, post)),
      incidents: incidents.map(({ account, ending, at }) => ({ handle: account, ending, at: iso(at) })),
    })),
    next: simulator
      .next()
      .map(({ network, account, behaviour }) => ({ platform: network, handle: account, behaviour })),
    behaviours: NEXT_POSTS.map((behaviour) => ({ behaviour, does: behaviours[behaviour] ?? behaviour })),
  };
}

const postView = (network: string, { id, account, text: words, at, media }: SimulatedPost) => ({
  id,
  handle: account,
  text: words,
  at: iso(at),
  media: media.map(({ id: file, mime, alt }) => ({
    url: `/simulator/media/${network}/${encodeURIComponent(file)}`,
    mime,
    alt,
  })),
});

const ABOUT = "Only for people with all profiles (403 `not_allowed`): it holds the posts of all of them.";

const GET_SIMULATOR = {
  ...personOperation({
    id: "getSimulator",
    permission: "read",
    tag,
    summary: "See what simulated networks hold",
    description: `Posts and incidents, the oldest first. The simulator forgets everything when Crier stops. ${ABOUT}`,
  }),
  response: SimulatorView,
};

const SET_NEXT = {
  ...personOperation({
    id: "setSimulatedNext",
    permission: "manage",
    tag,
    summary: "Choose what happens to the next post of a simulated account",
    description: `It happens once, to the next request that publishes; null takes it back. ${ABOUT}`,
    problems: ["not_found"],
  }),
  parse: adminJson,
  body: Type.Object(
    {
      platform: text({ minLength: 1, maxLength: 100 }),
      handle: text({ minLength: 1, maxLength: 100 }),
      behaviour: nullable(words(NEXT_POSTS)),
    },
    strict,
  ),
  response: SimulatorView,
};

const FORGET = {
  ...personOperation({
    id: "forgetSimulated",
    permission: "administer",
    tag,
    summary: "Have simulated networks forget everything",
    description: `Posts, files and incidents of all profiles; the accounts stay. ${ABOUT}`,
    problems: ["not_found"],
  }),
  parse: "none" as const,
  response: { 204: Type.Void() },
};
