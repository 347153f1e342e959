// Moves everything from one place of a store to another, so that at no moment both can be used.
//
// In this order, each step committed before the next one:
//   1. The new place is closed, with the number of this move, so that nobody can use it while it is being filled.
//   2. It is filled from the old place in one transaction. Until step 3, nobody can write to the old place.
//   3. The old place is closed, with the same number and the address of the new one. From here on, neither can be used.
//   4. The new place is opened, by the number with which it was closed.
// A death before 3 leaves the old place as it was, and the next move fills the new one from the beginning. A death between 3
// and 4 leaves two closed places: the same move again does 4, and `--back` opens the old one. Going back, the new place is
// closed first, with another number: step 4 of a move that still runs somewhere then finds a number that is not its own.
import { randomUUID } from "node:crypto";
import type {
  Closed,
  CopiedTable,
  HeldStore,
  MovablePlace,
  MoveProgress,
  PlaceState,
  Snapshot,
} from "../domain/store/move.ts";
import { messageOf, OperatorError } from "../errors.ts";
import { copyAll, storeFaultOf } from "../store/index.ts";

export const MOVE_STEPS = [
  "move_recovered",
  "move_held",
  "move_media",
  "move_prepared",
  "move_copying",
  "move_comparing",
  "move_compared",
  "move_filled",
  "move_closed",
  "move_opened",
] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

export interface MoveRequest {
  readonly from: MovablePlace;
  readonly to: MovablePlace;
  /** What processes at the old place left that have ended. @throws OperatorError while a server runs there */
  readonly recover: () => Promise<void>;
  /** Whether the key here is the one that the secrets need. @throws OperatorError when it is not */
  readonly checkKey: (secretKid: string | null) => void;
  /** Sees to the files of the media rows. @throws OperatorError when some are missing */
  readonly media: (snapshot: Snapshot) => Promise<void>;
  readonly progress: MoveProgress;
  /** For tests: may end the process. */
  readonly reached: (step: MoveStep) => void;
}

export type MoveReport =
  /** Everything was copied and compared. */
  | { readonly kind: "moved"; readonly tables: readonly CopiedTable[] }
  /** An earlier move had done all but the last step, which was done now. */
  | { readonly kind: "finished" };

/** @throws OperatorError with what to do; the old place is as it was, or the same move finishes what was begun */
export async function move(request: MoveRequest): Promise<MoveReport> {
  try {
    return await carryOut(request);
  } catch (error) {
    throw storeFaultOf(error) === null ? error : interruption(error);
  }
}

/** A fault of a disk, of a bucket or of a server, which may be over soon. */
const interruption = (cause: unknown) =>
  cause instanceof OperatorError
    ? cause
    : new OperatorError(`The move was interrupted: ${messageOf(cause)}. Run the same command again.`, {
        cause,
      });

async function carryOut(request: MoveRequest): Promise<MoveReport> {
  const { from, to, reached, checkKey } = request;
  const unfinished = await unfinishedMove(from, to);
  if (unfinished) {
    // Whether it is closed for good is not known: a server may have ended before its standby had it.
    await closeAgain(from, unfinished);
    await to.open(unfinished.move);
    return { kind: "finished" };
  }
  await refuseUnusable(from, to);
  await request.recover();
  reached("move_recovered");
  await using held = await from.hold();
  reached("move_held");
  const { inFlight, secretKid } = await held.facts();
  if (inFlight > 0) throw new OperatorError(stillUnderWay(inFlight));
  checkKey(secretKid);
  await request.media(held).catch((error: unknown) => {
    throw interruption(error);
  });
  reached("move_media");
  const id = randomUUID();
  await to.prepare({ kind: "filling", from: from.address, move: id });
  reached("move_prepared");
  const tables = await fill(request, held);
  reached("move_filled");
  await held.close({ kind: "moved", to: to.address, move: id });
  reached("move_closed");
  await to.open(id);
  reached("move_opened");
  return { kind: "moved", tables };
}

async function fill({ to, progress, reached }: MoveRequest, held: HeldStore) {
  await using filling = await to.fill();
  let stage = "";
  const tables = await copyAll(held, filling, (now, done, all) => {
    progress(now, done, all);
    if (stage !== now) reached(now === "comparing" ? "move_comparing" : "move_copying");
    stage = now;
  });
  reached("move_compared");
  await filling.commit();
  return tables;
}

export interface MoveCheck {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** What would keep the move from being done, in sentences. */
  readonly problems: readonly string[];
}

/** Everything that can be found out without changing anything. */
export async function checkMove(
  request: Pick<MoveRequest, "from" | "to" | "checkKey" | "media"> & {
    readonly isServed: () => Promise<boolean>;
  },
): Promise<MoveCheck> {
  const { from, to, isServed, checkKey, media } = request;
  await refuseUnusable(from, to);
  const problems: string[] = [];
  const note = async (act: () => Promise<void> | void) => {
    await Promise.try(act).catch((error: unknown) => {
      if (!(error instanceof OperatorError)) throw error;
      problems.push(error.message);
    });
  };
  if (await isServed()) problems.push(`A Crier server is using ${from.name}. Stop it before the move.`);
  await using snapshot = await from.look();
  const { inFlight, secretKid } = await snapshot.facts();
  // Without a server, these are what one left behind: the move recovers them.
  if (inFlight > 0 && problems.length > 0) problems.push(stillUnderWay(inFlight));
  await note(() => checkKey(secretKid));
  await note(() => media(snapshot));
  const rows: Record<string, number> = {};
  for (const { name } of snapshot.tables) rows[name] = await snapshot.count(name);
  return { rows, problems };
}

/** Opens the old place again, as long as nothing has happened at the new one. @throws OperatorError with what to do */
export async function moveBack(old: MovablePlace, newer: MovablePlace): Promise<void> {
  const { closed } = closedState(await old.state());
  if (closed?.kind !== "moved")
    throw new OperatorError(`Nothing was moved away from ${old.name}; there is nothing to take back.`);
  if (!isSame(closed.to, newer.address))
    throw new OperatorError(`Crier was moved from ${old.name} to ${closed.to}, not to ${newer.address}.`);
  await closeNewer(old, newer, closed.move);
  await old.open(closed.move);
}

/** Nobody can use it from here on, and what was copied there is only good for being filled anew. */
async function closeNewer(old: MovablePlace, newer: MovablePlace, id: string): Promise<void> {
  const state = await newer.state();
  if (state.kind === "absent")
    throw new OperatorError(
      `There is no Crier in ${newer.name} any more. Where it is now, it may publish: nothing was changed.`,
    );
  const { closed } = closedState(state);
  if (closed && (closed.kind === "moved" || !isSame(closed.from, old.address)))
    throw new OperatorError(
      `What is in ${newer.name} is not what was moved there: it was, or is being, moved again.`,
    );
  // An earlier way back came as far as here.
  if (closed && closed.move !== id) return await closeAgain(newer, closed);
  await using held = await newer.hold();
  if (closed === null) {
    await using before = await old.look();
    if ((await held.facts()).traces !== (await before.facts()).traces)
      throw new OperatorError(
        `Crier has been used in ${newer.name} since the move: what has happened there would be lost, and posts could go out twice. ` +
          "Nothing was changed. To leave it, stop Crier there and use `crier move --to` with an empty place.",
      );
  }
  await held.close({ kind: "filling", from: old.address, move: randomUUID() });
}

async function closeAgain(place: MovablePlace, closed: Closed): Promise<void> {
  await using held = await place.hold();
  await held.close(closed);
}

/** Why the old place is closed, where a move between these two only has to be finished; null: there is none. */
async function unfinishedMove(from: MovablePlace, to: MovablePlace): Promise<Closed | null> {
  const { closed: source } = closedState(await from.state());
  if (source?.kind !== "moved" || !isSame(source.to, to.address)) return null;
  const { closed: target } = closedState(await to.state());
  return target?.kind === "filling" && target.move === source.move ? source : null;
}

async function refuseUnusable(from: MovablePlace, to: MovablePlace): Promise<void> {
  const source = await from.state();
  if (source.kind === "absent" || source.kind === "empty")
    throw new OperatorError(`There is nothing to move in ${from.name}.`);
  const { closed } = closedState(source);
  if (closed?.kind === "moved")
    throw new OperatorError(`Crier was moved from ${from.name} to ${closed.to} already.`);
  if (closed)
    throw new OperatorError(`A move from ${closed.from} fills ${from.name}. Finish that one first.`);
  const target = await to.state();
  const { closed: inTarget } = closedState(target);
  const isLeft = inTarget?.kind === "filling" && isSame(inTarget.from, from.address);
  if (isLeft || target.kind === "absent" || target.kind === "empty") return;
  throw new OperatorError(
    inTarget?.kind === "filling"
      ? `A move from ${inTarget.from} fills ${to.name}. Choose an empty place.`
      : `There is something in ${to.name}. Choose an empty place; nothing was changed.`,
  );
}

const closedState = (state: PlaceState): { readonly closed: Closed | null } =>
  state.kind === "closed" ? state : { closed: null };

const stillUnderWay = (count: number) =>
  `${count === 1 ? "1 post is" : `${count} posts are`} being published now. Wait until that is done, then try again.`;

/** Whether two addresses lead to the same place, apart from the user and password in them. */
export const isSame = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (address: string) =>
  address.replace(/^postgres(?:ql)?:\/\/(?:[^@/]*@)?([^/:]+)(?::5432)?(?=[/:]|$)/, "postgres://$1");
