// /admin accounts as records: what waits for them, their history, pauses, colours, order and groups.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { editAccount, existingAccount } from "../../admin/accounts.ts";
import { existingProfile } from "../../admin/profiles.ts";
import { MAX_GROUP_NAME, type Account } from "../../domain/account.ts";
import { COLOURS } from "../../domain/label.ts";
import { limitOf, timeCursor, pageOf, pageQuery } from "../http/paging.ts";
import { AccountRecordView, accountRecord, historyEntry, HistoryEntryView } from "../views/account-record.ts";
import { accountsOf } from "../views/account.ts";
import { idParam, nullable, strict, words } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import { networkOf, oneView } from "./accounts.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";

const tag = "Accounts";
const historyCursor = timeCursor("account history");

export const accountRecordRoutes = (deps: AdminDeps) =>
  new Elysia()
    .get(
      "/profiles/:id/accounts",
      async ({ params }) => {
        const { id } = await existingProfile(params.id, deps);
        return { accounts: await recordsOf(id, deps) };
      },
      {
        ...personOperation({
          id: "listProfileAccounts",
          permission: "read",
          of: "profile",
          tag,
          summary: "List accounts, including disconnected ones",
        }),
        params: idParam,
        response: Type.Object({ accounts: Type.Array(AccountRecordView) }),
      },
    )
    .get(
      "/accounts/:id",
      async ({ params }) => await recordOf(await existingAccount(params.id, deps), deps),
      {
        ...personOperation({
          id: "getAccount",
          permission: "read",
          of: "account",
          tag,
          summary: "Get an account",
        }),
        params: idParam,
        response: AccountRecordView,
      },
    )
    .patch(
      "/accounts/:id",
      async ({ params, body, request }) =>
        await recordOf(await editAccount(actorOf(request), params.id, body, deps), deps),
      {
        ...personOperation({
          id: "editAccount",
          permission: "manage",
          of: "account",
          tag,
          summary: "Pause, resume, mark or move an account",
          description:
            "While an account is paused its posts wait and say so; posts of other accounts go out. When it is resumed, what " +
            "came due meanwhile goes out at once, one after another. Accounts of a group are listed together, where the first " +
            "of them stands, and those without a group last.",
        }),
        parse: adminJson,
        params: idParam,
        body: Type.Object(
          {
            paused: Type.Optional(Type.Boolean()),
            colour: Type.Optional(nullable(words(COLOURS))),
            group: Type.Optional(
              nullable(
                text({ minLength: 1, maxLength: MAX_GROUP_NAME }),
                "the name of its group; null: none",
              ),
            ),
            order: Type.Optional(
              Type.Integer({
                minimum: 1,
                description: "its place among the accounts of the profile, from 1; the others make room",
              }),
            ),
          },
          strict,
        ),
        response: AccountRecordView,
      },
    )
    .get(
      "/accounts/:id/history",
      async ({ params, query }) => {
        const { id } = await existingAccount(params.id, deps);
        const limit = limitOf(query.limit);
        const found = await deps.store.audit.page(limit + 1, historyCursor.read(query.cursor), {
          subject: id,
        });
        const { items, nextCursor } = pageOf(found, limit, historyCursor.after);
        return { entries: items.map(historyEntry), nextCursor };
      },
      {
        ...personOperation({
          id: "listAccountHistory",
          permission: "read",
          of: "account",
          tag,
          summary: "List what was done to an account, newest first",
          description: "Connected, checked, ended, paused, disconnected: by whom, when and why.",
        }),
        params: idParam,
        query: Type.Object(pageQuery, strict),
        response: Type.Object({
          entries: Type.Array(HistoryEntryView),
          nextCursor: nullable(Type.String()),
        }),
      },
    );

async function recordsOf(profileId: string, deps: AdminDeps): Promise<Static<typeof AccountRecordView>[]> {
  const { store, quota, avatarUrl, clock } = deps;
  const accounts = await store.accounts.ofProfile(profileId);
  const activity = await store.accounts.activity(profileId, clock.now());
  const views = await accountsOf(profileId, {
    accounts: { ofProfile: async () => accounts },
    network: networkOf(deps),
    quota,
    avatarUrl,
  });
  return views.flatMap((view) => {
    const account = accounts.find(({ id }) => id === view.id);
    const own = activity.find(({ accountId }) => accountId === view.id) ?? null;
    return account ? [accountRecord(view, account, own)] : [];
  });
}

async function recordOf(account: Account, deps: AdminDeps): Promise<Static<typeof AccountRecordView>> {
  const activity = await deps.store.accounts.activity(account.profileId, deps.clock.now());
  const own = activity.find(({ accountId }) => accountId === account.id) ?? null;
  return accountRecord(await oneView(deps, account), account, own);
}
