// Opens a whole server for tests: a real store on disk, real HTTP, simulated networks, and a turnable clock.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import type { PostView } from "../../api/views/post.ts";
import { openAppliance, type Appliance } from "../../app/index.ts";
import type { Internet } from "../../app/parts.ts";
import type { Served } from "../../app/serve.ts";
import type { ConnectionLimits } from "../../app/server.ts";
import { readConfig } from "../../app/config.ts";
import type { Document } from "../../api/openapi/shape.ts";
import { openContract, type Contract } from "./openapi-check.ts";
import { networks, pairedRegistry, type NetworkPair, type PairedRegistry } from "../../app/networks.ts";
import type { OpenNetwork, Published } from "../../simulator/network.ts";
import { serverSettings, testDatabase } from "./postgres.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";
import type { StorePlace } from "../../domain/store/place.ts";
import { openPlace, storeFiles } from "../../store/index.ts";
import { watchCalls } from "./under-way.ts";
import { serverPlace } from "../../store/server.ts";
import { putEmptyDatabase } from "./empty-database.ts";
import { turnableClock, type TurnableClock } from "./clock.ts";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";
import { GIVE_UP_MS } from "./time-limits.ts";

export type PostBody = Static<typeof PostView>;

export interface World extends AsyncDisposable {
  readonly folder: string;
  readonly clock: TurnableClock;
  readonly appliance: Appliance;
  /** Beside the appliance, whichever store it is in. */
  readonly database: TestDatabase;
  /** Where another process finds the store. */
  elsewhere(): StorePlace;
  /** Settings with which the command line uses the same data. */
  readonly settings: Readonly<Record<string, string>>;
  readonly url: string;
  /** The link to create the first owner; null when there was one at the start. */
  readonly setupUrl: Served["setupUrl"];
  readonly routes: Served["routes"];
  readonly key: string;
  readonly profileId: string;
  /** Connects a simulated account. @returns its id */
  account(platform: string, handle: string): Promise<string>;
  /** What stands on a simulated network, also from before a restart. */
  published(platform: string): readonly Published[];
  /**
   * A request to /v1 with the world's key; a body that is no FormData goes as JSON.
   * @throws Error when the answer is not as /v1/openapi.json says
   */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(body: Record<string, unknown>): Promise<PostBody>;
  /**
   * Lets open calls finish, turns the clock, and waits for the calls that this starts. On a busy machine, answers would
   * otherwise arrive hours late by this clock. Calls that hang are not waited for.
   */
  turn(ms: number): Promise<void>;
  /**
   * Turns the clock until the post looks as wished. On a busy machine fewer turns fit into the same time, so it gives up
   * only after a number of them as well.
   * @throws Error after four minutes of real time
   */
  until(
    id: string,
    request: (post: PostBody) => boolean | Promise<boolean>,
    stepMs?: number,
  ): Promise<PostBody>;
  /**
   * Ends the appliance and opens it again on the same folder.
   * @param awayMs how much later, by the wall clock
   * @param meanwhile what happens to the folder in between
   */
  restart(awayMs?: number, meanwhile?: () => Promise<void>): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The shape is what each test is about.
  readonly json: Record<string, unknown>;
}

/**
 * @param known networks of this world
 * @param internet where files are imported from
 * @param say where the log's lines go
 * @param connectionLimits how long connections may be silent; default: as in production
 */
export async function openWorld(
  env: Record<string, string> = {},
  known: PairedRegistry = networks,
  internet: Internet | null = null,
  say: (line: string) => void = () => {},
  connectionLimits?: ConnectionLimits,
): Promise<World> {
  const { watched, published } = watch(known);
  const folder = mkdtempSync(join(tmpdir(), "crier-test-"));
  await putEmptyDatabase(folder);
  const clock = turnableClock();
  const config = readConfig(
    {
      CRIER_DATA: folder,
      ...TEST_SETTINGS,
      ...env,
    },
    watched.list,
  );
  const onServer = await testDatabase();
  const database = openTestDatabase(onServer?.url ?? join(folder, storeFiles.databaseFile));
  const underWay = watchCalls(database);
  let appliance = await start();
  let served = await appliance.serve();
  const { id: profileId } = await createProfile("cli", { name: "test" }, appliance);
  const { key } = await createKey(
    "cli",
    {
      profileId,
      name: "test",
      scopes: ["read", "write", "publish"],
      expiresAt: null,
    },
    appliance,
  );

  const world: World = {
    folder,
    clock,
    key,
    profileId,
    database,
    elsewhere: () => openPlace(folder, onServer?.url ?? null),
    get settings() {
      const { CRIER_DATA } = config;
      if (!onServer) return { CRIER_DATA };
      return { CRIER_DATA, ...serverSettings(onServer.url, CRIER_DATA, served.url), ...env };
    },
    get appliance() {
      return appliance;
    },
    get url() {
      return served.url;
    },
    get setupUrl() {
      return served.setupUrl;
    },
    get routes() {
      return served.routes;
    },
    published,
    async account(platform, handle) {
      const network = watched.find(platform);
      if (!network) throw new Error(`no network ${platform}`);
      return (await appliance.connections.simulate(profileId, network, handle, "cli")).id;
    },
    ask,
    async post(body) {
      const { status, json } = await ask("POST", "/posts", body, { prefer: "respond-async" });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
      return json as PostBody;
    },
    turn,
    until,
    async restart(awayMs = 0, meanwhile = async () => {}) {
      await appliance[Symbol.asyncDispose]();
      clock.set(clock.now() + awayMs);
      await meanwhile();
      appliance = await start();
      served = await appliance.serve();
    },
    async [Symbol.asyncDispose]() {
      await appliance[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await onServer?.[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;

  function start(): Promise<Appliance> {
    const context = { say, die: (): never => process.exit(137) };
    const outside = { ...(internet && { internet }), ...(connectionLimits && { connectionLimits }) };
    const place = onServer && { place: serverPlace(onServer.url), openCalls: underWay.openCalls };
    return openAppliance(config, {
      context,
      serves: true,
      clock,
      networks: watched,
      openCalls: underWay.openCalls,
      ...place,
      ...outside,
    });
  }

  async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const isForm = body instanceof FormData;
    const declared = body === undefined || isForm ? {} : { "content-type": "application/json" };
    // What goes out: the URL's own rules make /posts/. another address.
    const address = new URL(`${served.url}/v1${path}`);
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${key}`, ...declared, ...headers },
      ...(body === undefined
        ? {}
        : { body: isForm || typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = (text === "" ? {} : JSON.parse(text)) as Answer["json"];
    const type = response.headers.get("content-type") ?? "";
    const seen = { method, path: address.pathname.replace("/v1", ""), status: response.status, type };
    (await contract(served.url)).hold({ ...seen, json: text === "" ? null : json });
    return { status: response.status, headers: response.headers, json };
  }

  async function until(
    id: string,
    request: (post: PostBody) => boolean | Promise<boolean>,
    stepMs = 200,
  ): Promise<PostBody> {
    const giveUp = performance.now() + GIVE_UP_MS;
    for (let turns = 0; ; turns++) {
      const post = (await ask("GET", `/posts/${id}`)).json as PostBody;
      if (await request(post)) return post;
      if (turns > LEAST_TURNS && performance.now() > giveUp)
        throw new Error(`never came: ${JSON.stringify(post.targets)}`);
      await turn(stepMs);
    }
  }

  async function turn(ms: number): Promise<void> {
    await underWay.rest(ms);
    clock.turn(ms);
    await underWay.rest(ms);
  }
}

const LEAST_TURNS = 3000;

/** The document is the same for every world of a process. */
let known: Contract | null = null;
async function contract(url: string): Promise<Contract> {
  known ??= openContract((await (await fetch(`${url}/v1/openapi.json`)).json()) as Document);
  return known;
}

/** The same networks, their simulators watched. */
/** Any free port, no log, and no limits. */
export const TEST_SETTINGS = {
  CRIER_PORT: "0",
  CRIER_LOG: "silent",
  CRIER_RATE_LIMIT: "0",
  CRIER_MIN_FREE_MB: "0",
};

/** The networks, and what stands on those that are simulated with them. */
export function watch(known: PairedRegistry) {
  const opened = new Map<string, OpenNetwork[]>();
  const entries = known.pairs.map(({ network, simulated }): NetworkPair => {
    const open: typeof simulated.open = (stage) => {
      const one = simulated.open(stage);
      opened.set(network.id, [...(opened.get(network.id) ?? []), one]);
      return one;
    };
    return { network, simulated: { ...simulated, open } };
  });
  const published = (id: string) => (opened.get(id) ?? []).flatMap((each) => each.published);
  return { watched: pairedRegistry(entries), published };
}

/** Nothing more happens by itself, and a lost answer has been asked about. */
export const isSettled = ({ status, targets }: PostBody) =>
  !["queued", "scheduled", "publishing"].includes(status) &&
  targets.every((target) => target.status !== "uncertain" || target.verification !== null);
