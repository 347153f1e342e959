// crier backup, verify-backup, restore: backups, and restores that publish nothing twice.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Command, Option } from "@commander-js/extra-typings";
import { systemClock } from "../clock.ts";
import { bucketOf, type Config } from "../app/config.ts";
import { holdsCrier, refuseWithoutCrier } from "../app/data-folder.ts";
import { placeOf } from "../app/workspace.ts";
import type { BackupRecords } from "../domain/store/backups.ts";
import { messageOf, OperatorError } from "../errors.ts";
import { openBucket, type Bucket } from "../media/storage/s3.ts";
import { makeBackup, type Backup, type Progress } from "../ops/backup.ts";
import { bucketWords } from "../ops/s3-media.ts";
import { findBackup } from "../ops/manifest.ts";
import { adoptDatabase, finishRestore, restoreBackup, type RestoreReport } from "../ops/restore.ts";
import { verifyBackup, words, type Check } from "../ops/verify-backup.ts";
import type { HoldReport } from "../publishing/delivery/restore-hold.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { examples } from "./help.ts";
import { quantity } from "./numbers.ts";
import { table, type Cell } from "./table.ts";
import { localTime, machineZone } from "./times.ts";

export function backupCommand(context: Context) {
  return new Command("backup")
    .description("create a backup in a new folder and print its path; works while the server is running")
    .argument("[folder]", "the folder for backups; default: backups in the data folder")
    .addHelpText("after", examples("crier backup /mnt/nas/crier", "crier backup --json"))
    .option("--with-key", "include the secret key; anyone with the backup can then post as you")
    .action(async (to, { withKey = false }, command) => {
      const globals = globalsOf(command);
      const config = await settings(context, globals);
      const { CRIER_DATA: data, CRIER_DATABASE: database, CRIER_SECRET_KEY: configuredKey } = config;
      if (database === null) refuseWithoutCrier(data);
      else mkdirSync(data, { recursive: true, mode: 0o700 });
      const bucket = bucketIn(config)?.place ?? null;
      const request = { data, database, to: to ?? join(data, "backups"), withKey, configuredKey, bucket };
      const backup = await makeBackup(request, systemClock, showProgress(context));
      const takenAt = Date.parse(backup.manifest.takenAt);
      await noteIn(config, context, (records) => records.noteMade(resolve(backup.path), takenAt));
      answer(context, globals, { path: backup.path, copied: backup.copied, ...backup.manifest }, backup.path);
      if (!globals.json) for (const line of aboutBackup(backup)) context.say(line);
    });
}

/**
 * Notes a backup where the web app and metrics look, if there is a Crier: a backup can be verified anywhere. The command does
 * not fail when this does.
 */
async function noteIn(
  config: Config,
  context: Context,
  note: (records: BackupRecords) => Promise<void>,
): Promise<void> {
  if (config.CRIER_DATABASE === null && !holdsCrier(config.CRIER_DATA)) return;
  try {
    await using store = await placeOf(config).open();
    await note(store.backups);
  } catch (error) {
    context.say(`Crier could not note this, so the web app does not show it: ${messageOf(error)}`);
  }
}

/** The bucket of the settings; null when the media are in the data folder. */
function bucketIn(config: Config): Bucket | null {
  const found = bucketOf(config);
  return found && openBucket(found, systemClock, new AbortController().signal);
}

function aboutBackup({ manifest, copied }: Backup): string[] {
  const { rows, files, secretKey, bucket, missing, takenAt } = manifest;
  const key = secretKey.included
    ? "The backup includes the secret key: anyone with this folder can post as you. Protect it like a password."
    : `The secret key is not included. A restore needs the key ${secretKey.fingerprint ?? ""}: keep a copy of it somewhere else.`;
  return [
    `Contains everything up to ${localMoment(takenAt)}: ${contents(rows)}; ` +
      `${words(files.bytes)}, ${words(copied)} of it new.`,
    ...(secretKey.fingerprint === null ? [] : [key]),
    ...(bucket
      ? [
          `${quantity(bucket.files, "file")} (${words(bucket.bytes)}) in ${bucketWords(bucket)} are NOT in this backup. ` +
            "Protect the bucket too.",
        ]
      : []),
    ...(missing.length === 0
      ? []
      : [`${quantity(missing.length, "file")} missing or damaged in the data folder, so not in the backup.`]),
  ];
}

export function verifyBackupCommand(context: Context) {
  return new Command("verify-backup")
    .description("check every byte of a backup, and that it can be restored")
    .argument("<folder>", "a backup, or a folder of backups: then the newest one")
    .action(async (folder, _, command) => {
      const globals = globalsOf(command);
      const config = await settings(context, globals);
      const { CRIER_DATA: data, CRIER_SECRET_KEY: configuredKey } = config;
      const backup = findBackup(folder);
      const request = { backup, data, configuredKey, bucket: bucketIn(config) };
      const { sound, checks } = await verifyBackup(request, showProgress(context));
      const verdict = sound ? `${backup} is sound.` : `${backup} is DAMAGED. Use another one.`;
      const check = { at: systemClock.now(), sound };
      await noteIn(config, context, (records) => records.noteChecked(resolve(backup), check));
      const lines = table(["checked", "result", "what was found"], checks.map(checkRow), context.columns);
      answer(context, globals, { backup, sound, checks }, `${lines}\n${verdict}`);
      if (!sound) throw new OperatorError("The backup is damaged.");
    });
}

const RESTORES_TO_FOLDERS =
  "A backup is restored into a data folder, and from there it can be moved to an empty database: " +
  "crier --data FOLDER restore BACKUP, then crier --data FOLDER move --to postgres://… Nothing was changed.";

const COLOURS = { ok: "green", note: "yellow", damaged: "red" } as const;
const checkRow = ({ what, result, detail }: Check): Cell[] => [
  what,
  { text: result, style: COLOURS[result] },
  detail,
];

export function restoreCommand(context: Context) {
  return new Command("restore")
    .description("restore a backup; posts that may have been published since then are held until you decide")
    .argument("[folder]", "a backup, or a folder of backups: then the newest one")
    .option("--force", "replace existing data, which is moved aside and never deleted")
    .option(
      "--hold-all",
      "also hold posts that are scheduled for later or have failed, in case someone published them by hand",
    )
    .addOption(
      new Option(
        "--adopt",
        "accept the database in the data folder, although it is older than what Crier last saw",
      ).conflicts(["force"]),
    )
    .action(async (folder, { force = false, holdAll: everything = false, adopt = false }, command) => {
      const globals = globalsOf(command);
      const config = await settings(context, globals);
      const { CRIER_DATA: data, CRIER_DATABASE: database, CRIER_SECRET_KEY: configuredKey } = config;
      // Beside a database on a server, a folder is named on purpose.
      const isServed = database !== null && globals.data === undefined;
      if (isServed && !adopt) throw new OperatorError(RESTORES_TO_FOLDERS);
      const finished = isServed ? null : await finishRestore(data, showProgress(context));
      if (finished) {
        const { from, aside } = finished;
        const moved = aside === null ? "" : ` The previous content is in ${aside}.`;
        return answer(
          context,
          globals,
          { finished },
          `The interrupted restore of ${from} is finished.${moved}`,
        );
      }
      if (adopt) {
        if (folder !== undefined)
          throw new OperatorError(
            "--adopt uses the database in the data folder; do not give a backup as well.",
          );
        const place = { data, database: isServed ? database : null };
        const report = await adoptDatabase(place, everything, systemClock);
        const { takenAt } = report;
        const shownReport = { ...report, takenAt: new Date(takenAt).toISOString() };
        const head = `The database${isServed ? "" : ` in ${data}`}, complete up to ${localMoment(shownReport.takenAt)}, is used from now on.`;
        return answer(context, globals, shownReport, [head, ...aboutHeld(report)].join("\n"));
      }
      if (folder === undefined) throw new OperatorError("Name the backup to restore, or use --adopt.");
      const bucket = bucketIn(config);
      const request = { backup: findBackup(folder), data, force, everything, configuredKey, bucket };
      const report = await restoreBackup(request, systemClock, showProgress(context));
      const facts = { backup: request.backup, data, ...report };
      answer(context, globals, facts, aboutRestore(request.backup, data, report).join("\n"));
    });
}

function aboutRestore(backup: string, data: string, { manifest, aside, ...report }: RestoreReport): string[] {
  const { takenAt, rows, bucket } = manifest;
  return [
    `Restored ${backup} into ${data}: ${contents(rows)}.`,
    `Everything after ${localMoment(takenAt)} is missing: posts, keys, revocations, and the record of used Idempotency-Keys.`,
    ...aboutHeld(report),
    ...(bucket
      ? [
          `${quantity(bucket.files, "file")} in ${bucketWords(bucket)}: start Crier with the same CRIER_S3_ settings.`,
        ]
      : []),
    ...(aside === null ? [] : [`The previous content is in ${aside}.`]),
    "If another Crier still publishes to these accounts, stop it before you start this one.",
  ];
}

function aboutHeld({ held, asked, later, failed, drafts }: HoldReport): string[] {
  const left = [
    ...(later > 0 ? [`${later} due later`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(drafts > 0 ? [quantity(drafts, "draft")] : []),
  ];
  const holdMore = later + failed > 0 ? " To hold them too, use --hold-all." : "";
  return [
    ...(held === 0
      ? ["No delivery is on hold: nothing can have been published automatically since the backup."]
      : aboutWaiting(held, asked)),
    ...(left.length === 0
      ? []
      : [
          `Unchanged: ${left.join(", ")}. If someone published one of them by hand since the backup, Crier does not know.${holdMore}`,
        ]),
  ];
}

/** Deliveries that may be live: they are not sent again before that is known. */
function aboutWaiting(held: number, asked: number): string[] {
  const waiting = held - asked;
  const [are, they] = held === 1 ? ["is", "it"] : ["are", "they"];
  const which = asked < held ? `${asked} of them` : held === 1 ? "it" : "all of them";
  const networks = asked === 0 ? "" : ` Crier asks the networks about ${which}.`;
  return [
    `${quantity(held, "delivery", "deliveries")} ${are} on hold because ${they} may have been published since the backup.${networks}`,
    ...(waiting === 0
      ? []
      : [
          `${waiting === 1 ? "1 needs" : `${waiting} need`} your decision: crier post list --status uncertain`,
        ]),
  ];
}

const contents = (rows: Readonly<Record<string, number>>) =>
  [
    quantity(rows["post"] ?? 0, "post"),
    quantity(rows["account"] ?? 0, "account"),
    quantity(rows["media"] ?? 0, "file"),
  ].join(", ");

/** @param time ISO 8601 */
function localMoment(time: string): string {
  const zone = machineZone();
  return `${localTime(Date.parse(time), zone, systemClock.now())} (${zone})`;
}

/** How far it is, redrawn in place on a terminal. */
export function showProgress(context: Context): Progress {
  if (!context.isTerminal) return () => {};
  return (stage, done, all) => {
    const full = Math.round((done / Math.max(all, 1)) * 30);
    const line = `${"█".repeat(full)}${"░".repeat(30 - full)} ${stage}`;
    context.draw(
      `\r${line}${" ".repeat(Math.max(0, 50 - stripVTControlCharacters(line).length))}${done >= all ? "\n" : ""}`,
    );
  };
}
