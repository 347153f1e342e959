// Tests lost answers with Bluesky's own server: one record each, settled without a person.
import { expect, test } from "bun:test";
import { networks } from "../../networks/index.ts";
import { atCommandLine } from "../../publishing/actor.ts";
import { createPost } from "../../publishing/create.ts";
import type { PostRequest } from "../../publishing/targets.ts";
import type { Post } from "../../domain/post.ts";
import { GIVE_UP_MS } from "../support/time-limits.ts";
import { openWorld, type World } from "../support/world.ts";
import { startFaultProxy, type Break, type FaultProxy } from "./fault-proxy.ts";
import { installPds } from "./install.ts";
import { startPds, type Pds } from "./pds.ts";

/** How many posts meet which fault on their first way out. */
const WISHED: Readonly<Record<Exclude<Break, "half-after">, number>> = {
  "drop-after": 200,
  "drop-before": 20,
  "502-after": 10,
  "hang-after": 6,
};
const ACCOUNTS = 8;
/** A publishing request is given up after this long. */
const PUBLISH_TIMEOUT_MS = 300_000;
/** Without a call for so long, real time, everything waits for its own time. */
const QUIET_MS = 700;

const installed = process.env["CRIER_TEST_REAL"] === "1" ? await installPds() : null;

test.skipIf(installed?.kind !== "here")(
  "Bluesky's own server: 200 lost answers are 200 records, and nobody has to look",
  async () => {
    if (installed?.kind !== "here") return;
    const began = performance.now();
    await using pds = await startPds(installed);
    await using proxy = await startFaultProxy(pds.url, breakFirst());
    await using world = await openWorld({
      CRIER_ALLOW_PRIVATE_HOSTS: new URL(proxy.url).host,
      CRIER_LATE_MINUTES: "10080",
    });
    world.clock.set(Date.now());
    const dids = await connect(world, pds, proxy);

    const faults = Object.entries(WISHED).flatMap(([fault, n]) => Array.from({ length: n }, () => fault));
    const { profileId, appliance } = world;
    // Between two of them one that is answered: a server of which nothing is heard would be left alone for a while.
    const requests = faults.flatMap((fault, n): PostRequest[] => {
      const to = { accounts: [`user${n % ACCOUNTS}.test`], media: [], overrides: {}, options: {} };
      return [
        { ...to, caption: `${fault} ${n}` },
        { ...to, caption: `answered ${n}` },
      ];
    });
    const making = requests.map((request) =>
      createPost(atCommandLine(profileId), request, "now", null, appliance.publishing),
    );
    const made = await Promise.all(making);
    const posts = await untilPosted(
      made.map(({ post }) => post.id),
      world,
      proxy,
    );

    const records = (await Promise.all(dids.map((did) => pds.posts(did)))).flat();
    const there = new Map(records.map(({ uri, value }) => [value.text, uri]));
    expect(records).toHaveLength(requests.length);
    expect(posts).toHaveLength(requests.length);
    for (const { caption, targets } of posts) {
      const [target] = targets;
      // What never arrived is proven absent, and sent once more; everything else was there, and is found.
      const attempt = caption.startsWith("drop-before") ? 2 : 1;
      expect({ caption, state: target?.state, attempt: target?.attempt }).toEqual({
        caption,
        state: "posted",
        attempt,
      });
      expect(target?.remoteId ?? "").toBe(there.get(caption) ?? "none");
    }
    const sent = proxy.seen.filter(isPublishing);
    const arrived = sent.filter(({ status }) => status !== null);
    expect(arrived.map(({ status }) => status)).toEqual(requests.map(() => 200));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `Bluesky's own server: ${JSON.stringify(WISHED)}; ${sent.length} requests left, ${arrived.length} arrived, ` +
        `${records.length} records, ${posts.length} posted, none for a person; ${seconds} s`,
    );
  },
);

/** A post's caption names the fault that its first publishing request meets. */
function breakFirst() {
  const struck = new Set<string>();
  return (call: { method: string; path: string; body: string }): keyof typeof WISHED | null => {
    if (!isPublishing(call)) return null;
    const [caption = "", fault = ""] = /"text":"([\w-]+) \d+"/.exec(call.body) ?? [];
    if (struck.has(caption)) return null;
    struck.add(caption);
    return Object.keys(WISHED).find((known): known is keyof typeof WISHED => known === fault) ?? null;
  };
}

function isPublishing({ method, path }: { method: string; path: string }): boolean {
  return method === "POST" && path.startsWith("/xrpc/com.atproto.repo.putRecord");
}

async function connect(world: World, pds: Pds, proxy: FaultProxy): Promise<string[]> {
  const bluesky = networks.find("bluesky");
  if (!bluesky) throw new Error("there is no bluesky");
  const dids: string[] = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const handle = `user${n}.test`;
    const { did, appPassword: password } = await pds.account(handle);
    dids.push(did);
    const { connections } = world.appliance;
    const fields = { service: proxy.url, handle, password };
    for (const found of await connections.find(bluesky, fields))
      await connections.connect(world.profileId, bluesky, found, "cli");
  }
  return dids;
}

/** Time passes only while nothing comes and goes: an answer that is on its way must not be late. */
async function untilPosted(ids: readonly string[], world: World, proxy: FaultProxy): Promise<Post[]> {
  const { appliance, profileId, clock } = world;
  const giveUp = performance.now() + GIVE_UP_MS;
  const done: Post[] = [];
  let left = ids;
  for (let [calls, since] = [0, performance.now()]; ;) {
    const read = await Promise.all(left.map((id) => appliance.store.posts.get(profileId, id)));
    const posts = Map.groupBy(
      read.filter((post) => post !== null),
      isPosted,
    );
    done.push(...(posts.get(true) ?? []));
    const waiting = posts.get(false) ?? [];
    if (waiting.length === 0) return done;
    left = waiting.map(({ id }) => id);
    const open = waiting.flatMap(({ targets }) => targets);
    if (performance.now() > giveUp) {
      proxy.release();
      throw new Error(`never came: ${JSON.stringify(open.slice(0, 3))}`);
    }
    if (proxy.seen.length > calls) [calls, since] = [proxy.seen.length, performance.now()];
    if (performance.now() - since < QUIET_MS) clock.turn(1);
    else if (proxy.hanging > 0) clock.turn(PUBLISH_TIMEOUT_MS);
    else clock.turn(Math.max(500, Math.min(...open.flatMap(({ dueAt }) => dueAt ?? [])) - clock.now()));
    await new Promise(setImmediate);
  }
}

const isPosted = ({ targets }: Post) => targets.every(({ state }) => state === "posted");
