// What people do with the simulated networks: choose what happens to a next post, and have them forget everything.
import { Problem } from "../errors.ts";
import { entryOf, type AdminDeps } from "./deps.ts";

export const NEXT_POSTS = ["fail", "limited", "lost", "ghost"] as const;
export type NextPost = (typeof NEXT_POSTS)[number];
export const ENDINGS = ["refused", "limited", "answer_lost", "never_arrived"] as const;

/** What the simulator can be asked and told. */
export interface SimulatorControl {
  /** The address of a simulator in a process of its own, which shows its posts there; null: it is inside. */
  readonly at: string | null;
  columns(): readonly SimulatedColumn[];
  next(): readonly { readonly network: string; readonly account: string; readonly behaviour: NextPost }[];
  /** @param behaviour null: as usual */
  setNext(network: string, account: string, behaviour: NextPost | null): void;
  forget(): void;
}

interface SimulatedColumn {
  readonly id: string;
  readonly name: string;
  readonly published: readonly SimulatedPost[];
  readonly incidents: readonly {
    readonly account: string;
    readonly ending: (typeof ENDINGS)[number];
    readonly at: number;
  }[];
}

export interface SimulatedPost {
  readonly id: string;
  readonly account: string;
  readonly text: string;
  readonly at: number;
  readonly media: readonly { readonly id: string; readonly mime: string; readonly alt: string }[];
}

export interface SimulatorDeps extends Pick<AdminDeps, "clock"> {
  readonly simulator: SimulatorControl;
  readonly networks: readonly { readonly id: string }[];
  readonly store: { readonly audit: Pick<AdminDeps["store"]["audit"], "add"> };
}

export interface NextPostChoice {
  readonly platform: string;
  readonly handle: string;
  /** Null: as usual. */
  readonly behaviour: NextPost | null;
}

/** Chooses what happens to the next post of a simulated account. @throws Problem not_found */
export async function setNextPost(
  actor: string,
  { platform, handle, behaviour }: NextPostChoice,
  deps: SimulatorDeps,
): Promise<void> {
  requireInside(deps);
  if (!deps.networks.some(({ id }) => id === platform))
    throw new Problem("not_found", `There is no network ${JSON.stringify(platform)}.`);
  deps.simulator.setNext(platform, handle, behaviour);
  const act = { action: "simulator.next", profileId: null, subject: `${platform}:${handle}` };
  await deps.store.audit.add(entryOf(actor, deps, { ...act, detail: { behaviour } }));
}

/** Empties the simulated networks; the accounts stay. @throws Problem not_found */
export async function forgetSimulated(actor: string, deps: SimulatorDeps): Promise<void> {
  requireInside(deps);
  deps.simulator.forget();
  const act = { action: "simulator.forget", profileId: null, subject: "workspace", detail: null };
  await deps.store.audit.add(entryOf(actor, deps, act));
}

function requireInside({ simulator: { at } }: SimulatorDeps): void {
  if (at !== null) throw new Problem("not_found", `The simulator is a process of its own, at ${at}.`);
}
