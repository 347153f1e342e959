// Posts to one simulated network that loses its answers, and counts what Crier finds out.
import type { DraftMedia } from "../../../networks/network.ts";
import { pairedRegistry, type NetworkPair } from "../../../app/networks.ts";
import { SAMPLES, type Sample } from "../../../media/samples/index.ts";
import type { Post, Target } from "../../../domain/post.ts";
import { GIVE_UP_MS } from "../../support/time-limits.ts";
import { openWorld, type World } from "../../support/world.ts";

export type Kind = "text" | DraftMedia["kind"];

/** Of one network and one kind of post. */
export interface Measured {
  readonly network: string;
  readonly kind: Kind;
  /** Answers lost after the network had published. */
  readonly delivered: number;
  /** Of those: found by itself. The others wait for a person. */
  readonly found: number;
  /** Requests lost before the network had them. */
  readonly undelivered: number;
  /** Of those: proven not to be there, so that they are tried again by themselves. */
  readonly disproved: number;
  /** Anything that is a lie or a loss, in words. */
  readonly faults: readonly string[];
}

const POSTS = 10;
/** Of the clock, for every real millisecond or so while requests are on their way. */
const UNDER_WAY_MS = 20;

/** @param answers lost after delivery, for each kind; a quarter as many are lost before it */
export async function measure({ network, simulated }: NetworkPair, answers: number): Promise<Measured[]> {
  // A server of which nothing is heard is left alone for a while: then the last ones are late.
  await using world = await openWorld(
    { CRIER_LATE_MINUTES: "10080" },
    pairedRegistry([{ network, simulated }]),
  );
  const accounts = Math.ceil(answers / POSTS);
  const all: Measured[] = [];
  for (const kind of kindsOf(network.rules)) {
    const [lost, ghosts] = await Promise.all([
      connect(world, network.id, `lost-${kind}`, accounts),
      connect(world, network.id, `ghost-${kind}`, Math.ceil(accounts / 4)),
    ]);
    const media = kind === "text" ? [] : [await take(world, kind === "image" ? SAMPLES.photo : SAMPLES.reel)];
    const request = {
      accounts: [...lost, ...ghosts],
      media,
      schedule: "now",
      options: { [network.id]: simulated.sample },
    };
    const targets: Target[] = [];
    for (let n = 0; n < POSTS; n++) {
      const { id } = await world.post({ ...request, caption: `Number ${n} of ${kind} posts` });
      targets.push(...(await quiet(id, world)).targets);
    }
    all.push(judged(network.id, kind, targets, world));
  }
  return all;
}

function kindsOf({ requires, media }: NetworkPair["network"]["rules"]): Kind[] {
  const text: Kind[] = requires === null ? ["text"] : [];
  const image: Kind[] = media.image && requires !== "video" ? ["image"] : [];
  return [...text, ...image, ...(media.video ? (["video"] as const) : [])];
}

function connect(world: World, network: string, behaviour: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => world.account(network, `${behaviour}-${n}`)));
}

async function take({ appliance, profileId }: World, sample: Sample): Promise<string> {
  const { path, mime, ...named } = sample;
  const stream = Bun.file(path).stream();
  const file = { profileId, actor: "cli", ...named, declaredMime: mime, stream, limitBytes: 4 * 1024 * 1024 };
  return (await appliance.ingest.take(file)).id;
}

/** Every question is over: after a day and a half. */
async function quiet(id: string, { appliance, profileId, clock }: World): Promise<Post> {
  const giveUp = performance.now() + GIVE_UP_MS;
  for (;;) {
    const post = await appliance.store.posts.get(profileId, id);
    const due = post?.targets.flatMap(({ dueAt }) => dueAt ?? []) ?? [];
    const moving = post?.targets.some(({ state }) => state === "preparing" || state === "committing") ?? true;
    if (post && due.length === 0 && !moving) return post;
    if (performance.now() > giveUp) throw new Error(`never came: ${JSON.stringify(post?.targets)}`);
    // No further than to what is due next, and slowly while requests are on their way: they must not come too late.
    const next = due.length === 0 ? 1 : Math.max(1, Math.min(...due) - clock.now());
    clock.turn(moving ? Math.min(next, UNDER_WAY_MS) : next);
    await (moving ? Bun.sleep(1) : new Promise(setImmediate));
  }
}

function judged(network: string, kind: Kind, targets: readonly Target[], { published }: World): Measured {
  const there = new Map(published(network).map((post) => [post.url, post]));
  const lost = targets.filter(({ handle }) => handle.startsWith("lost"));
  const ghosts = targets.filter(({ handle }) => handle.startsWith("ghost"));
  const found = lost.filter(({ state }) => state === "posted");
  const faults = [
    ...found.flatMap(({ handle, url }) =>
      there.get(url ?? "")?.account === handle ? [] : [`${handle}: found at ${url}, where it is not`],
    ),
    ...lost.flatMap(({ handle, state, caption, failure }) => {
      if (state === "posted" || state === "uncertain") return [];
      const live = published(network).some((post) => post.account === handle && post.text === caption);
      return [
        `${handle}: ${state}, ${live ? "but live" : "never sent"}: ${failure?.detail ?? "nothing said"}`,
      ];
    }),
    ...ghosts.flatMap(({ handle, state }) => (state === "posted" ? [`${handle}: posted, but not live`] : [])),
    ...doubles(network, published),
  ];
  const disproved = ghosts.filter(({ state }) => state === "failed").length;
  return {
    ...{ network, kind, delivered: lost.length, found: found.length },
    ...{ undelivered: ghosts.length, disproved, faults },
  };
}

function doubles(network: string, published: World["published"]): string[] {
  const groups = Map.groupBy(published(network), ({ account, text }) => `${account}: ${text}`);
  return [...groups].flatMap(([name, posts]) => (posts.length > 1 ? [`${name}: ${posts.length} times`] : []));
}
