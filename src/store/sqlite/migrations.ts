// The schema's history, oldest first. Add at the end; never change one that was released.
import foundation from "./migrations/001_foundation.sql" with { type: "text" };
import contract from "./migrations/002_contract.sql" with { type: "text" };
import admin from "./migrations/003_admin.sql" with { type: "text" };
import status from "./migrations/004_status.sql" with { type: "text" };
import delivery from "./migrations/005_delivery.sql" with { type: "text" };
import backup from "./migrations/006_backup.sql" with { type: "text" };
import uploads from "./migrations/007_uploads.sql" with { type: "text" };
import mediaFacts from "./migrations/008_media_facts.sql" with { type: "text" };
import mediaServing from "./migrations/009_media_serving.sql" with { type: "text" };
import keepMetadata from "./migrations/010_keep_metadata.sql" with { type: "text" };
import mediaQuota from "./migrations/011_media_quota.sql" with { type: "text" };
import signIn from "./migrations/012_sign_in.sql" with { type: "text" };
import search from "./migrations/013_search.sql" with { type: "text" };
import warnings from "./migrations/014_warnings.sql" with { type: "text" };
import people from "./migrations/015_people.sql" with { type: "text" };
import evidence from "./migrations/016_evidence.sql" with { type: "text" };
import attention from "./migrations/017_attention.sql" with { type: "text" };
import live from "./migrations/018_live.sql" with { type: "text" };
import receipts from "./migrations/019_receipts.sql" with { type: "text" };
import unfinishedDrafts from "./migrations/020_unfinished_drafts.sql" with { type: "text" };
import queue from "./migrations/021_queue.sql" with { type: "text" };
import labels from "./migrations/022_labels.sql" with { type: "text" };
import mediaLibrary from "./migrations/023_media_library.sql" with { type: "text" };
import accounts from "./migrations/024_accounts.sql" with { type: "text" };
import roles from "./migrations/025_people.sql" with { type: "text" };
import webhooks from "./migrations/026_webhooks.sql" with { type: "text" };
import keys from "./migrations/027_keys.sql" with { type: "text" };
import backups from "./migrations/028_backups.sql" with { type: "text" };
import settings from "./migrations/029_settings.sql" with { type: "text" };
import accountGroups from "./migrations/030_account_groups.sql" with { type: "text" };
import oauthResults from "./migrations/031_oauth_results.sql" with { type: "text" };
import signInTries from "./migrations/032_sign_in_tries.sql" with { type: "text" };
import waits from "./migrations/033_waits.sql" with { type: "text" };
import move from "./migrations/034_move.sql" with { type: "text" };
import fileLocks from "./migrations/035_file_locks.sql" with { type: "text" };
import knownBackups from "./migrations/036_known_backups.sql" with { type: "text" };
import actions from "./migrations/037_actions.sql" with { type: "text" };
import backupJob from "./migrations/038_backup_job.sql" with { type: "text" };
import smallerIndexes from "./migrations/039_smaller_indexes.sql" with { type: "text" };
import postContent from "./migrations/040_post_content.sql" with { type: "text" };

export const MIGRATIONS: readonly string[] = [
  foundation,
  contract,
  admin,
  status,
  delivery,
  backup,
  uploads,
  mediaFacts,
  mediaServing,
  keepMetadata,
  mediaQuota,
  signIn,
  search,
  warnings,
  people,
  evidence,
  attention,
  live,
  receipts,
  unfinishedDrafts,
  queue,
  labels,
  mediaLibrary,
  accounts,
  roles,
  webhooks,
  keys,
  backups,
  settings,
  accountGroups,
  oauthResults,
  signInTries,
  waits,
  move,
  fileLocks,
  knownBackups,
  actions,
  backupJob,
  smallerIndexes,
  postContent,
];
