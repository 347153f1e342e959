// Simulates people, who act at any moment, also the wrong one, on what they believe.
import { Problem } from "../../../errors.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createPost } from "../../../publishing/create.ts";
import { editPost } from "../../../publishing/edit.ts";
import { cancelPost, retryPost, schedulePost } from "../../../publishing/manage.ts";
import { reconcile } from "../../../publishing/reconcile.ts";
import { swapPosts } from "../../../publishing/moves.ts";
import { pauseQueue, resumeQueue } from "../../../publishing/queue.ts";
import { isInjected } from "./fault.ts";
import type { ProcessRun } from "./process-run.ts";
import { count } from "./tally.ts";
import type { PlannedPost, World } from "./world.ts";
import { ENTRY } from "../../support/audit-entry.ts";

export interface People {
  /** Asks for a post, again and again with the same key where it has one, until there is an answer. */
  create(request: PlannedPost): void;
  /** Does something to a post that was asked for. */
  act(act: Act, request: PlannedPost): void;
  /** Has publishing paused, or the pause lifted, however often that takes. */
  pause(paused: boolean): void;
  /** How many acts are under way. */
  busy(): number;
}

export const ACTS = [
  ...(["cancel", "edit", "schedule", "swap", "holdQueue", "retry", "reconcile", "reconnect"] as const),
] as const;
export type Act = (typeof ACTS)[number];

/** People look before they say so, but not all of them. */
const LIES = 0.1;
/** How often a person changes their mind when a post is due. */
const RACES = 0.4;

/** @param turn the next turn of the event loop */
export function openPeople(world: World, turn: () => Promise<void>): People {
  const { chance, agenda, tally } = world;
  const actor = atCommandLine(world.profileId);
  let acting = 0;
  /** Posts that a person is scheduling now. */
  const scheduling = new Map<string, number>();
  const deeds: Record<Act, (running: ProcessRun, id: string, request: PlannedPost) => Promise<string>> = {
    ...{ cancel, edit, schedule, swap, holdQueue, reconcile: reconcileOne, reconnect },
    async retry({ deps }, id) {
      await retryPost(actor, id, deps);
      return "ok";
    },
  };
  return {
    create: (input) => ask(input),
    act: (act, planned) => begin(act, planned),
    pause,
    busy: () => acting,
  };

  function ask(planned: PlannedPost): void {
    const running = world.running;
    const again = (latest: number) => {
      agenda.after(chance.span(1000, latest), "appliance", () => ask(planned));
    };
    if (!running) return again(3_600_000);
    const { caption, accounts, schedule, key } = planned;
    planned.time ??= new Date(agenda.wall() + planned.ahead).toISOString();
    const when = schedule === "queue" ? null : schedule === "time" ? planned.time : schedule;
    const claim = key === null ? null : { key, fingerprint: caption };
    const content = { caption, accounts, media: [], overrides: {}, options: {} };
    const creating = doing("create", running, async () => {
      const { post } = await createPost(actor, content, when, claim, running.deps);
      planned.id = post.id;
      // At its very moment a person may change their mind.
      if (post.scheduledFor !== null && chance.one(RACES)) {
        const act = chance.pick(["cancel", "edit"] as const);
        agenda.after(post.scheduledFor - agenda.wall(), "appliance", () => begin(act, planned));
      }
      return "ok";
    });
    // With a key, asking again is safe.
    creating
      .then((answer) => (answer === "no answer" && key !== null ? again(20_000) : undefined))
      .catch(world.fail);
  }

  function begin(act: Act, planned: PlannedPost): void {
    const running = world.running;
    const { id } = planned;
    if (running && id) doing(act, running, () => deeds[act](running, id, planned)).catch(world.fail);
  }

  function pause(paused: boolean): void {
    world.wantsPause = paused;
    const { running } = world;
    const again = (latest: number) => {
      // Since then, the person may have changed their mind.
      agenda.after(chance.span(1000, latest), "appliance", () => pause(world.wantsPause));
    };
    if (!running) return again(3_600_000);
    doing(paused ? "pause" : "resume", running, async () => {
      const { workspace } = running.disk;
      const by = { reason: "wait", since: agenda.wall(), by: "cli" };
      if (paused) await workspace.setPause(by, ENTRY);
      else await workspace.liftPause({ ...ENTRY, at: agenda.wall() });
      return "ok";
    })
      .then((answer) => (answer === "no answer" ? again(20_000) : undefined))
      .catch(world.fail);
  }

  /** Some turns from now; every way out has a name. */
  async function doing(name: string, running: ProcessRun, deed: () => Promise<string>): Promise<string> {
    acting++;
    world.stirred();
    for (let left = chance.whole(0, 5); left > 0; left--) await turn();
    const answer = await deed().catch((error: unknown) => {
      if (world.running !== running || isInjected(error)) return "no answer";
      if (error instanceof Problem) return error.code;
      world.violate(`${name} failed by itself: ${String(error)}`);
      return "failed";
    });
    world.say(() => `a person's ${name}: ${answer}`);
    count(tally.acts, `${name} ${answer}`);
    if (world.running === running) running.wake();
    world.stirred();
    acting--;
    return answer;
  }

  async function cancel({ deps }: ProcessRun, id: string): Promise<string> {
    await cancelPost(actor, id, deps);
    if (!scheduling.get(id)) world.canceled.add(id);
    return "ok";
  }

  async function schedule({ deps }: ProcessRun, id: string): Promise<string> {
    world.canceled.delete(id);
    scheduling.set(id, (scheduling.get(id) ?? 0) + 1);
    const when = chance.one(0.5) ? "now" : new Date(agenda.wall() + chance.span(500, 60_000)).toISOString();
    try {
      await schedulePost(actor, id, when, deps);
    } finally {
      scheduling.set(id, (scheduling.get(id) ?? 0) - 1);
    }
    return "ok";
  }

  async function swap({ deps, disk }: ProcessRun, id: string): Promise<string> {
    const others = disk.postIds().filter((each) => each !== id);
    if (others.length === 0) return "nothing there";
    await swapPosts(actor, id, chance.pick(others), deps);
    return "ok";
  }

  /** For a while: a pause without an end would hold posts for ever. */
  async function holdQueue({ disk, deps }: ProcessRun): Promise<string> {
    if (chance.one(0.3))
      return (await resumeQueue(actor, { ...disk, clock: deps.clock })) ? "resumed" : "not paused";
    const until = agenda.wall() + chance.span(500, 60_000);
    await pauseQueue(actor, { until, reason: "wait" }, { queue: disk.queue, clock: deps.clock });
    return "ok";
  }

  async function edit({ deps }: ProcessRun, id: string, planned: PlannedPost): Promise<string> {
    const caption = `${planned.caption}'`;
    const accounts = chance.one(0.3) ? planned.accounts.slice(0, 1) : planned.accounts;
    const sure = planned.changed;
    planned.changed = "perhaps";
    try {
      const { kind } = await editPost(actor, id, { caption, accounts }, deps);
      if (kind === "overtaken") {
        planned.changed = sure;
        return kind;
      }
    } catch (error) {
      if (error instanceof Problem) planned.changed = sure;
      throw error;
    }
    Object.assign(planned, { caption, accounts, changed: sure });
    return "ok";
  }

  async function reconcileOne({ deps }: ProcessRun, id: string): Promise<string> {
    const post = await deps.posts.get(world.profileId, id);
    const uncertain = post?.targets.filter(({ state }) => state === "uncertain") ?? [];
    const target = uncertain.length > 0 ? chance.pick(uncertain) : post?.targets[0];
    if (!target) return "nothing there";
    const [live] = world.truth.of(target.id).livePosts;
    const isThere = (live !== undefined) !== chance.one(LIES);
    // People take a moment between looking and saying so.
    for (let turns = chance.whole(0, 3); turns > 0; turns--) await turn();
    const action = isThere ? "mark_published" : "confirm_not_published";
    const remote = { remoteId: (isThere && live?.remoteId) || null, remoteUrl: null };
    const word = { targetIds: [target.id], action, ...remote, note: null } as const;
    await reconcile(actor, id, word, deps);
    return action;
  }

  async function reconnect({ disk }: ProcessRun): Promise<string> {
    for (const { id } of world.accounts) await disk.accounts.setStatus(id, "active", null, ENTRY);
    return "ok";
  }
}
