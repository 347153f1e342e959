// The store on a PostgreSQL server, for several processes at once.
import { pause, systemClock, type Clock } from "../../clock.ts";
import type { Store } from "../../domain/store/index.ts";
import type { Closed } from "../../domain/store/move.ts";
import { openAccess, type Access, type BackOff } from "./access.ts";
import { openActionRecords } from "./actions.ts";
import { openAccounts } from "./accounts.ts";
import { openKeys } from "./api-keys.ts";
import { openAttention } from "./attention.ts";
import { openAudit } from "./audit.ts";
import { openBackupRecords } from "./backups.ts";
import { openChanges } from "./changes.ts";
import { withStoreErrors } from "./faults.ts";
import { openSharedLockRecords } from "./shared-locks.ts";
import { openFigures } from "./figures.ts";
import { refuseUnfit } from "./fitness.ts";
import { openHighWater } from "./high-water.ts";
import { openImportHosts } from "./import-hosts.ts";
import { openInvites } from "./invites.ts";
import { openJournal } from "./journal.ts";
import { openLabels } from "./labels.ts";
import { openMedia } from "./media.ts";
import { takeSessionLock } from "./locks.ts";
import { migrate, SCHEMA, type MayChange } from "./migrations.ts";
import { closedIn } from "./move/closing.ts";
import { LEASE_MS, openNodes } from "./nodes.ts";
import { openNetworkApplications } from "./network-applications.ts";
import { openOAuthResults } from "./oauth-results.ts";
import { openOAuthStates } from "./oauth-states.ts";
import { openOutcomes } from "./outcomes.ts";
import { openPeople } from "./people.ts";
import { openOutbox } from "./outbox.ts";
import { openPool, type PoolSettings } from "./pool.ts";
import { openPostReading } from "./post-list.ts";
import { openPosts } from "./posts.ts";
import { openProfiles } from "./profiles.ts";
import { openQueue } from "./queue-pause.ts";
import { openHolding } from "./restore-hold.ts";
import { openServerPauses } from "./server-pauses.ts";
import { openSessions } from "./sessions.ts";
import { openSignInTries } from "./sign-in-tries.ts";
import { openWorkspace } from "./workspace.ts";
import { SEARCH } from "./search.ts";
import { openSlots } from "./slots.ts";
import { openUploads } from "./uploads.ts";
import { openWebhooks } from "./webhooks.ts";

export interface OpenPostgresOptions {
  readonly clock?: Clock;
  /** How long a process may be silent, ms. Default: fifteen seconds. */
  readonly leaseMs?: number;
  /** Default: whatever it takes. */
  readonly may?: MayChange;
  /** Called after an older database was brought up to date. */
  readonly upgraded?: (from: number, to: number) => void;
}

/**
 * Opens the store.
 * @throws OperatorError when the server is not fit for it, or the database is of another version and may not be changed;
 * Error when the server can't be reached
 */
export async function openPostgresStore(
  settings: PoolSettings,
  {
    clock = systemClock,
    leaseMs = LEASE_MS,
    may = { begin: true, upgrade: true },
    upgraded = () => {},
  }: OpenPostgresOptions = {},
): Promise<PostgresStore> {
  const pool = openPool(settings);
  try {
    await pool.use((session) => refuseUnfit(session));
    const from = await migrate(pool, may);
    if (from > 0 && from < SCHEMA) upgraded(from, SCHEMA);
  } catch (error) {
    await pool[Symbol.asyncDispose]();
    throw error;
  }
  return {
    ...storeOn(openAccess(pool, backOffBy(clock)), clock, leaseMs),
    lock: withStoreErrors((name: string) => takeSessionLock(pool, name)),
    closed: withStoreErrors(() => pool.use(closedIn)),
    [Symbol.asyncDispose]: async () => await pool[Symbol.asyncDispose](),
  };
}

/** At most a few milliseconds at first, and never more than a tenth of a second. */
export const backOffBy =
  (clock: Clock): BackOff =>
  (tries) =>
    pause(clock, Math.random() * Math.min(2 ** tries, 100));

export interface PostgresStore extends Store {
  /** Held in a session of its own, until disposed or until the process ends. Null while another process holds it. */
  lock(name: string): Promise<AsyncDisposable | null>;
  /** Why nothing can be changed in it; null: it can. */
  closed(): Promise<Closed | null>;
}

function storeOn(access: Access, clock: Clock, leaseMs: number): Omit<Store, typeof Symbol.asyncDispose> {
  const nodes = openNodes(access, clock, leaseMs);
  return {
    profiles: openProfiles(access),
    accounts: openAccounts(access),
    slots: openSlots(access),
    labels: openLabels(access),
    audit: openAudit(access),
    nodes,
    journal: openJournal(access, nodes),
    people: openPeople(access),
    invites: openInvites(access),
    sessions: openSessions(access),
    oauthStates: openOAuthStates(access),
    oauthResults: openOAuthResults(access),
    actions: openActionRecords(access),
    signInTries: openSignInTries(access),
    keys: openKeys(access),
    importHosts: openImportHosts(access),
    networkApplications: openNetworkApplications(access),
    backups: openBackupRecords(access),
    serverPauses: openServerPauses(access),
    figures: openFigures(access),
    outcomes: openOutcomes(access),
    attention: openAttention(access),
    changes: openChanges(access),
    media: openMedia(access),
    sharedLocks: openSharedLockRecords(access),
    uploads: openUploads(access),
    webhooks: openWebhooks(access),
    outbox: openOutbox(access, nodes),
    search: SEARCH,
    posts: { ...openPosts(access), ...openPostReading(access) },
    queue: openQueue(access),
    holding: openHolding(access),
    workspace: openWorkspace(access),
    highWater: openHighWater(access),
    async probe() {
      await access.db.run("UPDATE workspace SET plan = plan");
    },
  };
}
