// Every command with curl on every page is run as it is written, against a whole appliance.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPERATION_EXAMPLES } from "../../api/openapi/examples.ts";
import { ADMIN_EXAMPLES } from "../../api/openapi/admin-examples.ts";
import { SAMPLES } from "../../media/samples/index.ts";
import { backup } from "../support/admin-routes.ts";
import { MINUTE, upload } from "../support/posting.ts";
import { crawl, unescapeHtml } from "../support/crawl.ts";
import { EMAIL, makeOwner, makePerson, PASSWORD, sessionsOf, signIn, type Owner } from "../support/owner.ts";
import { networks } from "../../app/networks.ts";
import { HOST, internet, openMediaHost, type MediaHost } from "../support/media-host.ts";
import { whileTimeRuns } from "../support/running-time.ts";
import { openWorld, isSettled, type World } from "../support/world.ts";

let world: World;
let host: MediaHost;
let owner: Owner;
let folder: string;
let blocks: { readonly path: string; readonly text: string }[];
beforeAll(async () => {
  host = await openMediaHost((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>The boats are back</title>");
  });
  // Nothing listens where the network of the example would be.
  const nowhere = {
    CRIER_ENDPOINT_X: "http://127.0.0.1:1",
    CRIER_ENDPOINT_X_AUTHORIZE: "http://127.0.0.1:1",
  };
  world = await openWorld(
    { CRIER_ALLOW_PRIVATE_HOSTS: `${HOST},hooks.example`, ...nowhere },
    networks,
    internet,
  );
  for (const handle of ["ok", "fail", "ghost"]) await world.account("mastodon", handle);
  await world.account("bluesky", "ok");
  await makeOwner(world);
  owner = await signIn(world);
  folder = mkdtempSync(join(tmpdir(), "crier-docs-"));
  copyFileSync(SAMPLES.photo.path, join(folder, "photo.jpg"));
  const pages = await crawl(world.url);
  blocks = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(([, block = ""]) => ({
      path,
      text: unescapeHtml(block.replace(/<[^>]*>/g, "")),
    })),
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
  host[Symbol.dispose]();
});

const commandsOn = (page: string) =>
  blocks.filter(({ path, text }) => path === page && text.startsWith("curl "));
const idOf = async (answer: Promise<{ json: Record<string, unknown> }>) => String((await answer).json["id"]);

/** For bash: an error ends a block with 22. That `crier` commands exist has a test of its own. */
const SHELL = 'curl() { command curl --fail-with-body "$@"; }\ncrier() { true; }';

/** Runs a block in bash. @returns what it prints, and its exit code */
async function run(script: string, variables: Record<string, string> = {}) {
  const child = Bun.spawn(["bash", "-euc", `${SHELL}\n${script}`], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", KEY: world.key, ...variables },
    stderr: "pipe",
  });
  // `now` waits for networks whose time is the world's.
  const text = await whileTimeRuns(world, child.stdout.text());
  return { text, outcome: await child.exited };
}

/** What stands for the ids of the examples here, made anew for each command. */
const PREPARED: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  verifyBackup: async () => ({ name: await backup(world, owner.ask) }),
  setBackupSchedule: async () => ({ folder: join(world.folder, "backups") }),
  confirmKeptKey: async () => ({ fingerprint: await fingerprint() }),
  getProviderOptions: async () => ({ id: await accountId() }),
  getPost: async () => ({ id: await draft() }),
  editPost: async () => ({ id: await draft() }),
  deletePost: async () => ({ id: await draft() }),
  reviewPost: async () => ({ id: await draft() }),
  schedulePost: async () => ({ id: await draft() }),
  listPostEvents: async () => ({ id: await draft() }),
  getPostEvidence: async () => ({ id: await draft() }),
  getPostReceipt: async () => ({ id: (await posted("mastodon:ok")).id }),
  lookAtNetwork: async () => {
    const { id, targets } = await posted("mastodon:ghost");
    const first = world.clock.now();
    world.clock.turn(2 * MINUTE);
    await world.until(
      id,
      ({ targets: [target] }) => Date.parse(target?.verification?.checkedAt ?? "") > first,
    );
    // Half a minute after the second look, and minutes before the third, another one may be asked for.
    world.clock.turn(MINUTE / 2);
    return { id, targetId: targets[0]?.id ?? "" };
  },
  orderQueue: async () => ({
    ids: (await world.post({ caption: "Queued", accounts: ["bluesky"] })).id,
  }),
  editLabel: async () => ({ id: await newLabel("edit") }),
  deleteLabel: async () => ({ id: await newLabel("delete") }),
  undoPostAction: async () => {
    const body = { ids: [await draft()], action: "queue" };
    return { token: String((await world.ask("POST", "/posts/actions", body)).json["undo"]) };
  },
  getWebhook: async () => ({ id: await webhookId() }),
  editWebhook: async () => ({ id: await webhookId() }),
  deleteWebhook: async () => ({ id: await webhookId() }),
  rotateWebhookSecret: async () => ({ id: await webhookId() }),
  testWebhook: async () => ({ id: await webhookId() }),
  listWebhookDeliveries: async () => ({ id: await webhookId() }),
  getWebhookDelivery: async () => await delivery(),
  resendWebhookDelivery: async () => await delivery(),
  retryFailedTargets: async () => ({ id: (await posted("mastodon:fail")).id }),
  cancelPost: async () => {
    const post = await world.post({
      caption: "Later",
      accounts: ["bluesky"],
      schedule: "2027-03-01T09:00:00Z",
    });
    return { id: post.id };
  },
  reconcileUncertainDelivery: async () => {
    const { id, targets } = await posted("mastodon:ghost");
    return { id, targetId: targets[0]?.id ?? "" };
  },
  createPost: async () => ({ media: await upload(world) }),
  checkPost: async () => ({ media: await upload(world) }),
  getMedia: async () => ({ id: await upload(world) }),
  listMediaUses: async () => ({ id: await upload(world) }),
  deriveMedia: async () => ({ id: await upload(world) }),
  chooseMediaPoster: async () => ({ id: await upload(world, "reel") }),
  getLinkCard: async () => ({ url: `https://${HOST}:${host.port}/` }),
  editMedia: async () => ({ id: await upload(world) }),
  deleteMedia: async () => ({ id: await upload(world) }),
  completeMediaUpload: async () => ({ uploadId: await uploaded() }),
  getProfile: async () => ({ id: world.profileId }),
  updateProfile: async () => ({ id: world.profileId }),
  deleteProfile: async () => ({ id: await idOf(owner.ask("POST", "/profiles", { name: "gone" })) }),
  listKeys: async () => ({ id: world.profileId }),
  createKey: async () => ({ id: world.profileId }),
  rotateKey: async () => ({ id: await key() }),
  revokeKey: async () => ({ id: await key() }),
  listProfileAccounts: async () => ({ id: world.profileId }),
  connectAccount: async () => ({ id: world.profileId }),
  createConnectLink: async () => ({ id: world.profileId }),
  testNetworkApplication: async () => ({ id: await networkWithApplication() }),
  removeNetworkApplication: async () => ({ id: await networkWithApplication() }),
  getAccount: async () => ({ id: await accountId() }),
  listAccountHistory: async () => ({ id: await accountId() }),
  editAccount: async () => ({ id: await world.account("pinterest", "ok") }),
  checkAccount: async () => ({ id: await accountId() }),
  disconnectAccount: async () => ({ id: await world.account("telegram", "ok") }),
  getSlots: async () => ({ id: world.profileId }),
  setSlots: async () => ({ id: world.profileId }),
  previewSlots: async () => ({ id: world.profileId }),
  endSession: async () => ({ id: await otherSession() }),
  editPerson: async () => ({ id: await person() }),
  removePerson: async () => ({ id: await person() }),
  listPersonSessions: async () => ({ id: await person() }),
  signOutPerson: async () => ({ id: await person() }),
  revokeInvite: async () => ({ id: (await invite()).id }),
  openInvite: async () => ({ token: (await invite()).token }),
  acceptInvite: async () => ({ token: (await invite()).token }),
  snoozeAttention: async () => ({
    id: await failure(),
    until: new Date(world.clock.now() + 60 * MINUTE).toISOString(),
  }),
  unsnoozeAttention: async () => ({ id: await failure() }),
  listenLive: async () => ({ profile: world.profileId }),
};

const fingerprint = async () => (await world.appliance.store.workspace.secretKid()) ?? "";

/** The id of an entry of the attention list. */
const failure = async () => `failed:${(await posted("mastodon:fail")).targets[0]?.id ?? ""}`;

let people = 0;
async function person(): Promise<string> {
  const email = `p${people++}@example.com`;
  await makePerson(world, email, { role: "viewer", profiles: "all" });
  return (await world.appliance.store.people.byEmail(email))?.id ?? "";
}

async function invite(): Promise<{ readonly id: string; readonly token: string }> {
  const { json } = await owner.ask("POST", "/invites", { role: "viewer" });
  const { id } = json["invite"] as { id: string };
  return { id, token: new URL(String(json["url"])).hash.slice(1) };
}

async function networkWithApplication(): Promise<string> {
  await owner.ask("PUT", "/networks/x/application", { clientId: "id", clientSecret: "secret" });
  return "x";
}

async function otherSession(): Promise<string> {
  const listed = await sessionsOf(await signIn(world));
  return listed.find(({ current }) => current)?.id ?? "";
}

const key = () => idOf(owner.ask("POST", `/profiles/${world.profileId}/keys`, { name: "k" }));
const newLabel = async (name: string) => {
  const { json } = await world.ask("POST", "/labels", { name, colour: "grey" });
  return (json["label"] as { id: string }).id;
};
const draft = async () =>
  (await world.post({ caption: "Draft", accounts: ["bluesky"], schedule: "draft" })).id;
const accountId = async () => {
  const [first] = (await world.ask("GET", "/accounts")).json["accounts"] as { id: string }[];
  return first?.id ?? "";
};

/** Of the only one, so that there are never too many. */
async function webhookId(): Promise<string> {
  for (const { id } of (await world.ask("GET", "/webhooks")).json["webhooks"] as { id: string }[])
    await world.ask("DELETE", `/webhooks/${id}`);
  const { json } = await world.ask("POST", "/webhooks", { url: "https://hooks.example/crier" });
  return (json["webhook"] as { id: string }).id;
}

async function delivery() {
  const id = await webhookId();
  const { json } = await world.ask("POST", `/webhooks/${id}/test`);
  return { id, deliveryId: (json["delivery"] as { id: string }).id };
}

async function posted(account: string) {
  const { id } = await world.post({ caption: "Hello", accounts: [account], schedule: "now" });
  return await world.until(id, isSettled, 60_000);
}

async function uploaded(): Promise<string> {
  const bytes = await Bun.file(SAMPLES.photo.path).bytes();
  const wish = { filename: "hills.jpg", contentType: "image/jpeg", size: bytes.byteLength };
  const { uploadId, uploadUrl, method, headers } = (await world.ask("POST", "/media/presign", wish)).json as {
    [name: string]: string;
  } & { headers: Record<string, string> };
  await fetch(uploadUrl ?? "", { method: method ?? "", headers, body: bytes });
  return uploadId ?? "";
}

/** The command with ids of this world in place of the example's. */
async function localised(command: string, operationId: string): Promise<string> {
  const { params = {}, request } = { ...OPERATION_EXAMPLES[operationId], ...ADMIN_EXAMPLES[operationId] };
  const fields = request as
    | {
        uploadId?: string;
        targetId?: string;
        token?: string;
        until?: string;
        media?: string[];
        ids?: string[];
      }
    | undefined;
  const example: Record<string, string | undefined> = {
    ...params,
    ...fields,
    media: fields?.media?.[0],
    ids: fields?.ids?.[0],
  };
  const own = (await PREPARED[operationId]?.()) ?? {};
  return Object.entries(own).reduce((text, [name, value]) => {
    const written = example[name] ?? "";
    // In an address or in a body.
    return text.replace(encodeURIComponent(written), encodeURIComponent(value)).replace(written, value);
  }, command);
}

test("every operation of the API has a command that works with a key", async () => {
  const commands = commandsOn("/docs/api");
  const operations = Object.keys(OPERATION_EXAMPLES);
  const ids = await operationIds("/v1/openapi.json");
  expect([commands.length, ids.toSorted()]).toEqual([operations.length, operations.toSorted()]);
  for (const [i, { text }] of commands.entries()) {
    const id = ids[i] ?? "";
    const { text: answer, outcome } = await run(await localised(text, id));
    expect({ id, outcome, answer: outcome === 0 ? "" : answer }).toEqual({ id, outcome: 0, answer: "" });
  }
});

test("every operation of the admin API has a command that works with a session in a file of cookies", async () => {
  const ids = await operationIds("/admin/openapi.json");
  const all = commandsOn("/docs/admin").map(({ text }, i) => ({ id: ids[i] ?? "", text }));
  expect(all.length).toBe(ids.length);
  // Works only before there is an owner, does not end, signs another person in, needs a browser, or a server in trouble:
  // see the next tests, connect-app.test.ts and network-status.test.ts.
  const others = [
    ...["setUp", "listenLive", "acceptInvite", "chooseSignInAccounts"],
    ...["resumeServer", "endAccountWait"],
  ];
  const commands = all.filter(({ id }) => !others.includes(id));
  // What ends the test's own sessions comes last.
  const last = ["endOtherSessions", "signOut"];
  const ordered = commands.toSorted((a, b) => last.indexOf(a.id) - last.indexOf(b.id));
  for (const { id, text } of ordered) {
    const own = (await localised(text, id))
      .replace("you@example.com", EMAIL)
      .replace("correct horse battery staple", PASSWORD);
    const { text: answer, outcome } = await run(own);
    expect({ id, outcome, answer: outcome === 0 ? "" : answer }).toEqual({ id, outcome: 0, answer: "" });
  }
  expect((await run(`curl -s -b cookies.txt ${world.url}/admin/session`)).outcome).toBe(22);
  const accepting = all.find(({ id }) => id === "acceptInvite")?.text ?? "";
  owner = await signIn(world);
  expect((await run(await localised(accepting, "acceptInvite"))).outcome).toBe(0);
  const { text } = await run(`curl -s -b cookies.txt ${world.url}/admin/session`);
  expect(JSON.parse(text)).toMatchObject({ owner: { email: "ben@example.com" }, role: "viewer" });
});

test("the command that creates the first owner works with the token of the set-up link", async () => {
  await using fresh = await openWorld();
  const command = commandsOn("/docs/admin").find(
    ({ text }) => text.includes("/admin/setup") && text.includes("-d "),
  );
  const [, token = ""] = (fresh.setupUrl ?? "").split("#");
  const { token: example } = (ADMIN_EXAMPLES["setUp"]?.request ?? {}) as { token?: string };
  const own = (command?.text ?? "").replaceAll(world.url, fresh.url).replace(example ?? "", token);
  const { text, outcome } = await run(own);
  expect({ outcome, answer: JSON.parse(text) as unknown }).toMatchObject({
    outcome: 0,
    answer: { owner: { email: "you@example.com" } },
  });
});

test("the command that listens to what changes prints messages as they come", async () => {
  const command = commandsOn("/docs/admin").find(({ text }) => text.includes("/admin/live"));
  const { cookie } = await signIn(world);
  const own = (await localised(command?.text ?? "", "listenLive")).replace("cookies.txt", `"${cookie}"`);
  const { text, outcome } = await run(own.replace("curl", "curl -N --max-time 2"));
  expect(text).toContain('event: system\ndata: {"paused":null}\n');
  // It was curl that gave up.
  expect(outcome).toBe(28);
});

test("the commands of the guides work in the order in which a reader meets them", async () => {
  const known = ["/docs/api", "/docs/admin"];
  const guides = Map.groupBy(
    blocks.filter(({ path, text }) => !known.includes(path) && /(^|\n)\s*curl /.test(text)),
    ({ path }) => path,
  );
  expect([...guides.keys()]).toContain("/docs/getting-started");
  for (const [path, steps] of guides) {
    const variables: Record<string, string> = {};
    let answer = "";
    for (const { text } of steps) {
      const step = await run(filled(text, variables, answer), variables);
      answer = step.text;
      expect({ path, text, outcome: step.outcome, answer }).toEqual({ path, text, outcome: 0, answer });
    }
  }
});

/** In the order of the page: by tag, then as the routes are. */
async function operationIds(document: string): Promise<string[]> {
  const { tags, paths } = (await (await fetch(world.url + document)).json()) as {
    tags: { name: string }[];
    paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
  };
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  return tags.flatMap(({ name }) =>
    all.filter((one) => one.tags.includes(name)).map(({ operationId }) => operationId),
  );
}

/** `NAME=…    # a.b of the answer above` becomes that value, kept for the steps after; so does `URL=…`. */
function filled(command: string, variables: Record<string, string>, answer: string): string {
  for (const [, name = "", value = ""] of command.matchAll(/^(\w+)=(http\S+)$/gm))
    variables[name] = value.replace("https://crier.example.org", world.url);
  for (const [, name = "", path = ""] of command.matchAll(/^(\w+)=…\s+# ([\w.]+) of the answer above$/gm))
    variables[name] = String(
      path
        .split(".")
        .reduce<unknown>((part, each) => (part as Record<string, unknown>)[each], JSON.parse(answer)),
    );
  // The public address of an example is this very server; what other programs do is tested elsewhere.
  return command
    .replace(/^\w+=….*$/gm, "")
    .replaceAll("https://crier.example.org", world.url)
    .replace(/^crier .*$/gm, "");
}
