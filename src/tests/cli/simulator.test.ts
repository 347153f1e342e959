// Tests crier simulator: a simulator that several processes share.
import { describe, expect, test } from "bun:test";
import { simulateAccount } from "../../admin/accounts.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { openCalls } from "../../networks/client/call.ts";
import { networks } from "../../networks/index.ts";
import { startBucket } from "../support/bucket.ts";
import { openCluster, type Cluster, type Member } from "../support/cluster.ts";
import { postgresPrograms, startPostgres } from "../support/postgres.ts";
import { CRIER } from "../support/program.ts";
import { runCommand } from "../support/run-command.ts";
import { waitUntil } from "../support/wait-until.ts";
import { freePort } from "../support/free-port.ts";

const POSTS = 8;

interface RunningSimulator extends AsyncDisposable {
  readonly url: string;
  end(): Promise<number>;
}

async function startSimulator(...args: string[]): Promise<RunningSimulator> {
  const { PATH = "" } = process.env;
  const child = Bun.spawn([...CRIER, "simulator", "--port", "0", "--json", ...args], {
    ...{ env: { PATH }, stdin: "ignore", stdout: "pipe", stderr: "inherit" },
  });
  let text = "";
  for await (const chunk of child.stdout) {
    text += Buffer.from(chunk).toString();
    if (text.includes("}")) break;
  }
  const end = async () => {
    child.kill("SIGTERM");
    return await child.exited;
  };
  const { url } = JSON.parse(text) as { url: string };
  return { url, end, [Symbol.asyncDispose]: async () => void (await end()) };
}

async function publishedAt({ url }: RunningSimulator, network: string): Promise<string[]> {
  const all = (await (await fetch(`${url}/_published`)).json()) as Record<string, { text: string }[]>;
  return (all[network] ?? []).map(({ text }) => text);
}

/** Calls of processes in the order of their start: one that has sent a post reaches no network any more. */
function mutedSenders() {
  let processes = 0;
  let sender: number | null = null;
  const calls: typeof openCalls = (options) => {
    const call = openCalls(options);
    const own = processes++;
    return async (request) => {
      if (sender === own) return { kind: "unsent", detail: "It has no network any more." };
      const answer = await call(request);
      if (request.method === "POST" && request.url.endsWith("/statuses")) sender = own;
      return answer;
    };
  };
  return { calls, sender: () => sender };
}

/** @returns the id of a photo */
async function upload({ ask }: Member): Promise<string> {
  const photo = await Bun.file(SAMPLES.photo.path).bytes();
  const named = { filename: "photo.jpg", contentType: "image/jpeg", size: photo.length };
  const { json } = await ask("POST", "/media/presign", named);
  const headers = json["headers"] as Record<string, string>;
  await fetch(String(json["uploadUrl"]), { method: "PUT", headers, body: photo });
  const done = await ask("POST", "/media/complete", { uploadId: json["uploadId"] });
  return (done.json["media"] as { id: string }).id;
}

test("says where it is, shows its posts, and ends in order", async () => {
  await using simulator = await startSimulator();
  expect(simulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const path of ["/simulator", "/"])
    expect(await (await fetch(simulator.url + path)).text()).toContain("Bluesky");
  expect(await simulator.end()).toBe(0);
});

test("is reached by the name that it is given, and by no other", async () => {
  const port = String(freePort());
  const address = `http://simulator.example:${port}`;
  await using simulator = await startSimulator("--port", port, "--url", address);
  expect(simulator.url).toBe(address);
  const statusAs = async (host: string) =>
    (await fetch(`http://127.0.0.1:${port}/_endpoints?purposes=api`, { headers: { host } })).status;
  expect(await statusAs(`simulator.example:${port}`)).toBe(200);
  expect(await statusAs("other.example")).toBe(421);
});

test("a taken port and malformed options are refused", async () => {
  using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const taken = await runCommand(["simulator", "--port", String(other.port)], {});
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining("Choose another --host or --port.") });
  for (const args of [
    ["--port", "many"],
    ["--port", "70000"],
    ["--url", "simulator:4050"],
    ["--host", "0.0.0.0"],
    ["--files-from", "crier-1:4040"],
  ])
    expect((await runCommand(["simulator", ...args], {})).code).toBe(2);
});

describe.skipIf(postgresPrograms === null)("several processes over one database", () => {
  const connect = ({ members, profileId }: Cluster, handle: string) => {
    const [mastodon] = networks.list.filter(({ id }) => id === "mastodon");
    const connections = members[0]?.appliance.connections;
    if (!mastodon || !connections) throw new Error("no Mastodon, or no process");
    return simulateAccount("cli", { profileId, network: mastodon }, handle, connections);
  };

  test("what any of them publishes is in the one that they share", async () => {
    await using server = await startPostgres();
    await using simulator = await startSimulator();
    const settings = { CRIER_SIMULATOR: simulator.url };
    await using cluster = await openCluster(await server.database(), 2, { settings });
    const account = await connect(cluster, "ok");
    const captions = Array.from({ length: POSTS }, (_, n) => `Number ${n}`);
    for (const [n, caption] of captions.entries()) {
      const body = { caption, accounts: [account.id], schedule: "now" };
      const answer = await cluster.members[n % 2]?.ask("POST", "/posts", body);
      expect(answer?.status).toBe(201);
    }
    const published = () => publishedAt(simulator, "mastodon");
    await waitUntil(async () => (await published()).length >= POSTS);
    expect((await published()).toSorted()).toEqual(captions);
  });

  test("a lost answer of one is found by another one's look", async () => {
    await using server = await startPostgres();
    await using simulator = await startSimulator();
    const settings = { CRIER_SIMULATOR: simulator.url, CRIER_ASK_AFTER: "1s,1s,1s,1s,1s,1s" };
    const { calls, sender } = mutedSenders();
    await using cluster = await openCluster(await server.database(), 2, { settings, openCalls: calls });
    const account = await connect(cluster, "lost");
    const body = { caption: "Lost", accounts: [account.id], schedule: "now" };
    const made = await cluster.members[0]?.ask("POST", "/posts", body);
    await waitUntil(() => sender() !== null);
    const other = cluster.members[1 - (sender() ?? 0)];
    // Whoever sent it does not look itself.
    void cluster.members[sender() ?? 0]?.[Symbol.asyncDispose]();
    const target = async () => {
      const post = await other?.appliance.store.posts.get(cluster.profileId, String(made?.json["id"]));
      return post?.targets[0];
    };
    await waitUntil(async () => (await target())?.state === "posted");
    expect((await target())?.verification?.verdict).toBe("live");
    expect(await publishedAt(simulator, "mastodon")).toEqual(["Lost"]);
  });

  test("networks that download files get them from the processes that it is told, wherever CRIER_URL leads", async () => {
    await using server = await startPostgres();
    await using bucket = startBucket();
    const ports = [freePort(), freePort()];
    const from = ports.flatMap((port) => ["--files-from", `http://127.0.0.1:${port}`]);
    await using simulator = await startSimulator(...from);
    const elsewhere = { CRIER_SIMULATOR: simulator.url, CRIER_URL: "https://crier.example" };
    const settings = { ...bucket.settings, ...elsewhere };
    await using cluster = await openCluster(await server.database(), 2, { settings, ports });
    const [first] = cluster.members;
    if (!first) throw new Error("no process");
    const media = [await upload(first)];
    const accounts = [await cluster.account("instagram", "ok")];
    await first.ask("POST", "/posts", { caption: "Photo", accounts, media, schedule: "now" });
    await waitUntil(async () => (await publishedAt(simulator, "instagram")).length > 0);
  });

  test("without one, a simulated account is refused as soon as there are two", async () => {
    await using server = await startPostgres();
    await using cluster = await openCluster(await server.database(), 2);
    const refused = await connect(cluster, "ok").catch((error: unknown) => error);
    expect(refused).toMatchObject({
      ...{ name: "Problem", code: "simulator_needed" },
      detail: expect.stringContaining("crier simulator"),
    });
    // One process alone has everything in its own.
    await cluster.members[1]?.[Symbol.asyncDispose]();
    expect((await connect(cluster, "ok")).handle).toBe("ok");
  });
});
