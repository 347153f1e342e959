// Table workspace: the single row with settings of the whole workspace.
import type { Plan, PlanFacts } from "../../domain/plan.ts";
import type { Workspace } from "../../domain/store/workspace.ts";
import type { Access } from "./access.ts";
import { openPause } from "./pause.ts";

export function openWorkspace(access: Access): Workspace {
  const { db, writeLocked } = access;
  return {
    async secretKid() {
      const row = await db.get<{ kid: string | null }>("SELECT secret_kid AS kid FROM workspace");
      return row?.kid ?? null;
    },
    async setSecretKid(kid) {
      await db.run("UPDATE workspace SET secret_kid = $kid", { kid });
    },
    signingKeys: () => db.all("SELECT kid, x FROM signing_key ORDER BY created_at DESC, kid"),
    async addSigningKey({ kid, x }, at) {
      await db.run(
        "INSERT INTO signing_key (kid, x, created_at) VALUES ($kid, $x, $at) ON CONFLICT DO NOTHING",
        {
          kid,
          x,
          at,
        },
      );
    },
    async planFacts() {
      const row = await db.get<Plan & Omit<PlanFacts, "plan">>(
        `SELECT plan, plan_until AS until, plan_accounts AS accounts, first_profile_at AS "firstProfileAt",
           (SELECT count(*) FROM account WHERE status <> 'disconnected') AS "connectedAccounts" FROM workspace`,
      );
      if (!row) throw new Error("the workspace has no row");
      const { firstProfileAt, connectedAccounts, ...plan } = row;
      return { plan, firstProfileAt, connectedAccounts };
    },
    setPlan: (value, audit) =>
      writeLocked(async (db) => {
        const sql = "UPDATE workspace SET plan = $plan, plan_until = $until, plan_accounts = $accounts";
        await db.run(sql, { ...value });
        db.records.audit(audit);
      }),
    ...openPause(access),
  };
}
