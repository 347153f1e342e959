// The store: everything Crier remembers, behind one interface for each subject. One operation is one transaction.
import type { Accounts } from "./accounts.ts";
import type { ActionRecords } from "./actions.ts";
import type { Keys } from "./api-keys.ts";
import type { AttentionRecords } from "./attention.ts";
import type { Audit } from "./audit.ts";
import type { BackupRecords } from "./backups.ts";
import type { Changes } from "./changes.ts";
import type { FigureRecords } from "./figures.ts";
import type { HighWater } from "./high-water.ts";
import type { ImportHosts } from "./import-hosts.ts";
import type { Journal } from "./journal.ts";
import type { MediaRecords } from "./media.ts";
import type { StoredOAuthResults } from "./oauth-results.ts";
import type { OAuthStates } from "./oauth-states.ts";
import type { Nodes } from "./nodes.ts";
import type { Outcomes } from "./outcomes.ts";
import type { Invites } from "./invites.ts";
import type { Outbox } from "./outbox.ts";
import type { People } from "./people.ts";
import type { Posts } from "./posts.ts";
import type { Profiles } from "./profiles.ts";
import type { Holding } from "./restore-hold.ts";
import type { Search } from "./search.ts";
import type { Sessions } from "./sessions.ts";
import type { NetworkApplications } from "./network-applications.ts";
import type { Labels } from "./labels.ts";
import type { Queue } from "./queue.ts";
import type { ServerPauses } from "./server-pauses.ts";
import type { SharedLockRecords } from "./shared-locks.ts";
import type { SignInTries } from "./sign-in-tries.ts";
import type { Slots } from "./slots.ts";
import type { UploadRecords } from "./uploads.ts";
import type { Webhooks } from "./webhooks.ts";
import type { Workspace } from "./workspace.ts";

/** An operation that its disk or its other users keep from working rejects with a StoreError. */
export interface Store extends AsyncDisposable {
  // What people change; each change comes with its audit entry.
  readonly profiles: Profiles;
  readonly keys: Keys;
  readonly accounts: Accounts;
  readonly workspace: Workspace;
  readonly slots: Slots;
  readonly queue: Queue;
  readonly labels: Labels;
  readonly people: People;
  readonly invites: Invites;
  readonly sessions: Sessions;
  readonly signInTries: SignInTries;
  readonly importHosts: ImportHosts;
  readonly networkApplications: NetworkApplications;
  readonly webhooks: Webhooks;
  readonly backups: BackupRecords;
  readonly outbox: Outbox;
  readonly posts: Posts;
  readonly actions: ActionRecords;
  readonly journal: Journal;
  readonly nodes: Nodes;
  readonly serverPauses: ServerPauses;
  readonly media: MediaRecords;
  readonly sharedLocks: SharedLockRecords;
  readonly uploads: UploadRecords;
  readonly outcomes: Outcomes;
  readonly attention: AttentionRecords;
  readonly figures: FigureRecords;
  readonly audit: Audit;
  readonly changes: Changes;
  readonly holding: Holding;
  readonly oauthStates: OAuthStates;
  readonly oauthResults: StoredOAuthResults;
  readonly highWater: HighWater;
  readonly search: Search;
  /** Throws when the database can't accept a write now. */
  probe(): Promise<void>;
}
