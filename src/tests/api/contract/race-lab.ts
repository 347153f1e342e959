// Runs thousands of races on a real store and dispatcher, with networks that are functions and a turnable clock.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Problem } from "../../../errors.ts";
import { idsOf } from "../../../id.ts";
import { openLog } from "../../../log.ts";
import { bluesky } from "../../../networks/bluesky/index.ts";
import type { Json, Network } from "../../../networks/network.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createPost } from "../../../publishing/create.ts";
import { openRetryPolicy } from "../../../publishing/delivery/retry-policy.ts";
import { startDispatcher } from "../../../publishing/delivery/dispatcher.ts";
import type { Engine } from "../../../publishing/delivery/engine.ts";
import type { PublishingDeps } from "../../../publishing/targets.ts";
import { isSettled, type Post } from "../../../domain/post.ts";
import type { Plans, TargetAccount } from "../../../publishing/dependencies.ts";
import { openWatch } from "../../../publishing/delivery/watch.ts";
import { storeFiles } from "../../../store/index.ts";
import { turnableClock } from "../../support/clock.ts";
import { ENTRY } from "../../support/audit-entry.ts";
import { GIVE_UP_MS } from "../../support/time-limits.ts";

/** As many accounts as the dispatcher serves at once: 16 on each of four networks. */
const PLATFORMS = ["one", "two", "three", "four"];
export const AT_ONCE = PLATFORMS.length * 16;

/** How a post's network behaves, by the caption's first word. */
export type Behaviour = "takes" | "refuses-once" | "loses";

export type Lab = Awaited<ReturnType<typeof openLab>>;

export async function openLab(seed: number) {
  const folder = mkdtempSync(join(tmpdir(), "crier-races-"));
  const store = await storeFiles.open(folder);
  const clock = turnableClock();
  const newId = idsOf(clock);
  const random = randomOf(seed);
  const profileId = newId();
  await store.profiles.create(
    {
      id: profileId,
      name: "races",
      timezone: "UTC",
      weekStart: "monday",
      defaultAccounts: null,
      keepMetadata: false,
      review: false,
      createdAt: clock.now(),
    },
    [],
    ENTRY,
  );
  const accounts: TargetAccount[] = [];
  for (const platform of PLATFORMS) {
    for (let n = 0; n < 16; n++) {
      const account = {
        id: newId(),
        platform,
        handle: `${platform}-${n}`,
        status: "active",
        simulated: true,
        profileUrl: null,
      } as const;
      accounts.push({ ...account, rules: bluesky.rules });
      await store.accounts.connect(
        recordOf(account, profileId),
        () => new Uint8Array([1]),
        () => ENTRY,
      );
    }
  }

  /** Target ids, once for each time something went live. */
  const published: string[] = [];
  const refused = new Set<string>();
  const network = fakeNetwork();
  const plans: Plans = { state: async () => "live" };
  const find = () => network;
  const files = {
    find: async () => [],
    unable: async () => () => null,
    isReadable: async () => true,
    fitted: () => Promise.reject(new Error("no files here")),
  };
  const deps: PublishingDeps = {
    live: async () => null,
    lastLive: () => null,
    cachedCard: async () => null,
    sender: async () => null,
    ...{ posts: store.posts, accounts: { ofProfile: async () => accounts }, files },
    ...{ slots: store.slots, plans, network: find, clock, newId, publicUrl: null },
  };
  const faults: string[] = [];
  const stopping = new AbortController();
  const engine: Engine = {
    resumeQueues: async () => {},
    journal: store.journal,
    connections: {
      network: find,
      // Nothing in the fake network looks at it.
      io: async () => ({
        io: { credentials: {} } as never,
        remoteAccountId: "r",
        rules: bluesky.rules,
        credentialsVersion: 1,
      }),
      refreshCredentials: async () => false,
      needsReconnect: async () => {},
    },
    ...{ files, linkCard: async () => null, clock, plans, watch: openWatch(null) },
    retryPolicy: openRetryPolicy({ tries: 5, triesWithinMs: 7_200_000, questionsAfterMs: [35_000] }, random),
    // The network of this lab fails on purpose, all the time.
    breaker: { record: async () => {} },
    disk: { isLow: () => false, release: () => {} },
    log: openLog("error", clock, (line) => faults.push(line)),
    lateMs: 3_600_000,
    markWithinMs: null,
    isAlone: true,
    processes: () => 1,
    isClockOff: () => false,
    stopping: stopping.signal,
    reached: () => {},
  };
  const dispatcher = startDispatcher(engine);

  return {
    ...{
      clock,
      deps,
      profileId,
      random,
      published,
      dispatcher,
      faults,
      tick,
      make,
      settle,
      events,
      read,
      attempt,
    },
    async [Symbol.asyncDispose]() {
      await dispatcher.stop();
      await store[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function fakeNetwork(): Network {
    return {
      ...bluesky,
      prepare: async ({ targetId, text }): Promise<Json> => ({
        targetId,
        behaviour: text.split(" ")[0] ?? "",
      }),
      async commit(prepared) {
        const { targetId, behaviour } = prepared as { targetId: string; behaviour: Behaviour };
        await tick(Math.floor(random() * 3));
        if (behaviour === "refuses-once" && !refused.has(targetId)) {
          refused.add(targetId);
          return { kind: "refused", category: "content", detail: "no" };
        }
        published.push(targetId);
        await tick(Math.floor(random() * 3));
        if (behaviour === "loses") return { kind: "unknown", detail: "lost" };
        return { kind: "accepted", remoteId: targetId, url: null };
      },
      async verify(prepared, { sentAt }) {
        await tick(Math.floor(random() * 4));
        const { targetId } = prepared as { targetId: string };
        if (clock.now() - sentAt < 30_000) return { kind: "inconclusive", evidence: "too early" };
        return { kind: "found", remoteId: targetId, url: null, evidence: "there" };
      },
    };
  }

  /** One post for each account. @param ahead when they are due, ms */
  function make(behaviour: Behaviour, ahead: number): Promise<Post[]> {
    const schedule = new Date(clock.now() + ahead).toISOString();
    const request = { media: [], overrides: {}, options: {} };
    return Promise.all(
      accounts.map(async ({ id }) => {
        const caption = `${behaviour} ${id}`;
        return (
          await createPost(
            atCommandLine(profileId),
            { ...request, caption, accounts: [id] },
            schedule,
            null,
            deps,
          )
        ).post;
      }),
    );
  }

  /** As the posts are once nothing happens to them any more. */
  async function settle(
    posts: readonly Post[],
    enough: (post: Post) => boolean = isSettled,
  ): Promise<Post[]> {
    const giveUp = performance.now() + GIVE_UP_MS;
    for (;;) {
      const now = await Promise.all(posts.map(read));
      if (now.every(enough)) return now;
      if (performance.now() > giveUp)
        throw new Error(`never settled: ${JSON.stringify(now.find((post) => !enough(post)))}`);
      dispatcher.wake();
      await tick(1);
    }
  }

  async function read({ id }: Post): Promise<Post> {
    const post = await store.posts.get(profileId, id);
    if (!post) throw new Error(`${id} is gone`);
    return post;
  }

  async function events({ id }: Post): Promise<string[]> {
    return ((await store.posts.events(profileId, id)) ?? []).map(({ kind }) => kind);
  }
}

/** `ok`, or the code of the refusal. */
async function attempt(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return "ok";
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

/** Turns of the event loop, which is what decides who is first. */
async function tick(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(resolve);
    await promise;
  }
}

/** mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function recordOf(account: Omit<TargetAccount, "rules">, profileId: string) {
  const nothing = {
    avatarUrl: null,
    server: null,
    profileUrl: null,
    statusDetail: null,
    tokenExpiresAt: null,
  };
  return {
    ...account,
    ...nothing,
    profileId,
    remoteId: account.handle,
    displayName: "",
    rules: {},
    connectedAt: 0,
    credentialsAt: 0,
    refreshAskedAt: null,
    scopes: null,
  };
}
