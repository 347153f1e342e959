// /setup: the page on which the first owner is created.
import { Elysia } from "elysia";
import type { Setup } from "../../admin/setup.ts";
import type { Owners } from "../../domain/store/owners.ts";
import type { Profiles } from "../../domain/store/profiles.ts";
import { alreadySetUpPage, demoPage, setupPage } from "./page.ts";

interface SetupPageDeps {
  readonly setup: Pick<Setup, "isNeeded">;
  readonly store: { readonly owners: Pick<Owners, "exists">; readonly profiles: Pick<Profiles, "list"> };
}

export const setupPageRoutes = (deps: SetupPageDeps) =>
  new Elysia({ detail: { hide: true } }).get("/setup", async () => {
    if (await deps.store.owners.exists()) return alreadySetUpPage();
    if (!(await deps.setup.isNeeded())) return demoPage();
    const [profile = null] = await deps.store.profiles.list();
    return setupPage({ asksForProfile: profile === null });
  });
