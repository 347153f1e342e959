// What people do in a simulated world, at any moment, also at the wrong one, and with what they believe to be true.
import { Problem } from "../../../errors.ts";
import { atCommandLine } from "../../../publishing/actor.ts";
import { createPost } from "../../../publishing/create.ts";
import { editPost } from "../../../publishing/edit.ts";
import { cancelPost, reconcile, retryPost, schedulePost } from "../../../publishing/manage.ts";
import { isInjected } from "./fault.ts";
import type { Life } from "./life.ts";
import { count } from "./tally.ts";
import type { Wish, World } from "./world.ts";
import { ENTRY } from "../../support/audit-entry.ts";

export interface People {
  /** Asks for a post, again and again with the same key where it has one, until there is an answer. */
  wish(request: Wish): void;
  /** Does something to a post that was asked for. */
  act(act: Act, request: Wish): void;
  /** How many acts are under way. */
  busy(): number;
}

export const ACTS = ["cancel", "edit", "schedule", "retry", "reconcile", "reconnect"] as const;
export type Act = (typeof ACTS)[number];

/** People look before they say so, but not all of them. */
const LIES = 0.1;
/** How often somebody changes their mind when a post is due. */
const RACES = 0.4;

/** @param turn the next turn of the event loop */
export function openPeople(world: World, turn: () => Promise<void>): People {
  const { chance, agenda, tally } = world;
  const actor = atCommandLine(world.profileId);
  let acting = 0;
  /** Posts that somebody is scheduling now. */
  const scheduling = new Map<string, number>();
  const deeds: Record<Act, (life: Life, id: string, request: Wish) => Promise<string>> = {
    ...{ cancel, edit, schedule, reconcile: reconcileOne, reconnect },
    async retry({ deps }, id) {
      await retryPost(actor, id, deps);
      return "ok";
    },
  };
  return { wish: (input) => ask(input), act: (act, wish) => begin(act, wish), busy: () => acting };

  function ask(wish: Wish): void {
    const life = world.life;
    const again = (latest: number) => {
      agenda.after(chance.span(1000, latest), "here", () => ask(wish));
    };
    if (!life) return again(3_600_000);
    const { caption, accounts, schedule, key } = wish;
    wish.time ??= new Date(agenda.wall() + wish.ahead).toISOString();
    const when = schedule === "queue" ? null : schedule === "time" ? wish.time : schedule;
    const claim = key === null ? null : { key, fingerprint: caption };
    const said = { caption, accounts, media: [], overrides: {}, options: {} };
    const asked = doing("create", life, async () => {
      const { post } = await createPost(actor, said, when, claim, life.deps);
      wish.id = post.id;
      // At its very moment somebody may change their mind.
      if (post.scheduledFor !== null && chance.one(RACES)) {
        const act = chance.pick(["cancel", "edit"] as const);
        agenda.after(post.scheduledFor - agenda.wall(), "here", () => begin(act, wish));
      }
      return "ok";
    });
    // With a key, asking again is safe.
    asked
      .then((answer) => (answer === "no answer" && key !== null ? again(20_000) : undefined))
      .catch(world.fail);
  }

  function begin(act: Act, wish: Wish): void {
    const life = world.life;
    const { id } = wish;
    if (life && id) doing(act, life, () => deeds[act](life, id, wish)).catch(world.fail);
  }

  /** Some turns from now; every way out has a name. */
  async function doing(name: string, life: Life, deed: () => Promise<string>): Promise<string> {
    acting++;
    world.stirred();
    for (let turns = chance.whole(0, 5); turns > 0; turns--) await turn();
    const answer = await deed().catch((error: unknown) => {
      if (world.life !== life || isInjected(error)) return "no answer";
      if (error instanceof Problem) return error.code;
      world.violate(`${name} failed by itself: ${String(error)}`);
      return "failed";
    });
    world.say(() => `a person's ${name}: ${answer}`);
    count(tally.acts, `${name} ${answer}`);
    if (world.life === life) life.wake();
    world.stirred();
    acting--;
    return answer;
  }

  async function cancel({ deps }: Life, id: string): Promise<string> {
    await cancelPost(actor, id, deps);
    if (!scheduling.get(id)) world.canceled.add(id);
    return "ok";
  }

  async function schedule({ deps }: Life, id: string): Promise<string> {
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

  async function edit({ deps }: Life, id: string, wish: Wish): Promise<string> {
    const caption = `${wish.caption}'`;
    const accounts = chance.one(0.3) ? wish.accounts.slice(0, 1) : wish.accounts;
    const sure = wish.changed;
    wish.changed = "perhaps";
    try {
      const { kind } = await editPost(actor, id, { caption, accounts }, deps);
      if (kind === "overtaken") {
        wish.changed = sure;
        return kind;
      }
    } catch (error) {
      if (error instanceof Problem) wish.changed = sure;
      throw error;
    }
    Object.assign(wish, { caption, accounts, changed: sure });
    return "ok";
  }

  async function reconcileOne({ deps }: Life, id: string): Promise<string> {
    const post = await deps.posts.get(world.profileId, id);
    const uncertain = post?.targets.filter(({ state }) => state === "uncertain") ?? [];
    const target = uncertain.length > 0 ? chance.pick(uncertain) : post?.targets[0];
    if (!target) return "nothing there";
    const [live] = world.truth.of(target.id).lives;
    const isThere = (live !== undefined) !== chance.one(LIES);
    // People take a moment between looking and saying so.
    for (let turns = chance.whole(0, 3); turns > 0; turns--) await turn();
    const action = isThere ? "mark_published" : "confirm_not_published";
    const remote = { remoteId: (isThere && live?.remoteId) || null, remoteUrl: null };
    const word = { targetId: target.id, action, ...remote, note: null } as const;
    await reconcile(actor, id, word, deps);
    return action;
  }

  async function reconnect({ disk }: Life): Promise<string> {
    for (const { id } of world.accounts) await disk.accounts.setStatus(id, "active", null, ENTRY);
    return "ok";
  }
}
