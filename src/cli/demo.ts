// crier demo: a complete demo with simulated networks in a temporary folder.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { createKey } from "../admin/keys.ts";
import { createOwner, type Credentials } from "../admin/people.ts";
import { createProfile } from "../admin/profiles.ts";
import { openAppliance, type Appliance } from "../app/index.ts";
import { SAMPLES, type Sample } from "../media/samples/index.ts";
import { networks } from "../app/networks.ts";
import type { Config } from "../app/config.ts";
import type { Json } from "../networks/network.ts";
import { atCommandLine } from "../publishing/actor.ts";
import { createPost } from "../publishing/create.ts";
import { intentsFor } from "../publishing/targets.ts";
import type { Post } from "../domain/post.ts";
import { preflight, type NetworkProblems } from "../publishing/preflight/index.ts";
import { postView } from "../api/views/post.ts";
import { ACTOR } from "./actor.ts";
import { globalsOf, settings, type Context, type GlobalOptions } from "./context.ts";
import { follow } from "./watch.ts";
import { printableJson } from "./printable.ts";
import { outcomeTable, type Display } from "./outcome.ts";
import { wrap } from "./table.ts";

export function demoCommand(context: Context) {
  return new Command("demo")
    .description("run a complete demo with simulated networks in a temporary folder")
    .option("--port <port>", "port to listen on (CRIER_PORT); default: 4040, or a free one")
    .option("--once", "exit when the samples are published")
    .action(async ({ port, once }, command) => {
      const globals = globalsOf(command);
      const { ended } = context;
      const folder = globals.data ?? mkdtempSync(join(tmpdir(), "crier-demo-"));
      try {
        const config = await settings(
          context,
          { ...globals, data: folder },
          { CRIER_PORT: port, CRIER_LOG: "error" },
        );
        await using appliance = await openAppliance(
          port === undefined ? onFreePort(config, context) : config,
          {
            context,
            serves: true,
            isDemo: true,
          },
        );
        const owner = { email: "demo@example.com", password: randomBytes(12).toString("base64url") };
        await createOwner(ACTOR, owner, appliance);
        const { url } = await appliance.serve();
        const { key, chapters } = await publishSamples(appliance, context, globals);
        if (globals.json)
          context.out(
            printableJson({
              url,
              owner,
              key,
              posts: chapters.map(({ post }) => postView(post, appliance.links)),
            }),
          );
        else {
          const display = { columns: context.columns, zone: ZONE, now: appliance.clock.now() };
          context.out(story({ url, key, owner }, chapters, display) + (once ? "" : ENDING));
        }
        if (!once) await ended;
      } finally {
        if (globals.data === undefined) rmSync(folder, { recursive: true, force: true });
      }
    });
}

/** The usual port, where it is free; else any that is. */
function onFreePort(config: Config, { say }: Context): Config {
  const { CRIER_HOST: hostname, CRIER_PORT: port } = config;
  try {
    void Bun.serve({ hostname, port, reusePort: false, fetch: () => new Response() }).stop(true);
    return config;
  } catch {
    say(`Port ${port} is in use, so the demo uses a free one.`);
    return { ...config, CRIER_PORT: 0 };
  }
}

/** A profile with one working account per network, and one that is always refused. */
async function publishSamples(appliance: Appliance, context: Context, globals: GlobalOptions) {
  const { connections } = appliance;
  const { id: profileId } = await createProfile(ACTOR, { name: "demo" }, appliance);
  for (const network of networks.list) await connections.simulate(profileId, network, "ok", ACTOR);
  const [first] = networks.list;
  if (first) await connections.simulate(profileId, first, "fail", ACTOR);
  const { key } = await createKey(ACTOR, { profileId, name: "demo", expiresAt: null }, appliance);
  const chapters: Chapter[] = [];
  for (const sample of POSTS) {
    const { post, refused } = await publish(appliance, profileId, sample);
    chapters.push({ refused, post: await follow(post, appliance, { zone: ZONE }, context, globals) });
  }
  return { key, chapters };
}

/** Of the profile that the demo makes. */
const ZONE = "UTC";

interface Chapter {
  readonly post: Post;
  /** Who would not have taken it, and why: found out before anything was sent. */
  readonly refused: readonly NetworkProblems[];
}

const POSTS: readonly { caption: string; samples: readonly Sample[] }[] = [
  {
    caption: "Four times of day, one post, many networks. https://example.com #crier",
    samples: [SAMPLES.morning, SAMPLES.noon, SAMPLES.photo, SAMPLES.night],
  },
  { caption: "And a short video. #crier", samples: [SAMPLES.reel] },
  { caption: "A text-only post. Crier shows which networks need an image or video.", samples: [] },
];

/** To every account that takes it. */
async function publish(
  appliance: Appliance,
  profileId: string,
  { caption, samples }: (typeof POSTS)[number],
): Promise<Chapter> {
  const media = [];
  for (const sample of samples) media.push((await take(appliance, profileId, sample)).id);
  const ofAll = { caption, accounts: null, media, overrides: {}, options: optionsOf(networks.simulated) };
  const intents = await intentsFor(atCommandLine(profileId), ofAll, appliance.publishing);
  const refused = await preflight(intents);
  const takers = intents
    .map(({ account }) => account)
    .filter(({ id }) => !refused.some(({ accountId }) => accountId === id));
  const request = {
    ...ofAll,
    accounts: takers.map(({ id }) => id),
    options: optionsOf(networks.simulated.filter(({ id }) => takers.some(({ platform }) => platform === id))),
  };
  return {
    refused,
    post: (await createPost(atCommandLine(profileId), request, "now", null, appliance.publishing)).post,
  };
}

/** The options that some networks require with every post. */
function optionsOf(simulated: readonly { id: string; sample: { readonly [option: string]: Json } }[]) {
  return Object.fromEntries(simulated.map(({ id, sample }) => [id, sample]));
}

async function take(
  { ingest }: Appliance,
  profileId: string,
  { path, filename, mime, altText }: Sample,
): Promise<{ id: string }> {
  const stream = Bun.file(path).stream();
  return await ingest.take({
    profileId,
    actor: "cli",
    filename,
    declaredMime: mime,
    altText,
    stream,
    limitBytes: SAMPLE_LIMIT_BYTES,
  });
}
const SAMPLE_LIMIT_BYTES = 4 * 1024 * 1024;

interface Doors {
  readonly url: string;
  readonly key: string;
  readonly owner: Credentials;
}

function story({ url, key, owner }: Doors, chapters: readonly Chapter[], display: Display): string {
  const tables = chapters.map(({ post, refused }) => {
    const why = refused.map(({ platform, problems }) => {
      const [problem] = problems;
      return `  not to ${platform}: ${problem?.message ?? ""}`;
    });
    return [`${post.caption}\n`, ...why, ...(why.length > 0 ? [""] : []), outcomeTable(post, display)].join(
      "\n",
    );
  });
  const about = `These posts were published to simulated networks. The account "fail" is there to show a refusal: its network \
refuses every post.

See what happened to each post at ${url}
  Email address: ${owner.email}
  Password:      ${owner.password}
What the simulated networks show is at ${url}/simulator

Publish another post:`;
  // What is pasted is not wrapped.
  return `${tables.join("\n\n")}

${wrap(about, display.columns)}

curl -s ${url}/v1/posts \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"caption": "Hello from curl", "accounts": ["bluesky:ok", "mastodon:ok"], "schedule": "now"}'`;
}

const ENDING = "\n\nPress Ctrl+C to end the demo and delete its data.";
