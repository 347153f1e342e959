// A PostgreSQL server, as the place of a store that several processes use at once.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { every, systemClock, type Clock, type Periodic } from "../clock.ts";
import type { MovablePlace } from "../domain/store/move.ts";
import type { Nodes } from "../domain/store/nodes.ts";
import type { StorePlace } from "../domain/store/place.ts";
import type { PostgresStore } from "./postgres/index.ts";
import type { MayChange } from "./postgres/migrations.ts";
import { codeOf, messageOf, OperatorError } from "../errors.ts";
import { refuseClosed } from "./rows/closed-store.ts";
import { writeNewFile } from "./sqlite/move/new-file.ts";

/** A renewal that fails leaves time for two more. */
const RENEWALS_PER_LEASE = 4;
const SESSIONS = 20;
/** The server cuts longer names off. */
const MOST_NAME = 63;
const AS_IT_IS: MayChange = { begin: false, upgrade: false };

export interface ServerPlaceOptions {
  /** By which leases are prolonged. Default: the system's. */
  readonly clock?: Clock;
  /** How long this process may be silent, ms; tests of what happens then don't wait so long. */
  readonly leaseMs?: number;
  /** Called when this process was taken for dead: others have its attempts. */
  readonly takenOver?: () => void;
}

/** @param url postgres://… of a database; its password appears nowhere else */
export function serverPlace(url: string, options: ServerPlaceOptions = {}): StorePlace {
  const { clock = systemClock, takenOver = () => {}, leaseMs } = options;
  const processName = `${hostname()} ${process.pid}`;
  const name = `the database ${nameOf(url)}`;
  // Numbers of processes come again, above all in containers.
  const sessionName = `crier ${randomUUID().slice(0, 8)} ${processName}`.slice(0, MOST_NAME);
  let opened: PostgresStore | null = null;
  return {
    name,
    processName,
    async open({ begins = false, upgraded } = {}) {
      opened = await openStore({ begin: begins, upgrade: upgraded !== undefined }, (from, to) =>
        upgraded?.(`database ${from} → ${to}`),
      );
      return opened;
    },
    async lockDelivery() {
      const { nodes, closed } = store();
      await nodes.join(processName).catch(async (error: unknown) => {
        // It may have been moved since it was opened.
        refuseClosed(await closed(), name);
        throw error;
      });
      const renewals = keepRenewing(nodes, clock, takenOver);
      return {
        async [Symbol.asyncDispose]() {
          await renewals.stop();
          await nodes.leave();
        },
      };
    },
    lockBackups: () => store().lock("backups"),
    lockRefresh: (accountId) => store().lock(`refresh ${accountId}`),
    isServed: async () => (await active()).length > 0,
    runningServer: async () => (await active()).find(({ server }) => server !== null)?.server ?? null,
    async announce(server) {
      const { nodes } = store();
      await nodes.announce(server);
      return { [Symbol.asyncDispose]: () => nodes.announce(null) };
    },
    async copy(to, takenAt, progress) {
      await using place = await movableServer(url);
      const state = await place.state();
      refuseClosed(state.kind === "closed" ? state.closed : null, name);
      await using snapshot = await place.look();
      await writeNewFile(snapshot, to, takenAt, progress);
    },
  };

  function store(): PostgresStore {
    if (!opened) throw new Error("the store is not open");
    return opened;
  }

  async function active() {
    if (opened) return await opened.nodes.active();
    await using store = await openStore(AS_IT_IS);
    return await store.nodes.active();
  }

  async function openStore(may: MayChange, upgraded?: (from: number, to: number) => void) {
    const store = await connect(may, upgraded);
    try {
      refuseClosed(await store.closed(), name);
      return store;
    } catch (error) {
      await store[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Its driver is loaded only here: whoever keeps everything in a file does without it. */
  async function connect(may: MayChange, upgraded?: (from: number, to: number) => void) {
    const { openPostgresStore } = await import("./postgres/index.ts");
    const settings = { url, name: sessionName, sessions: SESSIONS };
    try {
      return await openPostgresStore(settings, {
        clock,
        may,
        ...(upgraded && { upgraded }),
        ...(leaseMs !== undefined && { leaseMs }),
      });
    } catch (error) {
      // Neither the driver's nor the server's messages quote the password.
      throw new OperatorError(
        `The database ${nameOf(url)} can't be used: ${messageOf(error) || codeOf(error)}.`,
        {
          cause: error,
        },
      );
    }
  }
}

function keepRenewing(nodes: Nodes, clock: Clock, takenOver: () => void): Periodic {
  return every(clock, (nodes.leaseMs ?? 0) / RENEWALS_PER_LEASE, async () => {
    // A server that can't be reached now may be reachable at the next renewal.
    const isAlive = await nodes.renewLease().catch(() => null);
    if (isAlive === false) takenOver();
  });
}

/** Without its password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The same, as an address that can be used where no password is needed. */
function addressOf(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

/** The same database, for a move. */
export async function movableServer(url: string): Promise<MovablePlace> {
  const { movableDatabase } = await import("./postgres/move/place.ts");
  return movableDatabase(url, `the database ${nameOf(url)}`, addressOf(url));
}
