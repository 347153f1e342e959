// Store interface: settings of the whole workspace.
import type { PlanFacts, Plan } from "../plan.ts";
import type { AuditEntry } from "../audit.ts";

export interface Workspace {
  secretKid(): Promise<string | null>;
  setSecretKid(kid: string): Promise<void>;
  planFacts(): Promise<PlanFacts>;
  setPlan(plan: Plan, audit: AuditEntry): Promise<void>;
}
