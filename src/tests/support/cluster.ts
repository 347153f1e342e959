// Several processes of Crier over one PostgreSQL server, as appliances of one test.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKey } from "../../admin/keys.ts";
import { createProfile } from "../../admin/profiles.ts";
import { openAppliance, type Appliance } from "../../app/index.ts";
import { readConfig } from "../../app/config.ts";
import { networks } from "../../app/networks.ts";
import type { openCalls } from "../../networks/client/call.ts";
import type { Published } from "../../simulator/network.ts";
import { TEST_SETTINGS, watch } from "./world.ts";
import { freePort } from "./free-port.ts";

/** What all processes must agree on. Nothing is stored in the bucket. */
const SHARED_SETTINGS = {
  CRIER_SECRET_KEY: "5".repeat(64),
  CRIER_S3_BUCKET: "crier",
  CRIER_S3_ENDPOINT: "http://127.0.0.1:9",
  CRIER_S3_ACCESS_KEY: "k",
  CRIER_S3_SECRET_KEY: "s",
};

/** One process, with a data folder of its own. */
export interface Member extends AsyncDisposable {
  readonly appliance: Appliance;
  /** Where it answers itself. */
  readonly url: string;
  /** The link that it prints when it starts. */
  readonly setupUrl: string | null;
  /** A request to its /v1 with the cluster's key. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<MemberAnswer>;
  /** What stands on the simulated networks that this process plays. */
  published(platform: string): readonly Published[];
}

interface MemberAnswer {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

export interface Cluster extends AsyncDisposable {
  readonly members: readonly Member[];
  readonly profileId: string;
  /** Connects a simulated account. @returns its id */
  account(platform: string, handle: string): Promise<string>;
}

export interface ClusterOptions {
  /** On top of those that every cluster has, such as a CRIER_URL that leads to all processes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Of the processes, one after the other. Default: any. */
  readonly ports?: readonly number[];
  readonly openCalls?: typeof openCalls;
}

/** @param url of an empty database @param count how many processes */
export async function openCluster(
  url: string,
  count: number,
  options: ClusterOptions = {},
): Promise<Cluster> {
  const key = { text: "" };
  const members: Member[] = [];
  for (let n = 0; n < count; n++) members.push(await openMember(url, key, n, options));
  const [first] = members;
  if (!first) throw new Error("a cluster has at least one process");
  const { appliance } = first;
  const { id: profileId } = await createProfile("cli", { name: "test" }, appliance);
  const scopes = ["read", "write", "publish"] as const;
  const made = await createKey(
    "cli",
    { profileId, name: "test", scopes: [...scopes], expiresAt: null },
    appliance,
  );
  key.text = made.key;
  return {
    members,
    profileId,
    async account(platform, handle) {
      const network = networks.find(platform);
      if (!network) throw new Error(`no network ${platform}`);
      return (await appliance.connections.simulate(profileId, network, handle, "cli")).id;
    },
    async [Symbol.asyncDispose]() {
      for (const member of members) await member[Symbol.asyncDispose]();
    },
  };
}

async function openMember(
  url: string,
  key: { readonly text: string },
  n: number,
  { settings, ports = [], openCalls: calls }: ClusterOptions,
): Promise<Member> {
  const { watched, published } = watch(networks);
  const folder = mkdtempSync(join(tmpdir(), "crier-member-"));
  const port = String(ports[n] ?? freePort());
  const config = readConfig(
    {
      CRIER_DATA: folder,
      ...TEST_SETTINGS,
      ...SHARED_SETTINGS,
      CRIER_DATABASE: url,
      CRIER_PORT: port,
      CRIER_URL: `http://127.0.0.1:${port}`,
      ...settings,
    },
    watched.list,
  );
  const context = { say: () => {}, die: (): never => process.exit(137) };
  const appliance = await openAppliance(config, {
    context,
    serves: true,
    networks: watched,
    ...(calls && { openCalls: calls }),
  });
  const { setupUrl } = await appliance.serve();
  const own = `http://127.0.0.1:${port}`;
  let isOver = false;
  return {
    appliance,
    url: own,
    setupUrl,
    published,
    async ask(method, path, body, headers = {}) {
      const response = await fetch(`${own}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key.text}`,
          "content-type": "application/json",
          prefer: "respond-async",
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: (await response.json()) as MemberAnswer["json"] };
    },
    async [Symbol.asyncDispose]() {
      if (isOver) return;
      isOver = true;
      await appliance[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
