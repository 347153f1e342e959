// What people do about backups: make one now, verify one, say when the server makes them, and confirm that the key is safe.
import {
  isRhythm,
  MAX_BACKUP_FOLDER,
  MOST_KEPT,
  RHYTHMS,
  type BackupSchedule,
  type KeptKey,
} from "../domain/backup.ts";
import { Problem } from "../errors.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";

export interface BackupAdminDeps extends Pick<AdminDeps, "clock"> {
  readonly store: {
    readonly backups: AdminDeps["store"]["backups"];
    readonly workspace: Pick<AdminDeps["store"]["workspace"], "secretKid">;
    readonly audit: Pick<AdminDeps["store"]["audit"], "add">;
  };
  readonly backups: {
    /** Begins one. @throws Problem backup_running, stopping */
    backUp(): Promise<unknown>;
    /** Begins to verify one. @throws Problem as above, and not_found */
    verify(name: string): Promise<void>;
    /** What is in force, and which of it the settings decide. */
    plan(): Promise<BackupSchedule & { readonly fixed: readonly (keyof BackupSchedule)[] }>;
    /** Why backups can't be made in a folder, in a sentence; null when they can. */
    folderFault(folder: string): Promise<string | null>;
  };
}

/** Begins a backup; it goes on by itself. @throws Problem backup_running, stopping */
export async function backUpNow(actor: string, deps: BackupAdminDeps): Promise<void> {
  await deps.backups.backUp();
  const act = { action: "backup.create", profileId: null, subject: "workspace", detail: null };
  await deps.store.audit.add(entryOf(actor, deps, act));
}

/** Begins to verify a backup. @throws Problem backup_running, stopping, not_found */
export async function verifyBackupNow(actor: string, name: string, deps: BackupAdminDeps): Promise<void> {
  await deps.backups.verify(name);
  const act = { action: "backup.verify", profileId: null, subject: name, detail: null };
  await deps.store.audit.add(entryOf(actor, deps, act));
}

/**
 * When the server makes backups by itself, how many stay, and where they are.
 * @throws Problem invalid_request, also for what the settings decide
 */
export async function setBackupSchedule(
  actor: string,
  schedule: BackupSchedule,
  deps: BackupAdminDeps,
): Promise<void> {
  refuseWrong(schedule);
  const plan = await deps.backups.plan();
  for (const field of plan.fixed)
    if (schedule[field] !== plan[field]) {
      const setting = `CRIER_BACKUP_${field.toUpperCase()}`;
      throw invalid(`/${field}`, `is set by ${setting}`, `${setting} decides this. Change the setting.`);
    }
  const folder = schedule.folder ?? null;
  if (folder !== null && !plan.fixed.includes("folder")) {
    const fault = await deps.backups.folderFault(folder);
    if (fault !== null) throw invalid("/folder", "can't be used", fault);
  }
  const act = { action: "backup.schedule", profileId: null, subject: "workspace", detail: { ...schedule } };
  await deps.store.backups.setSchedule(schedule, entryOf(actor, deps, act));
}

function refuseWrong({ every, keep, folder }: BackupSchedule): void {
  if (every !== null && !isRhythm(every))
    throw invalid("/every", `must be ${RHYTHMS}`, `Say when backups are made: ${RHYTHMS}.`);
  if (keep !== null && (keep < 1 || keep > MOST_KEPT))
    throw invalid("/keep", `must be 1 to ${MOST_KEPT}`, `Keep at least 1 and at most ${MOST_KEPT} backups.`);
  if (folder !== null && folder.length > MAX_BACKUP_FOLDER)
    throw invalid("/folder", "is too long", `The folder has more than ${MAX_BACKUP_FOLDER} characters.`);
}

/**
 * A person confirms that the secret key is kept somewhere else too. Saying it again changes nothing.
 * @param fingerprint of the key that they have seen
 * @throws Problem not_found when it is not the key that this server uses
 */
export async function keepKey(actor: string, fingerprint: string, deps: BackupAdminDeps): Promise<KeptKey> {
  if ((await deps.store.workspace.secretKid()) !== fingerprint)
    throw new Problem("not_found", "This server uses another secret key now. Look at its fingerprint again.");
  const confirmation = { fingerprint, at: deps.clock.now(), by: actor };
  const act = { action: "secret_key.keep", profileId: null, subject: fingerprint, detail: null };
  await deps.store.backups.keepKey(confirmation, entryOf(actor, deps, act));
  return (await deps.store.backups.keptKey(fingerprint)) ?? confirmation;
}
