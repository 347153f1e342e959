// Publishes a text, with a photo if you like, and prints what happened on each account.
//
//   npm install crier-client
//   export CRIER_URL=https://crier.example.org CRIER_KEY=crier_live_…
//   node publish.ts "Hello from the hills" photo.jpg "Hills at dusk"      (Node.js 22.18 or newer, Bun or Deno)
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { createClient, CrierError } from "crier-client";

const { CRIER_URL: url = "http://127.0.0.1:4040", CRIER_KEY: key = "" } = process.env;
const [caption = "Hello", path, altText = ""] = process.argv.slice(2);
const crier = createClient({ url, key });

try {
  const file = path === undefined ? [] : [await upload(path)];
  const created = await crier.createPost({ caption, media: file, schedule: "now" });
  const post = await crier.waitUntilSettled(created.id, { signal: AbortSignal.timeout(10 * 60_000) });
  for (const { status, platform, handle, url = "", error = "" } of post.targets)
    console.log([status, `${platform}:${handle}`, url || error].join("\t"));
  process.exitCode = post.status === "posted" ? 0 : 1;
} catch (error) {
  if (!(error instanceof CrierError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}

async function upload(path: string): Promise<string> {
  const { id } = await crier.upload(await openAsBlob(path), {
    filename: basename(path),
    ...(altText && { altText }),
  });
  return id;
}
