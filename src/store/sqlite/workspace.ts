// Table workspace: the single row with settings of the whole workspace.
import type { Plan, PlanFacts } from "../../domain/plan.ts";
import type { PublicKey } from "../../domain/signing-key.ts";
import type { Workspace } from "../../domain/store/workspace.ts";
import type { Access } from "./access.ts";
import { appendAudit } from "./audit.ts";
import { openPause } from "./pause.ts";

export function openWorkspace({ db, read, write }: Access): Workspace {
  const kid = db.query<{ secretKid: string | null }, []>("SELECT secret_kid AS secretKid FROM workspace");
  const setKid = db.query("UPDATE workspace SET secret_kid = ?");
  const signingKeys = db.query<PublicKey, []>("SELECT kid, x FROM signing_key ORDER BY created_at DESC, kid");
  const addSigningKey = db.query(
    "INSERT INTO signing_key (kid, x, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const facts = db.query<Plan & Omit<PlanFacts, "plan">, []>(
    `SELECT plan, plan_until AS until, plan_accounts AS accounts, first_profile_at AS firstProfileAt,
       (SELECT count(*) FROM account WHERE status <> 'disconnected') AS connectedAccounts FROM workspace`,
  );
  const setPlan = db.query(
    "UPDATE workspace SET plan = $plan, plan_until = $until, plan_accounts = $accounts",
  );
  const pause = openPause(db);
  return {
    secretKid: () => read(() => kid.get()?.secretKid ?? null),
    setSecretKid: (value) => write(() => void setKid.run(value)),
    signingKeys: () => read(() => signingKeys.all()),
    addSigningKey: ({ kid: signingKid, x }, at) => write(() => void addSigningKey.run(signingKid, x, at)),
    planFacts: () =>
      read(() => {
        const row = facts.get();
        if (!row) throw new Error("the workspace has no row");
        const { firstProfileAt, connectedAccounts, ...plan } = row;
        return { plan, firstProfileAt, connectedAccounts };
      }),
    setPlan: (value, audit) =>
      write(() => {
        setPlan.run({ ...value });
        appendAudit(db, audit);
      }),
    pause: () => read(pause.current),
    setPause: (value, audit) => write(() => pause.set(value, audit)),
    liftPause: (audit) => write(() => pause.lift(audit), "large"),
  };
}
