// /admin/networks/status: how each network works, and what posts wait for; and ending such a wait.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { endAccountWait, endServerPause } from "../../admin/waits.ts";
import { serverPausedReason } from "../../domain/pause.ts";
import { hasProfile, type Access } from "../../domain/person.ts";
import { Problem } from "../../errors.ts";
import type { NetworkStatus, Status } from "../../ops/status.ts";
import { iso, isoOrNull, nullable, strict, time, uuid, words } from "../views/shapes.ts";
import { overall } from "../views/status.ts";
import { text } from "../views/text.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation, personOf } from "./owner.ts";

export interface NetworkStatusDeps {
  readonly status: () => Promise<Status>;
  /** Something may have become due. */
  readonly wake: () => void;
}

const HourView = Type.Object({ deliveries: Type.Integer(), posted: Type.Integer() });

const NetworkStatusView = Type.Object(
  {
    platform: Type.String(),
    name: Type.String(),
    state: words(["ready", "working", "failing", "paused", "needs_setup"]),
    lastSuccessAt: nullable(time),
    lastFailureAt: nullable(time),
    lastFailure: nullable(Type.String(), "the last failure that was the network's own, in words"),
    deliveries: Type.Integer({ description: "that ended in the last 24 hours" }),
    posted: Type.Integer({ description: "of these" }),
    p50Ms: nullable(Type.Integer()),
    p95Ms: nullable(Type.Integer()),
    history: Type.Array(HourView, { description: "the same for each of the 24 hours, oldest first" }),
    servers: Type.Array(Type.Object({ server: Type.String(), until: time, reason: Type.String() }), {
      description:
        "that posts wait for, as their requests failed again and again; a network of one server has its own id as `server`. When " +
        "`until` has passed, the next post tries it",
    }),
    accounts: Type.Array(
      Type.Object({ accountId: uuid, profileId: uuid, handle: Type.String(), until: time }),
      { description: "of your profiles, which the network asked to wait (`Retry-After`)" },
    ),
  },
  { title: "NetworkStatus" },
);

const StatusView = Type.Object({
  at: time,
  description: Type.String({ description: "how many networks stand how, in a sentence" }),
  networks: Type.Array(NetworkStatusView),
});

const tag = "Networks";

export const networkStatusRoutes = (deps: AdminDeps) =>
  new Elysia()
    .get("/networks/status", async ({ request }) => await statusView(personOf(request), deps), {
      ...personOperation({
        id: "listNetworkStatus",
        permission: "read",
        tag,
        summary: "List how each network works",
        description:
          "What `/status.json` tells everybody, with the servers and the accounts that posts wait for. Real accounts only.",
      }),
      response: StatusView,
    })
    .post(
      "/networks/:id/resume",
      async ({ params, body, request, set }) => {
        const network = deps.networks.find(({ id }) => id === params.id);
        if (!network) throw new Problem("not_found", "There is no such network.");
        await endServerPause(actorOf(request), { platform: network.id, server: body.server }, deps);
        set.status = 204;
      },
      {
        ...personOperation({
          id: "resumeServer",
          permission: "manage",
          tag,
          summary: "Try a paused server again now",
          description:
            "The next post there goes out at once, and the others as soon as it was answered. If it fails, posts wait again, and " +
            "longer.",
          problems: ["not_found"],
        }),
        parse: adminJson,
        params: Type.Object({ id: Type.String({ maxLength: 40 }) }),
        body: Type.Object({ server: text({ minLength: 1, maxLength: 300 }) }, strict),
        response: { 204: Type.Void() },
      },
    )
    .post(
      "/accounts/:id/end-wait",
      async ({ params, request, set }) => {
        await endAccountWait(actorOf(request), params.id, deps);
        set.status = 204;
      },
      {
        ...personOperation({
          id: "endAccountWait",
          permission: "manage",
          of: "account",
          tag,
          summary: "Publish although the network asked the account to wait",
          description: "Networks may block accounts that do not wait as long as they ask to (`Retry-After`).",
          problems: ["not_found"],
        }),
        params: Type.Object({ id: uuid }),
        response: { 204: Type.Void() },
      },
    );

async function statusView(person: Access, deps: AdminDeps): Promise<Static<typeof StatusView>> {
  const status = await deps.status();
  const waits = await Promise.all(
    (await deps.store.accounts.waiting(status.at)).map(async (wait) => ({
      wait,
      account: await deps.store.accounts.find(wait.accountId),
    })),
  );
  const accounts = waits.flatMap(({ wait, account }) =>
    account && hasProfile(person, account.profileId)
      ? [
          {
            platform: account.platform,
            view: { ...wait, profileId: account.profileId, handle: account.handle },
          },
        ]
      : [],
  );
  const pauses = await deps.store.serverPauses.all();
  return {
    at: iso(status.at),
    description: overall(status).description,
    networks: status.networks.map((network) => ({
      ...networkView(network),
      servers: pauses
        .filter(({ platform }) => platform === network.platform)
        .map((pause) => ({
          server: pause.server,
          until: iso(pause.until),
          reason: serverPausedReason(pause),
        })),
      accounts: accounts
        .filter(({ platform }) => platform === network.platform)
        .map(({ view }) => ({ ...view, until: iso(view.until) })),
    })),
  };
}

const networkView = ({
  platform,
  name,
  state,
  lastSuccessAt,
  lastFailureAt,
  lastFailure,
  deliveries,
  posted,
  p50Ms,
  p95Ms,
  history,
}: NetworkStatus) => ({
  platform,
  name,
  state,
  lastFailure,
  deliveries,
  posted,
  p50Ms,
  p95Ms,
  lastSuccessAt: isoOrNull(lastSuccessAt),
  lastFailureAt: isoOrNull(lastFailureAt),
  history: history.map((hour) => ({ ...hour })),
});
