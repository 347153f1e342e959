// Creates an owner for tests and signs in over HTTP, like the app's own pages.
import type { Access } from "../../domain/person.ts";
import type { Answer, World } from "./world.ts";
import { ENTRY } from "./audit-entry.ts";

export const EMAIL = "me@example.com";
export const PASSWORD = "correct horse battery staple";
/** One hash for all worlds, which is quick to check: real ones are slow on purpose (auth/password.test.ts). */
export const hashedPassword = Bun.password.hash(PASSWORD, {
  algorithm: "argon2id",
  memoryCost: 64,
  timeCost: 1,
});

export interface Owner {
  readonly cookie: string;
  /** A request to /admin with the session and from the right origin; null takes a header away. */
  ask: Ask;
}
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string | null>>,
) => Promise<Answer>;

export const makeOwner = (world: World, email = EMAIL): Promise<void> =>
  makePerson(world, email, { role: "owner", profiles: "all" });

export async function makePerson(
  { appliance: { store, newId, clock } }: World,
  email: string,
  access: Access,
  passwordHash = hashedPassword,
): Promise<void> {
  const person = {
    id: newId(),
    email,
    passwordHash: await passwordHash,
    createdAt: clock.now(),
    ...access,
  };
  // Who exists already stays.
  await store.people.create(person, ENTRY);
}

export async function signIn(world: World, email = EMAIL): Promise<Owner> {
  const { status, headers } = await asking(world)("POST", "/session", { email, password: PASSWORD });
  if (status !== 201) throw new Error(`sign-in answers ${status}`);
  const cookie = (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { cookie, ask: asking(world, cookie) };
}

const viewers = new WeakMap<World, Promise<Owner>>();

/** What a signed-in person sees at an address, such as /simulator. */
export async function lookAt(world: World, path: string): Promise<Response> {
  const viewer =
    viewers.get(world) ??
    makeOwner(world, "viewer@example.com").then(() => signIn(world, "viewer@example.com"));
  viewers.set(world, viewer);
  return await fetch(`${world.url}${path}`, { headers: { cookie: (await viewer).cookie } });
}

export function asking(world: Pick<World, "url">, cookie?: string): Ask {
  return async (method, path, body, headers = {}) => {
    const all = {
      ...(cookie === undefined ? {} : { cookie }),
      ...(method === "GET" ? {} : { origin: world.url, "content-type": "application/json" }),
      ...headers,
    };
    const response = await fetch(`${world.url}/admin${path}`, {
      method,
      headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null),
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = (text === "" ? {} : JSON.parse(text)) as Answer["json"];
    return { status: response.status, headers: response.headers, json };
  };
}

/** What a signed-in person sends to /v1 from our own pages, in place of a key. */
export const personHeaders = (world: World, cookie: string, profileId = world.profileId) => ({
  authorization: "",
  cookie,
  origin: world.url,
  "crier-profile": profileId,
});

/** The session's cookie in the answer to a sign-in. */
export const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(";")[0] ?? "";

export const isSignedIn = async (world: World, cookie: string): Promise<boolean> =>
  (await asking(world, cookie)("GET", "/session")).status === 200;

interface ListedSession {
  readonly id: string;
  readonly device: string;
  readonly address: string | null;
  readonly current: boolean;
  readonly lastUsedAt: string;
}

export const sessionsOf = async ({ ask }: Pick<Owner, "ask">): Promise<readonly ListedSession[]> =>
  (await ask("GET", "/sessions")).json["sessions"] as readonly ListedSession[];
