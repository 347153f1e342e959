// Refreshes the credentials of all accounts again and again, in a process that is killed.
import { openCredentialStore } from "../../../accounts/credentials.ts";
import type { Account } from "../../../domain/account.ts";
import { openAppliance } from "../../../app/index.ts";
import { pause } from "../../../clock.ts";
import { readConfig } from "../../../app/config.ts";
import { guild } from "../../support/oauth-network/network.ts";
import { CLIENT } from "../../support/oauth-network/simulated.ts";
import { withGuild } from "../../support/oauth-network/world.ts";
import type { Line } from "./campaign.ts";
import { createProfile } from "../../../admin/profiles.ts";

const [role = "", folder = "", url = "", count = ""] = process.argv.slice(2);
const config = readConfig(
  {
    ...{ CRIER_DATA: folder, CRIER_LOG: "silent", CRIER_MIN_FREE_MB: "0" },
    ...{ CRIER_ENDPOINT_GUILD: url, CRIER_ENDPOINT_GUILD_WEB: url },
    ...{ CRIER_GUILD_CLIENT_ID: CLIENT.id, CRIER_GUILD_CLIENT_SECRET: CLIENT.secret },
  },
  withGuild.list,
);
const appliance = await openAppliance(config, {
  context: { say: () => {}, die: () => process.exit(1) },
  serves: role === "server",
  begins: true,
  networks: withGuild,
});
const { connections, oauthFlow: consent, store, clock } = appliance;
const safe = openCredentialStore(store.accounts, appliance.vault);
const handles = Array.from({ length: Number(count) }, (_, n) => `member-${n}`);

if (role === "server") {
  const there = await known();
  const open = there.filter(({ refreshAskedAt }) => refreshAskedAt !== null);
  tell({ kind: "doubts", marks: open.map(markOf) });
  await appliance.startDelivery();
  const profile =
    (await store.profiles.find("guild")) ?? (await createProfile("cli", { name: "guild" }, appliance));
  for (const handle of handles)
    if (!there.some((account) => account.handle === handle)) await signIn(profile.id, handle);
}
tell({ kind: "ready" });
for (;;) {
  await Promise.all((await known()).map(use));
  // The other process gets its turn.
  await pause(clock, Math.random() * 60);
}

async function known(): Promise<Account[]> {
  const profile = await store.profiles.find("guild");
  return profile ? await store.accounts.ofProfile(profile.id) : [];
}

/** As every publishing and every look at an account begins. */
async function use(account: Account): Promise<void> {
  await connections.io(account.id, { saved: null, save: async () => {} }).catch(() => {});
  const now = await store.accounts.find(account.id);
  if (now?.status !== "needs_reconnect" || role !== "server") return;
  const { credentials } = await safe.read(account.id);
  const token = credentials["refreshToken"] ?? "";
  // Of the other process's death, which no start of this one has told.
  if (now.refreshAskedAt !== null) tell({ kind: "doubts", marks: [markOf(now)] });
  tell({ kind: "lost", handle: account.handle, token, detail: now.statusDetail ?? "" });
  await signIn(account.profileId, account.handle);
}

/** As a person does it in a browser. */
async function signIn(profileId: string, handle: string): Promise<void> {
  const { oauth } = guild.connect;
  const { url: page, application } = await connections.authorizeUrl(guild);
  if (!oauth || !application) throw new Error("nothing to sign in at");
  const request = consent.allow({ profileId, platform: "guild", actor: "cli" });
  const address = await consent.begin(request, { network: guild, oauth, url: page, application }, handle);
  const answer = await fetch(`${address}&login_hint=${handle}`, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "").searchParams;
  const came = await consent.handleCallback(back.get("state") ?? "", handle, guild);
  if (typeof came === "string") throw new Error(came);
  const found = await connections.redeem(guild, { ...came.grant, code: back.get("code") ?? "" });
  for (const one of found) await connections.connect(profileId, guild, one, "cli");
}

function markOf({ handle, refreshAskedAt }: Account): string {
  return `${handle} ${refreshAskedAt}`;
}

function tell(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
