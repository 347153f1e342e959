// /admin/plan: show or set the plan of the workspace (D26).
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { momentOf } from "../../time.ts";
import { planNow, setPlan, type PlanNow } from "../../admin/plan.ts";
import type { Plan } from "../../domain/plan.ts";
import { isoOrNull, nullable, strict, time } from "../views/shapes.ts";
import { faultAt, type AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";

const plan = Type.Union([
  Type.Literal("unlimited"),
  Type.Literal("trial"),
  Type.Literal("active"),
  Type.Literal("lapsed"),
]);
const accounts = nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }));

const PlanView = Type.Object({
  plan,
  until: nullable(time),
  accounts,
  state: Type.Union(
    [Type.Literal("live"), Type.Literal("payment_required"), Type.Literal("too_many_accounts")],
    { description: "whether posts may be published now, and if not, why" },
  ),
  endsAt: nullable(time),
  connectedAccounts: Type.Integer(),
  trialEndsAt: nullable(
    time,
    "when a trial without `until` would end; null: it begins with the first profile",
  ),
});

const PlanBody = Type.Object(
  {
    plan,
    until: Type.Optional(nullable(Type.String({ description: "a time with an offset; null: no end" }))),
    accounts: Type.Optional(accounts),
  },
  strict,
);

const tag = "Plan";

export const planRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/plan" })
    .get("", async () => planView(await planNow(deps)), {
      ...personOperation({
        id: "getPlan",
        permission: "administer",
        tag,
        summary: "Get the plan and what it currently allows",
      }),
      response: PlanView,
    })
    .put("", async ({ body, request }) => planView(await setPlan(actorOf(request), planOf(body), deps)), {
      ...personOperation({
        id: "setPlan",
        permission: "administer",
        tag,
        summary: "Set the plan",
        description:
          "`until` and `accounts` belong to `active` and `trial`; left out or null they set no bound (a trial then " +
          "ends three days after the first profile was created).",
      }),
      parse: adminJson,
      body: PlanBody,
      response: PlanView,
    });

function planOf(body: Static<typeof PlanBody>): Plan {
  const until = body.until === undefined || body.until === null ? null : momentOf(body.until);
  if (until === null && typeof body.until === "string")
    throw faultAt("/until", "must be a time with an offset");
  return { plan: body.plan, until, accounts: body.accounts ?? null };
}

const planView = ({ until, endsAt, trialEndsAt, ...plan }: PlanNow): Static<typeof PlanView> => ({
  ...plan,
  until: isoOrNull(until),
  endsAt: isoOrNull(endsAt),
  trialEndsAt: isoOrNull(trialEndsAt),
});
