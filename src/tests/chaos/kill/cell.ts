// Crashes at one named step: the post, the process that dies there, and those that finish its work.
import { CRASH_STEPS, type CrashStep } from "../../../publishing/delivery/engine.ts";
import type { TestFolder } from "./data-folder.ts";
import { lines } from "./progress.ts";
import { startAppliance, type Programs } from "./program.ts";
import { settle } from "./settle.ts";
import { requestTo } from "./post-request.ts";
import type { Asked } from "./verdict.ts";
import { GIVE_UP_MS } from "../../support/time-limits.ts";

/** Where processes die, one after the other: at a step, when it is reached for the nth time. */
export type Cell = readonly { readonly step: CrashStep; readonly nth: number }[];

/** Every step at every target of a fan-out. */
export function cellsOf(targets: number): Cell[] {
  const all = Array.from({ length: targets }, (_, n) => n + 1);
  return CRASH_STEPS.flatMap((step) => all.map((nth) => cellAt(step, nth)));
}

/** There is something to recover only after another death. */
function cellAt(step: CrashStep, nth: number): Cell {
  const atStart = step === "recovering" || step === "recovered";
  return atStart
    ? [
        { step: "marked", nth },
        { step, nth: 1 },
      ]
    : [{ step, nth }];
}

export function nameOf(cell: Cell): string {
  return cell.map(({ step, nth }) => `${step}:${nth}`).join(" ");
}

const OUTCOMES = ["accept", "process", "refuse", "lose"];
const RECOVERED = ["interrupt", "lose"];
const ANSWERS = ["find", "look", "disprove"];
/** What is in the journal when a step is reached, and what is not: the nth of the first, less than n of the second. */
const JOURNAL: Record<CrashStep, { there: readonly string[]; missing: readonly string[] }> = {
  claimed: { there: ["claim"], missing: ["prepared"] },
  prepared: { there: ["claim"], missing: ["prepared"] },
  marked: { there: ["prepared"], missing: OUTCOMES },
  answered: { there: ["prepared"], missing: OUTCOMES },
  recorded: { there: OUTCOMES, missing: [] },
  recovering: { there: ["prepared"], missing: RECOVERED },
  recovered: { there: RECOVERED, missing: [] },
  asked: { there: ["lose"], missing: ANSWERS },
  settled: { there: ANSWERS, missing: [] },
};

export interface Died extends Disposable {
  readonly workspace: TestFolder;
  readonly requests: readonly Asked[];
  /** What was not as the step says; nothing when all is well. */
  readonly faults: readonly string[];
}

/**
 * Publishes one post to all accounts, lets processes die, and brings it to its end.
 * @param template a data folder to copy
 */
export async function die(
  cell: Cell,
  template: TestFolder,
  { engine }: Programs,
  networksUrl: string,
  file: "video" | null = null,
): Promise<Died> {
  const workspace = template.copy();
  const accounts = workspace.accounts.map(({ id }) => id);
  const text = `crash at ${nameOf(cell)}${file === null ? "" : ` with a ${file}`}`;
  const media = file === null ? [] : [workspace.media[file]];
  const id = await workspace.create({ ...requestTo(workspace.accounts, text), media });
  const faults: string[] = [];
  for (const { step, nth } of cell) {
    const env = { CRIER_CRASH_AT: `${step}:${nth}` };
    await using appliance = startAppliance(engine, workspace.folder, networksUrl, env);
    const code = await Promise.race([appliance.exited, Bun.sleep(GIVE_UP_MS)]);
    if (code !== 137) faults.push(`${text}: ended with ${code ?? "nothing"}, ${await saidBy(appliance)}`);
    else if (!isThere(step, nth, workspace.folder))
      faults.push(`${text}: the journal is not as at this step`);
  }
  await settle(workspace.folder, engine, networksUrl);
  const requests = [{ text, targets: accounts.length, id }];
  return { workspace, requests, faults, [Symbol.dispose]: () => workspace[Symbol.dispose]() };
}

async function saidBy(appliance: Awaited<ReturnType<typeof startAppliance>>): Promise<string> {
  await appliance.end("SIGKILL");
  return await appliance.log();
}

function isThere(step: CrashStep, nth: number, folder: string): boolean {
  const written = lines(folder);
  const count = (kinds: readonly string[]) => kinds.reduce((sum, kind) => sum + (written.get(kind) ?? 0), 0);
  const { there, missing } = JOURNAL[step];
  // A target that a network processes has two outcomes, and on a slow machine both may come before another's first.
  const second = missing === OUTCOMES ? count(["process"]) : 0;
  return count(there) >= nth && count(missing) - second < nth;
}
