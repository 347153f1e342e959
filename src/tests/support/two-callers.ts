// Provides one data folder with two callers: an owner at the admin API, and the command line.
import { run } from "../../cli/program.ts";
import { EMAIL, makeOwner, signIn, type Ask } from "./owner.ts";
import { openWorld, type World } from "./world.ts";

export interface Callers extends AsyncDisposable {
  readonly world: World;
  /** A request to /admin. */
  readonly ask: Ask;
  crier(...args: string[]): Promise<Ran>;
  /** The audit rows that `act` adds, oldest first, as `actor action`. */
  rowsOf(act: () => Promise<unknown>): Promise<string[]>;
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const OWNER = `owner:${EMAIL}`;

/** @param env settings of both */
export async function openCallers(env: Record<string, string> = {}): Promise<Callers> {
  const world = await openWorld(env);
  // The command line has no clock that can be turned.
  world.clock.set(Date.now());
  await makeOwner(world);
  const { ask } = await signIn(world);
  return {
    world,
    ask,
    crier,
    async rowsOf(act) {
      const before = (await rows()).length;
      await act();
      return (await rows()).slice(before);
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };

  async function rows(): Promise<string[]> {
    const all = await world.appliance.store.audit.page(1000, null);
    // By the clock of the command line everything of the world's came first.
    const inOrder = all.toSorted((a, b) => b.seq - a.seq);
    return inOrder.map(({ actor, action }) => `${actor} ${action}`).toReversed();
  }

  async function crier(...args: string[]): Promise<Ran> {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run(args, {
      env: { ...env, ...world.settings },
      out: (text) => out.push(text),
      say: (text) => err.push(text),
      draw: (text) => err.push(text),
      ...{ isTerminal: false, columns: null, terminal: null },
      readInput: async () => "",
      ended: Promise.resolve(),
      die: () => process.exit(137),
    });
    return { code, out: out.join("\n").trim(), err: err.join("\n").trim() };
  }
}
