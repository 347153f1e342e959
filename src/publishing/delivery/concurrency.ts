// Concurrency limits: one attempt per account, a maximum per server and a maximum overall.
import type { Due } from "../../domain/store/journal.ts";

/** Every attempt under way holds a connection and a text; files are read piece by piece. */
const IN_ALL = 1024;
/** What one server is asked to take at a time; also what one that hangs can hold on to. */
const PER_SERVER = 256;

type Occupant = Pick<Due, "accountId" | "profileId" | "server">;

export interface Concurrency {
  /** False when its account is busy, or its server full. */
  take(occupant: Occupant): boolean;
  /** What goes on in a place that was taken. */
  track(occupant: Occupant, done: Promise<void>): void;
  leave(occupant: Occupant): void;
  free(): number;
  /** One at a time there keeps read-backs unambiguous (networks/rules.facts.md 10). */
  accounts(): readonly string[];
  fullServers(): readonly string[];
  byProfile(): Readonly<Record<string, number>>;
  /** Resolves when everything that runs now has ended. */
  empty(): Promise<void>;
}

/** @param processes how many share what a server takes */
export function openConcurrency(processes: () => number): Concurrency {
  const busy = new Map<string, Promise<void>>();
  const servers = new Map<string, number>();
  const profiles = new Map<string, number>();

  return {
    take({ accountId, server, profileId }) {
      if (busy.has(accountId) || (servers.get(server) ?? 0) >= perServer()) return false;
      busy.set(accountId, Promise.resolve());
      add(servers, server, 1);
      add(profiles, profileId, 1);
      return true;
    },
    track({ accountId }, done) {
      busy.set(accountId, done);
    },
    leave({ accountId, server, profileId }) {
      busy.delete(accountId);
      add(servers, server, -1);
      add(profiles, profileId, -1);
    },
    free: () => IN_ALL - busy.size,
    accounts: () => [...busy.keys()],
    fullServers: () => [...servers].filter(([, count]) => count >= perServer()).map(([server]) => server),
    byProfile: () => Object.fromEntries(profiles),
    async empty() {
      await Promise.all(busy.values());
    },
  };

  function perServer(): number {
    return Math.max(1, Math.floor(PER_SERVER / processes()));
  }
}

function add(counts: Map<string, number>, name: string, by: number): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
