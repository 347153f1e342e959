// /admin/setup: whether the server still needs its first owner, and creating that owner with the one-time token.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { alreadySetUp } from "../../admin/setup.ts";
import { Problem } from "../../errors.ts";
import { jsonUpTo } from "../http/body.ts";
import { strict } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import type { AdminDeps } from "./deps.ts";
import { openToAll, refuseWait, visitorOf } from "./owner.ts";
import { profileName, profileZone } from "./profiles.ts";
import { browserOf, credentials, SessionView, SIGN_IN_BYTES, startSession } from "./session.ts";

const SetUp = Type.Object(
  {
    token: text({
      minLength: 1,
      maxLength: 100,
      description: "what follows `#` in the link that `crier serve` prints",
    }),
    ...credentials,
    profile: Type.Optional(Type.Object({ name: profileName, timezone: Type.Optional(profileZone) }, strict)),
  },
  strict,
);

const tag = "Set-up";

export const setupRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/setup" })
    .get("", () => setupState(deps), GET_SETUP)
    .post(
      "",
      async ({ body, request, set, status }) => {
        const { view, cookies } = await setUp(deps, request, body);
        set.headers["set-cookie"] = cookies;
        return status(201, view);
      },
      SET_UP,
    );

async function setupState({ setup, store }: AdminDeps) {
  const [needed, profiles] = await Promise.all([setup.isNeeded(), store.profiles.list()]);
  return { needed, hasProfile: profiles.length > 0 };
}

/** A wrong token counts as a failed sign-in. */
async function setUp(deps: AdminDeps, request: Request, { token, ...input }: Static<typeof SetUp>) {
  if (await deps.store.people.ownerExists()) throw alreadySetUp();
  const { who, device } = visitorOf(request, deps, input.email);
  refuseWait(await deps.throttle.attempt(who));
  const createFirstOwner = await deps.setup.admit(token);
  if (!createFirstOwner) {
    deps.log.warn("setup_failed", { detail: deps.addressOf(request) });
    const detail = "This set-up link is not valid, or the server was restarted after it was printed.";
    throw new Problem("setup_token_invalid", detail);
  }
  await deps.throttle.succeeded(who);
  const owner = await createFirstOwner(input);
  const session = deps.door.newSession(owner, browserOf(deps, request));
  return await startSession(deps, request, session, device);
}

const GET_SETUP = {
  detail: openToAll({
    id: "getSetup",
    tag,
    summary: "Whether the first owner is still to be created",
    description: "Requires no sign-in.",
  }),
  response: Type.Object({
    needed: Type.Boolean(),
    hasProfile: Type.Boolean({ description: "whether a first profile was created already" }),
  }),
};

const SET_UP = {
  detail: openToAll({
    id: "setUp",
    tag,
    summary: "Create the first owner",
    description:
      "While there is no owner, `crier serve` prints a link that works once; its page `/setup` sends this request. The token " +
      "is what follows `#` in the link, and changes with every start of the server. Creates the owner and, with " +
      "`profile`, a first profile, or neither, and returns a session like `POST /session`. A wrong token counts as a " +
      "failed sign-in.",
    problems: [
      "setup_token_invalid",
      "already_set_up",
      "already_exists",
      "cross_origin",
      "too_many_attempts",
    ],
  }),
  parse: jsonUpTo(SIGN_IN_BYTES),
  body: SetUp,
  response: { 201: SessionView },
};
