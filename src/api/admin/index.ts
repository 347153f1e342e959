// /admin: what signed-in people manage, one file per resource. The web app uses exactly this.
import { Elysia } from "elysia";
import { accountRecordRoutes } from "./account-records.ts";
import { accountRoutes } from "./accounts.ts";
import { applicationRoutes } from "./applications.ts";
import { attentionRoutes } from "./attention.ts";
import { auditRoutes } from "./audit.ts";
import { connectLinkRoutes } from "./connect-links.ts";
import { backupRoutes, keyKeptRoutes } from "./backups.ts";
import type { AdminDeps } from "./deps.ts";
import { importHostRoutes } from "./import-hosts.ts";
import { inviteRoutes } from "./invites.ts";
import { keyRoutes } from "./keys.ts";
import { logRoutes } from "./log.ts";
import { meRoutes } from "./me.ts";
import { liveRoutes } from "./live.ts";
import { networkRoutes } from "./networks.ts";
import { networkStatusRoutes } from "./network-status.ts";
import { pauseRoutes } from "./pause.ts";
import { peopleRoutes } from "./people.ts";
import { planRoutes } from "./plan.ts";
import { profileRoutes } from "./profiles.ts";
import { publicAddressRoutes } from "./public-address.ts";
import { sessionRoutes } from "./session.ts";
import { sessionListRoutes } from "./sessions.ts";
import { settingsRoutes } from "./settings.ts";
import { setupRoutes } from "./setup.ts";
import { systemRoutes } from "./system.ts";
import { signInRoutes } from "./sign-ins.ts";
import { simulatorRoutes } from "./simulator.ts";
import { slotRoutes } from "./slots.ts";

export const adminRoutes = (deps: AdminDeps) =>
  new Elysia({ prefix: "/admin" })
    .use(sessionRoutes(deps))
    .use(sessionListRoutes(deps))
    .use(meRoutes(deps))
    .use(setupRoutes(deps))
    .use(peopleRoutes(deps))
    .use(inviteRoutes(deps))
    .use(profileRoutes(deps))
    .use(keyRoutes(deps))
    .use(networkRoutes(deps))
    .use(networkStatusRoutes(deps))
    .use(applicationRoutes(deps))
    .use(accountRecordRoutes(deps))
    .use(accountRoutes(deps))
    .use(connectLinkRoutes(deps))
    .use(signInRoutes(deps))
    .use(slotRoutes(deps))
    .use(simulatorRoutes(deps))
    .use(planRoutes(deps))
    .use(pauseRoutes(deps))
    .use(importHostRoutes(deps))
    .use(publicAddressRoutes(deps))
    .use(attentionRoutes(deps))
    .use(systemRoutes(deps))
    .use(logRoutes(deps))
    .use(settingsRoutes(deps))
    .use(backupRoutes(deps))
    .use(keyKeptRoutes(deps))
    .use(auditRoutes(deps))
    .use(liveRoutes(deps));

export { ADMIN_HEADERS } from "./security-headers.ts";
export { admitPerson } from "./owner.ts";
export type { AdminDeps } from "./deps.ts";
