// Table workspace: the single row with settings of the whole workspace.
import type { Plan } from "../../domain/plan.ts";
import type { Workspace } from "../../accounts/ports.ts";
import type { Access } from "./access.ts";

export function openWorkspace({ db, read, write }: Access): Workspace {
  const kid = db.query<{ secret_kid: string | null }, []>("SELECT secret_kid FROM workspace");
  const setKid = db.query("UPDATE workspace SET secret_kid = ?");
  const plan = db.query<Plan, []>(
    "SELECT plan, plan_until AS until, plan_accounts AS accounts FROM workspace",
  );
  const first = db.query<{ at: number | null }, []>("SELECT first_profile_at AS at FROM workspace");
  const setPlan = db.query(
    "UPDATE workspace SET plan = $plan, plan_until = $until, plan_accounts = $accounts",
  );
  return {
    secretKid: () => read(() => kid.get()?.secret_kid ?? null),
    setSecretKid: (value) => write(() => void setKid.run(value)),
    plan: () =>
      read(() => {
        const row = plan.get();
        if (!row) throw new Error("the workspace has no row");
        return row;
      }),
    firstProfileAt: () => read(() => first.get()?.at ?? null),
    setPlan: (value) => write(() => void setPlan.run({ ...value })),
  };
}
