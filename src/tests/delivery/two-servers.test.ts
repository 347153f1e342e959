// Tests what people and networks see of two servers over one database: a sign-in and live events across both, and one renewal of a
// token that both need.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { networks } from "../../app/networks.ts";
import { systemClock } from "../../clock.ts";
import { openCalls } from "../../networks/client/call.ts";
import { startSimulator } from "../../simulator/server.ts";
import { openPool } from "../../store/postgres/pool.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { startBucket } from "../support/bucket.ts";
import { openCluster, type Cluster, type Member } from "../support/cluster.ts";
import { openFront, type Front } from "../support/front.ts";
import { listen } from "../support/live-client.ts";
import { browserAt, continueIn } from "../support/oauth-network/world.ts";
import { asking, EMAIL, hashedPassword, PASSWORD } from "../support/owner.ts";
import { postgresPrograms, startPostgres, type PostgresServer } from "../support/postgres.ts";
import { ENTRY } from "../support/audit-entry.ts";
import { waitUntil } from "../support/wait-until.ts";
import { freePort } from "../support/free-port.ts";

const USES = 200;

interface TwoServers extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly front: Front;
  readonly database: string;
  /** Exchanges of a refresh token that networks were asked for. */
  readonly renewals: () => number;
}

describe.skipIf(postgresPrograms === null)("two servers", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  test.each(["bucket", "server"])(
    "an upload to the %s that begins at one is completed by both at once, and goes out from either",
    async (target) => {
      await using bucket = startBucket();
      const settings = { ...bucket.settings, CRIER_S3_UPLOADS: target };
      await using cluster = await openCluster(await server.database(), 2, { settings });
      const [first, second] = cluster.members;
      if (!first || !second) throw new Error("two servers");
      const photo = await Bun.file(SAMPLES.photo.path).bytes();
      for (let n = 0; n < 10; n++) {
        const named = { filename: `${n}.jpg`, contentType: "image/jpeg", size: photo.length };
        const { json: upload } = await first.ask("POST", "/media/presign", named);
        const sent = await fetch(String(upload["uploadUrl"]), {
          method: "PUT",
          headers: upload["headers"] as Record<string, string>,
          body: photo,
        });
        expect(new URL(sent.url).origin === first.url).toBe(target === "server");
        expect(sent.ok).toBeTrue();
        const complete = ({ ask }: Member) =>
          ask("POST", "/media/complete", { uploadId: upload["uploadId"] });
        const answers = await Promise.all([complete(second), complete(first)]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const [id, other] = answers.map(({ json }) => (json["media"] as { id: string }).id);
        expect(id).toBe(other);
        const accounts = [await cluster.account("mastodon", `ok-${n}`)];
        const media = [id];
        const { json: post } = await first.ask("POST", "/posts", {
          caption: "Up",
          accounts,
          media,
          schedule: "now",
        });
        await waitUntil(
          async () => (await second.ask("GET", `/posts/${String(post["id"])}`)).json["status"] === "posted",
        );
      }
      expect([...bucket.objects.keys()].filter((key) => key.includes("incoming/"))).toEqual([]);
    },
  );

  test("each says whose log it shows", async () => {
    await using cluster = await openCluster(await server.database(), 1);
    const [only] = cluster.members;
    if (!only) throw new Error("one server");
    const { json } = await asking(only, await ownerAt(only))("GET", "/log");
    expect(json["process"]).toBe(`${hostname()} ${process.pid}`);
  });

  test("a backup that either makes is known at both, so neither asks for one", async () => {
    await using bucket = startBucket();
    const folder = mkdtempSync(join(tmpdir(), "crier-shared-backups-"));
    const settings = { ...bucket.settings, CRIER_BACKUP_FOLDER: folder, CRIER_BACKUP_EVERY: "6h" };
    await using cluster = await openCluster(await server.database(), 2, { settings });
    const [first, second] = cluster.members;
    if (!first || !second) throw new Error("two servers");
    const cookie = await ownerAt(first);
    const seen = async (member: Member) => {
      const ask = asking(member, cookie);
      const { json } = await ask("GET", "/backups");
      const { json: attention } = await ask("GET", "/attention");
      return {
        backups: (json["backups"] as { name: string; verified: { sound: boolean } | null }[]).map(
          ({ name, verified }) => [name, verified?.sound],
        ),
        last: (await ask("GET", "/system")).json["backups"],
        asksForOne: JSON.stringify(attention).includes("backup:last"),
      };
    };
    await waitUntil(async () => (await seen(first)).backups.some(([, sound]) => sound));
    const found = await seen(first);
    expect(found).toEqual({
      backups: [[expect.any(String), true]],
      last: { lastAt: expect.any(String), verifiedAt: expect.any(String), folder },
      asksForOne: false,
    });
    expect(await seen(second)).toEqual(found);
    const { profileId } = cluster;
    const clock = { ...systemClock, turn: () => {}, set: () => {}, armed: () => false };
    using live = await listen({ url: second.url, clock, profileId }, { cookie });
    const [name] = found.backups[0] ?? [];
    const started = await asking(first, cookie)("POST", `/backups/${String(name)}/verify`);
    expect(started.status).toBe(202);
    const jobs = async () => (await asking(second, cookie)("GET", "/backups")).json;
    // A quick one may have ended already.
    const { running, last } = await jobs();
    expect(running ?? last).toMatchObject({ kind: "verify", name });
    await live.until(({ messages }) => messages.some(({ event }) => event === "backups"));
    await waitUntil(async () => {
      const now = await jobs();
      return now["running"] === null && (now["last"] as { kind: string } | null)?.kind === "verify";
    });
    rmSync(folder, { recursive: true });
  });

  /** Creates the owner and signs in. @returns the cookie */
  async function ownerAt(member: Member): Promise<string> {
    const { store, newId } = member.appliance;
    const person = { id: newId(), email: EMAIL, passwordHash: await hashedPassword, createdAt: Date.now() };
    await store.people.create({ ...person, role: "owner", profiles: "all" }, ENTRY);
    const { headers } = await asking(member)("POST", "/session", { email: EMAIL, password: PASSWORD });
    return (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  }

  /** X is played by a simulator of its own, which both servers ask. */
  async function open(): Promise<TwoServers> {
    await using stack = new AsyncDisposableStack();
    const ports = [freePort(), freePort()];
    const front = stack.use(openFront(ports));
    const [x] = networks.simulated.filter(({ id }) => id === "x");
    if (!x) throw new Error("no simulated X");
    const simulator = await startSimulator({ networks: [x], clock: systemClock });
    stack.defer(() => simulator.stop());
    const at = (purpose: string) => simulator.endpoint("x", purpose).replace(/#.*$/, "");
    const purposes = Object.keys(networks.find("x")?.endpoints ?? {});
    const endpoints = purposes.map((purpose) => [
      `CRIER_ENDPOINT_X${purpose === "api" ? "" : `_${purpose.toUpperCase()}`}`,
      at(purpose),
    ]);
    let renewals = 0;
    const counting: typeof openCalls = (options) => {
      const call = openCalls(options);
      return async (request) => {
        if (JSON.stringify(request.body ?? {}).includes('"refresh_token"')) renewals++;
        return await call(request);
      };
    };
    const database = await server.database();
    const cluster = await openCluster(database, 2, {
      ports,
      settings: {
        ...Object.fromEntries(endpoints),
        CRIER_URL: front.url,
        CRIER_X_CLIENT_ID: "crier",
        CRIER_X_CLIENT_SECRET: "application-secret",
      },
      openCalls: counting,
    });
    stack.use(cluster);
    const opened = stack.move();
    return {
      ...{ cluster, front, database },
      renewals: () => renewals,
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    };
  }

  /** Each request of the browser goes to the other server than the one before. */
  async function connect({ cluster, front }: TwoServers): Promise<string> {
    const { profileId, members } = cluster;
    const [first] = members;
    const link = first?.appliance.oauthFlow.link({ profileId, platform: "x", actor: "cli" });
    const browser = browserAt(() => front.url);
    await browser.open(`${continueIn(await browser.ask(link?.url ?? ""))}&login_hint=ok`);
    expect((await browser.ask(`${front.url}/connect/x/result`)).text).toContain("Connected");
    const [account] = (await first?.appliance.store.accounts.ofProfile(profileId)) ?? [];
    return account?.id ?? "";
  }

  test("a sign-in that begins at one and ends at the other connects the account", async () => {
    await using servers = await open();
    expect(await connect(servers)).not.toBe("");
    expect(Math.min(...servers.front.counts)).toBeGreaterThan(1);
  });

  test(`a token that both need ${USES} times at once is renewed once`, async () => {
    await using servers = await open();
    const { cluster, database, renewals } = servers;
    const id = await connect(servers);
    await using pool = openPool({ url: database, name: "test", sessions: 1 });
    await pool.use((session) =>
      session.run("UPDATE account SET token_expires_at = $now WHERE id = $id", { now: Date.now(), id }),
    );
    const uses = Array.from({ length: USES }, async (_, n) => {
      const { connections } = cluster.members[n % 2]?.appliance ?? {};
      const used = await connections?.io(id, { saved: null, save: async () => {} });
      return used?.io.credentials["accessToken"];
    });
    const tokens = await Promise.all(uses);
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toBeString();
    expect(renewals()).toBe(1);
  });

  test("an action on several posts that one has carried out is undone by the other, and repeated by neither", async () => {
    await using cluster = await openCluster(await server.database(), 2);
    const [first, second] = cluster.members;
    if (!first || !second) throw new Error("two servers");
    const accounts = [await cluster.account("mastodon", "ok-1")];
    const schedule = "2027-06-01T09:00:00.000Z";
    const made = await first.ask("POST", "/posts", { caption: "One", accounts, schedule });
    const id = String(made.json["id"]);
    const timeAt = async ({ ask }: Member) => (await ask("GET", `/posts/${id}`)).json["scheduledFor"];
    const body = { ids: [id], action: "shift", days: 1 };
    const shift = ({ ask }: Member) => ask("POST", "/posts/actions", body, { "idempotency-key": "shift-1" });
    const answers = await Promise.all([first, second, first, second].map(shift));
    const token = answers[0]?.json["undo"];
    expect(answers.map(({ json }) => json)).toEqual(
      answers.map(() => ({ results: [{ id, ok: true, error: null }], undo: token })),
    );
    expect(await timeAt(second)).toBe("2027-06-02T09:00:00.000Z");
    for (const member of [second, first]) {
      const undone = await member.ask("POST", "/posts/actions/undo", { token });
      expect(undone.json).toEqual({ results: [{ id, ok: true, error: null }] });
      expect(await timeAt(first)).toBe(schedule);
    }
  });

  test("what happens at one is seen at the other at once, in its live events", async () => {
    await using servers = await open();
    const { members, profileId, account } = servers.cluster;
    const [first, second] = members;
    if (!first || !second) throw new Error("two servers");
    const cookie = await ownerAt(first);
    const clock = { ...systemClock, turn: () => {}, set: () => {}, armed: () => false };
    using live = await listen({ url: second.url, clock, profileId }, { cookie });
    const accounts = [await account("mastodon", "ok-1")];
    const made = await first.ask("POST", "/posts", { caption: "One", accounts, schedule: "draft" });
    await live.until(({ messages }) =>
      messages.some(({ data }) => JSON.stringify(data).includes(String(made.json["id"]))),
    );
  });
});
