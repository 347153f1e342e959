// crier demo: everything in one go, on a fresh folder, with simulated networks.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { openAppliance, type Appliance } from "../app.ts";
import { SAMPLES } from "../media/samples/index.ts";
import { networks } from "../networks/index.ts";
import { createPost } from "../publishing/create.ts";
import type { Post } from "../publishing/post.ts";
import { postView } from "../api/v1/post-view.ts";
import { globalsOf, settings, type Context, type GlobalOptions } from "./context.ts";
import { follow } from "./follow.ts";
import { outcomeTable } from "./table.ts";

export function demoCommand(context: Context) {
  return new Command("demo")
    .description("serve a fresh folder with simulated networks, publish samples and show what happened")
    .option("--port <port>", "port to listen on (CRIER_PORT)")
    .option("--once", "end after the samples are published")
    .action(async ({ port, once }, command) => {
      const globals = globalsOf(command);
      const folder = globals.data ?? mkdtempSync(join(tmpdir(), "crier-demo-"));
      try {
        const config = settings(
          context,
          { ...globals, data: folder },
          { CRIER_PORT: port, CRIER_LOG: "warn" },
        );
        await using appliance = await openAppliance(config, { context, serves: true });
        const { url } = await appliance.serve();
        const { key, posts } = await publishSamples(appliance, context, globals);
        if (globals.json)
          context.out(
            JSON.stringify(
              { url, key, posts: posts.map((post) => postView(post, appliance.links)) },
              null,
              2,
            ),
          );
        else context.out(story(url, key, posts) + (once ? "" : ENDING));
        if (!once) await context.ended;
      } finally {
        if (globals.data === undefined) rmSync(folder, { recursive: true, force: true });
      }
    });
}

/** A profile with one working account per network, and one that is always refused. */
async function publishSamples(appliance: Appliance, context: Context, globals: GlobalOptions) {
  const { keyring, connections } = appliance;
  const { id: profileId } = await appliance.addProfile(appliance.newProfile("demo", "UTC"));
  for (const network of networks.list) await connections.simulate(profileId, network, "ok");
  const [first] = networks.list;
  if (first) await connections.simulate(profileId, first, "fail");
  const { key } = await keyring.create({
    profileId,
    name: "demo",
    scopes: ["read", "write", "publish"],
    expiresAt: null,
  });
  const posts: Post[] = [];
  for (const wish of WISHES)
    posts.push(await follow(await publish(appliance, profileId, wish), appliance, context, globals));
  return { key, posts };
}

const WISHES = [
  { caption: "Hello from Crier: one post, many networks. https://example.com #crier", sample: SAMPLES.photo },
  { caption: "And a moving picture. #crier", sample: SAMPLES.clip },
] as const;

type Wish = (typeof WISHES)[number];

async function publish(appliance: Appliance, profileId: string, { caption, sample }: Wish): Promise<Post> {
  const { path, filename, mime, altText } = sample;
  const stream = Bun.file(path).stream();
  const file = { profileId, filename, declaredMime: mime, altText, stream, limitBytes: SAMPLE_LIMIT_BYTES };
  const media = await appliance.intake.take(file);
  const wish = { caption, accounts: null, media: [media.id], overrides: {}, options: {} };
  return (await createPost(profileId, wish, "now", null, appliance.publishing)).post;
}
const SAMPLE_LIMIT_BYTES = 4 * 1024 * 1024;

function story(url: string, key: string, posts: readonly Post[]): string {
  const tables = posts.map((post) => `${post.caption}\n\n${outcomeTable(post)}`).join("\n\n");
  return `${tables}

Both were published to networks that Crier simulates; look at them: ${url}/simulator
Publish another one:

curl -s ${url}/v1/posts \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"caption": "Hello from curl", "schedule": "now"}'`;
}

const ENDING = "\n\nCtrl+C ends the demo and removes what it made.";
