// Lists every route of the admin API with one valid request, for the access and audit tests.
import { openHttp, type HttpDeps } from "../../api/index.ts";
import { type Ask, EMAIL, makePerson, PASSWORD } from "./owner.ts";
import { ENTRY } from "./audit-entry.ts";
import { waitUntil } from "./wait-until.ts";
import type { World } from "./world.ts";

export interface Row {
  readonly status: number;
  /** What the audit log says of it; null for a route that changes nothing. */
  readonly action: string | null;
  readonly body?: unknown;
  /** What must be there first. @returns the id in the path */
  readonly id?: (world: World, ask: Ask) => Promise<string>;
  /** Requires no sign-in. */
  readonly open?: true;
}

const idOf = async (answer: ReturnType<Ask>): Promise<string> => String((await answer).json["id"]);
let count = 0;
const profile = async (_: World, ask: Ask) => await idOf(ask("POST", "/profiles", { name: `p${count++}` }));
const key = async (world: World, ask: Ask) =>
  await idOf(ask("POST", `/profiles/${world.profileId}/keys`, { name: "k" }));
const account = async (world: World, ask: Ask) => {
  const body = { platform: "bluesky", simulated: true, handle: "ok" };
  const { json } = await ask("POST", `/profiles/${world.profileId}/accounts`, body);
  const [first] = json["accounts"] as { id: string }[];
  return first?.id ?? "";
};
/** An entry of the attention list. */
const trouble = async (world: World, ask: Ask) => {
  const id = await account(world, ask);
  await world.appliance.store.accounts.setStatus(id, "needs_reconnect", "expired", ENTRY);
  return `account:${id}`;
};
const invite = async (_: World, ask: Ask) => {
  const { json } = await ask("POST", "/invites", { role: "viewer" });
  return (json["invite"] as { readonly id: string }).id;
};
/** Somebody else, who is signed in. */
const person = async (world: World) => {
  const email = `p${count++}@example.com`;
  await makePerson(world, email, { role: "viewer", profiles: "all" });
  await sessionOf(world, email);
  return (await world.appliance.store.people.byEmail(email))?.id ?? "";
};
const APPLICATION = { clientId: "an-id", clientSecret: "a-secret" };
const theGuild = async () => "guild";
const guildWithApplication = async (_: World, ask: Ask) => {
  await ask("PUT", "/networks/guild/application", APPLICATION);
  return "guild";
};
const theProfile = async ({ profileId }: World) => profileId;
const host = async (_: World, ask: Ask) =>
  String((await ask("POST", "/import-hosts", { host: `h${count++}.example.com` })).json["host"]);

/** Another session of a person. @returns its id */
const sessionOf = async ({ appliance: { store, clock, newId } }: World, email: string) => {
  const person = await store.people.byEmail(email);
  if (!person) throw new Error(`nobody is called ${email}`);
  const { id: personId, role, profiles, passwordHash } = person;
  const [at, id] = [clock.now(), newId()];
  const from = { address: null, device: null };
  const record = { id, personId, email, role, profiles, createdAt: at, lastUsedAt: at, ...from };
  const hash = crypto.getRandomValues(new Uint8Array(32));
  await store.sessions.add(record, { hash, replaces: null, passwordHash }, ENTRY);
  return id;
};
const otherSession = (world: World) => sessionOf(world, EMAIL);

/** The name of the newest backup, once nothing runs. */
async function nothingRuns(_: World, ask: Ask): Promise<string> {
  let newest = "";
  await waitUntil(async () => {
    const { running, backups } = (await ask("GET", "/backups")).json as {
      running: unknown;
      backups: readonly { name: string }[];
    };
    newest = backups[0]?.name ?? "";
    return running === null;
  });
  return newest;
}

export async function backup(world: World, ask: Ask): Promise<string> {
  await nothingRuns(world, ask);
  await ask("POST", "/backups");
  return await nothingRuns(world, ask);
}

// prettier-ignore
export const ROWS: Readonly<Record<string, Row>> = {
  "GET /session": { status: 200, action: null },
  "POST /session": { status: 201, action: "session.start", body: { email: EMAIL, password: PASSWORD }, open: true },
  "DELETE /session": { status: 204, action: "session.end" },
  "GET /sessions": { status: 200, action: null },
  "DELETE /sessions": { status: 204, action: "session.end_others", id: otherSession },
  "DELETE /sessions/:id": { status: 204, action: "session.end", id: otherSession },
  "PATCH /me": { status: 200, action: "person.update", body: { theme: "dark" } },
  "GET /setup": { status: 200, action: null, open: true },
  // There is an owner; setup.test.ts is about the time before.
  "POST /setup": { status: 409, action: null, body: { token: "x", email: EMAIL, password: PASSWORD }, open: true },
  "GET /people": { status: 200, action: null },
  "PATCH /people/:id": { status: 200, action: "person.access", body: { role: "editor" }, id: person },
  "DELETE /people/:id": { status: 204, action: "person.delete", id: person },
  "GET /people/:id/sessions": { status: 200, action: null, id: person },
  "DELETE /people/:id/sessions": { status: 204, action: "person.sign_out", id: person },
  "GET /invites": { status: 200, action: null },
  "POST /invites": { status: 201, action: "invite.create", body: { role: "author" } },
  "DELETE /invites/:id": { status: 204, action: "invite.revoke", id: invite },
  // With a token that is none; roles.test.ts is about the others.
  "POST /invites/open": { status: 403, action: null, body: { token: "x" }, open: true },
  "POST /invites/accept": { status: 403, action: null, body: { token: "x", email: "new@example.com", password: PASSWORD }, open: true },
  "GET /profiles": { status: 200, action: null },
  "POST /profiles": { status: 201, action: "profile.create", body: { name: "new" } },
  "GET /profiles/:id": { status: 200, action: null, id: theProfile },
  "PATCH /profiles/:id": { status: 200, action: "profile.update", body: { timezone: "Europe/Berlin" }, id: theProfile },
  "DELETE /profiles/:id": { status: 204, action: "profile.delete", id: profile },
  "GET /profiles/:id/keys": { status: 200, action: null, id: theProfile },
  "POST /profiles/:id/keys": { status: 201, action: "key.create", body: { name: "k" }, id: theProfile },
  "POST /keys/:id/rotate": { status: 201, action: "key.rotate", body: {}, id: key },
  "POST /keys/:id/revoke": { status: 200, action: "key.revoke", id: key },
  "GET /agent-tools": { status: 200, action: null },
  "GET /simulator": { status: 200, action: null },
  "PUT /simulator/next": { status: 200, action: "simulator.next", body: { platform: "mastodon", handle: "ok", behaviour: "lost" } },
  "DELETE /simulator": { status: 204, action: "simulator.forget" },
  "GET /networks": { status: 200, action: null },
  "GET /profiles/:id/accounts": { status: 200, action: null, id: theProfile },
  "POST /profiles/:id/accounts": { status: 201, action: "account.connect", body: { platform: "mastodon", simulated: true }, id: theProfile },
  "POST /profiles/:id/connect/:network": { status: 201, action: "account.connect_link", id: theProfile },
  "GET /sign-ins/:network": { status: 200, action: null },
  // Nothing waits for a choice: connect-app.test.ts is about that.
  "POST /sign-ins/:network": { status: 404, action: null, body: { choose: ["a"] } },
  "GET /networks/status": { status: 200, action: null },
  "POST /networks/:id/resume": { status: 404, action: null, body: { server: "one.example" }, id: theGuild },
  "GET /networks/:id/application": { status: 200, action: null, id: theGuild },
  "PUT /networks/:id/application": { status: 200, action: "application.set", body: APPLICATION, id: theGuild },
  "DELETE /networks/:id/application": { status: 200, action: "application.remove", id: guildWithApplication },
  "POST /networks/:id/application/test": { status: 200, action: null, id: guildWithApplication },
  "GET /accounts/:id": { status: 200, action: null, id: account },
  "PATCH /accounts/:id": { status: 200, action: "account.pause", body: { paused: true }, id: account },
  "GET /accounts/:id/history": { status: 200, action: null, id: account },
  "POST /accounts/:id/check": { status: 200, action: "account.check", id: account },
  "POST /accounts/:id/end-wait": { status: 404, action: null, id: account },
  "POST /accounts/:id/disconnect": { status: 200, action: "account.disconnect", id: account },
  "GET /profiles/:id/slots": { status: 200, action: null, id: theProfile },
  "POST /profiles/:id/slots/preview": { status: 200, action: null, body: { slots: [{ weekdays: [1], time: "09:00" }] }, id: theProfile },
  "PUT /profiles/:id/slots": { status: 200, action: "slots.set", body: { slots: [{ weekdays: [1], time: "09:00" }] }, id: theProfile },
  "GET /plan": { status: 200, action: null },
  "PUT /plan": { status: 200, action: "plan.set", body: { plan: "unlimited" } },
  "PUT /pause": { status: 200, action: "publishing.pause", body: { reason: "wrong link" } },
  "DELETE /pause": {
    status: 200, action: "publishing.resume",
    id: async (_, ask) => String((await ask("PUT", "/pause", { reason: "wrong link" })).status),
  },
  "GET /import-hosts": { status: 200, action: null },
  "POST /import-hosts": { status: 201, action: "import_host.add", body: { host: "*.example.org" } },
  "DELETE /import-hosts/:host": { status: 204, action: "import_host.remove", id: host },
  "GET /public-address": { status: 200, action: null },
  "GET /attention": { status: 200, action: null },
  "POST /attention/:id/snooze": { status: 204, action: "attention.snooze", body: {}, id: trouble },
  "DELETE /attention/:id/snooze": { status: 204, action: "attention.unsnooze", id: trouble },
  "GET /system": { status: 200, action: null },
  "GET /log": { status: 200, action: null },
  "GET /settings": { status: 200, action: null },
  "GET /backups": { status: 200, action: null },
  "POST /backups": { status: 202, action: "backup.create", id: nothingRuns },
  "POST /backups/:name/verify": { status: 202, action: "backup.verify", id: backup },
  "GET /backups/schedule": { status: 200, action: null },
  "PUT /backups/schedule": { status: 200, action: "backup.schedule", body: { every: "03:15", keep: 14, folder: null } },
  "POST /key-kept": { status: 404, action: null, body: { fingerprint: "of another key" } },
  "GET /audit": { status: 200, action: null },
  // It asks for a profile; with one it does not end: live.test.ts is about that.
  "GET /live": { status: 400, action: null },
};

export interface AdminRoute {
  readonly method: string;
  /** Without /admin. */
  readonly path: string;
  readonly name: string;
}

/** As the server serves them; their document is public. */
export function adminRoutes(): AdminRoute[] {
  // Routes only use what they are made from when they are asked.
  return openHttp({} as HttpDeps)
    .routes.filter(({ path }) => path.startsWith("/admin/") && path !== "/admin/openapi.json")
    .map(({ method, path }) => {
      const short = path.slice("/admin".length);
      return { method, path: short, name: `${method} ${short}` };
    });
}

export function rowOf({ name }: AdminRoute): Row {
  const row = ROWS[name];
  if (!row) throw new Error(`${name} has no row in admin-routes.ts`);
  return row;
}

/** The route's address, with an id that fits, in a world that knows the guild. */
export const pathWith = ({ path }: AdminRoute, id: string): string =>
  path.replace(":network", "guild").replace(/:\w+/, encodeURIComponent(id));
