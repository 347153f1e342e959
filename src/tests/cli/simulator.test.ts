// Tests crier simulator: a simulator that several processes share.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { simulateAccount } from "../../admin/accounts.ts";
import { networks } from "../../networks/index.ts";
import { freePort, openCluster, type Cluster } from "../support/cluster.ts";
import { postgresPrograms, startPostgres } from "../support/postgres.ts";
import { runCommand } from "../support/run-command.ts";
import { waitUntil } from "../support/wait-until.ts";

const MAIN = join(import.meta.dir, "../../main.ts");
const POSTS = 8;

interface RunningSimulator extends AsyncDisposable {
  readonly url: string;
  end(): Promise<number>;
}

async function startSimulator(...args: string[]): Promise<RunningSimulator> {
  const { PATH = "" } = process.env;
  const child = Bun.spawn([process.execPath, MAIN, "simulator", "--port", "0", "--json", ...args], {
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

test("says where it is, shows its posts, and ends in order", async () => {
  await using simulator = await startSimulator();
  expect(simulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const page = await fetch(`${simulator.url}/simulator`);
  expect(await page.text()).toContain("Bluesky");
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

test("a port that is taken, and what is no port or address, are refused", async () => {
  using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const taken = await runCommand(["simulator", "--port", String(other.port)], {});
  expect(taken).toMatchObject({ code: 1, err: expect.stringContaining("Choose another --host or --port.") });
  for (const args of [
    ["--port", "many"],
    ["--port", "70000"],
    ["--url", "simulator:4050"],
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
    const published = async () => {
      const answer = await fetch(`${simulator.url}/_published`);
      return ((await answer.json()) as { mastodon: { text: string }[] }).mastodon.map(({ text }) => text);
    };
    await waitUntil(async () => (await published()).length >= POSTS);
    expect((await published()).toSorted()).toEqual(captions);
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
