// crier move: from the data folder to a database on a server, and back; and the way back from a move.
import { resolve } from "node:path";
import { Command } from "@commander-js/extra-typings";
import { bucketOf, type Config } from "../app/config.ts";
import { recoverPlace } from "../app/recover-place.ts";
import { readSecretKey, SECRET_KEY_FILE } from "../auth/secret-key.ts";
import { openVault } from "../auth/vault.ts";
import { systemClock } from "../clock.ts";
import type { MovablePlace, Snapshot } from "../domain/store/move.ts";
import { OperatorError } from "../errors.ts";
import { openBucket } from "../media/storage/s3.ts";
import { ownerOf } from "../media/storage/s3-owner.ts";
import { checkMove, isSame, move, moveBack, type MoveCheck, type MoveReport } from "../ops/move.ts";
import { refuseHalfRestored } from "../ops/replace-folder.ts";
import { download, mediaRoot, requireInBucket } from "../ops/move-media.ts";
import { openMovable, openPlace } from "../store/index.ts";
import { showProgress } from "./backup.ts";
import { answer, globalsOf, settings, UsageError, type Context } from "./context.ts";
import { examples } from "./help.ts";
import { quantity } from "./numbers.ts";

/** Where a store is kept. */
interface Place {
  /** The data folder; beside a database it has no store. */
  readonly folder: string;
  /** postgres://…; null: in the folder. */
  readonly database: string | null;
}

export function moveCommand(context: Context) {
  return new Command("move")
    .description(
      "move everything to a PostgreSQL database, or from there to a data folder; stop all servers first",
    )
    .option("--to <place>", "postgres://user:password@host/name, or folder:PATH; it must be empty")
    .option("--with-media", "also move the files: into the bucket, or from it into the folder")
    .option("--check", "change nothing: find out whether everything is ready, and how much there is")
    .option(
      "--back [place]",
      "use the old place again, as long as nothing has happened at the new one; name the new one if it needs a password",
    )
    .addHelpText(
      "after",
      examples(
        "crier move --to postgres://crier@db.example/crier --check",
        "crier move --to postgres://crier@db.example/crier --with-media",
        "crier move --to folder:/var/lib/crier-2",
        "crier move --back postgres://crier@db.example/crier",
      ),
    )
    .action(async ({ to, back, withMedia = false, check = false }, command) => {
      const globals = globalsOf(command);
      if ((to === undefined) === (back === undefined))
        throw new UsageError("Name the new place with --to, or go back to the old one with --back.");
      const base = await settings(context, globals);
      // Who names a folder means it, also where a database is set; so does `crier restore`.
      const config = globals.data === undefined ? base : { ...base, CRIER_DATABASE: null };
      if (to === undefined) {
        const { old, newer } = await takeBack(config, back === true ? null : (back ?? null));
        return answer(
          context,
          globals,
          { back: { from: newer, to: old } },
          `Crier is used in ${old} again, as it was.`,
        );
      }
      const target = placeIn(to, config.CRIER_DATA);
      if (check) {
        const found = await checkOnly(config, target, withMedia, context);
        answer(context, globals, found, aboutCheck(found));
        if (found.problems.length > 0) throw new OperatorError("The move can't be made yet.");
        return;
      }
      const { report, from, address } = await carryOut(config, target, withMedia, context);
      answer(
        context,
        globals,
        { to: address, ...report },
        aboutMove(report, from, target, address).join("\n"),
      );
    });
}

/** @throws UsageError, which repeats nothing of a text that may hold a password */
function placeIn(text: string, data: string): Place {
  const [, path] = /^folder:(.+)$/s.exec(text) ?? [];
  if (path !== undefined) return { folder: resolve(path), database: null };
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol))
    return { folder: data, database: text };
  throw new UsageError("A place is postgres://user:password@host/name or folder:PATH.");
}

/** As the settings say. Where they name the new place already, it is the data folder. */
async function sourceOf(config: Config, to: MovablePlace): Promise<Place> {
  const { CRIER_DATA: folder, CRIER_DATABASE: database } = config;
  if (database === null) return { folder, database };
  await using named = await openMovable(folder, database);
  return { folder, database: isSame(named.address, to.address) ? null : database };
}

const open = ({ folder, database }: Place) => openMovable(folder, database);

async function carryOut(config: Config, target: Place, withMedia: boolean, context: Context) {
  await using to = await open(target);
  const source = await sourceOf(config, to);
  refuseTwoFolders(source, target);
  for (const { folder } of [source, target]) refuseHalfRestored(folder);
  await using from = await open(source);
  const place = openPlace(source.folder, source.database);
  const report = await move({
    from,
    to,
    recover: () => recoverPlace(place, source.folder, systemClock),
    ...checksOf(config, source, target, withMedia, context),
    progress: showProgress(context),
    reached(step) {
      if (config.CRIER_CRASH_AT === step) context.die();
    },
  });
  return { report, from: source, address: to.address };
}

async function checkOnly(
  config: Config,
  target: Place,
  withMedia: boolean,
  context: Context,
): Promise<MoveCheck> {
  await using to = await open(target);
  const source = await sourceOf(config, to);
  refuseTwoFolders(source, target);
  await using from = await open(source);
  const checks = checksOf(config, source, target, withMedia, context);
  return await checkMove({
    from,
    to,
    isServed: () => openPlace(source.folder, source.database).isServed(),
    checkKey: checks.checkKey,
    // What would be moved with it need not be there yet.
    media: withMedia ? async () => {} : checks.media,
  });
}

function refuseTwoFolders(source: Place, target: Place): void {
  if (source.database === null && target.database === null)
    throw new OperatorError(
      "Both are data folders: stop Crier, and move the folder itself, or restore a backup into the other one.",
    );
}

function checksOf(config: Config, source: Place, target: Place, withMedia: boolean, context: Context) {
  const { CRIER_SECRET_KEY: configured } = config;
  const settingsOfBucket = bucketOf(config);
  const bucket = settingsOfBucket && openBucket(settingsOfBucket, systemClock, new AbortController().signal);
  const progress = showProgress(context);
  return {
    checkKey(secretKid: string | null) {
      if (secretKid === null) return;
      if (readSecretKey(configured, source.folder)?.kid !== secretKid)
        throw new OperatorError(
          `The secret key here is not the one that encrypted the credentials (${secretKid}): set CRIER_SECRET_KEY. Nothing was moved.`,
        );
      const there = target.database === null ? readSecretKey(null, target.folder) : null;
      if (there && there.kid !== secretKid)
        throw new OperatorError(
          `${SECRET_KEY_FILE} in ${target.folder} is another key than the one that is needed (${secretKid}). Nothing was moved.`,
        );
    },
    async media(snapshot: Snapshot) {
      const isDownload = withMedia && target.database === null;
      const files = { bucket, root: mediaRoot(isDownload ? target.folder : source.folder), progress };
      if (isDownload) return await download(snapshot, files);
      const key = readSecretKey(configured, source.folder);
      const upload = withMedia && key ? { owner: ownerOf(openVault(key.key).derive("bucket")) } : null;
      await requireInBucket(snapshot, files, upload);
    },
  };
}

async function takeBack(config: Config, folderOrUrl: string | null): Promise<{ old: string; newer: string }> {
  const { CRIER_DATA: folder, CRIER_DATABASE: database } = config;
  const places: Place[] = [{ folder, database }, ...(database === null ? [] : [{ folder, database: null }])];
  for (const place of places) {
    await using old = await open(place);
    const state = await old.state();
    if (state.kind !== "closed" || state.closed.kind !== "moved") continue;
    const { to } = state.closed;
    const named = folderOrUrl ?? (database !== null && place.database === null ? database : to);
    await using newer = await open(placeIn(named, folder));
    await moveBack(old, newer);
    return { old: old.name, newer: newer.address };
  }
  throw new OperatorError("Nothing was moved away from here, so there is nothing to take back.");
}

function aboutCheck({ rows, problems }: MoveCheck): string {
  return [
    `There are ${contents(rows)}.`,
    ...(problems.length === 0 ? ["Everything is ready for the move. Nothing was changed."] : problems),
  ].join("\n");
}

function aboutMove(report: MoveReport, source: Place, target: Place, address: string): string[] {
  const from = source.database === null ? `the data folder ${source.folder}` : "the old database";
  const key =
    source.database === null
      ? ` (the key is in ${source.folder}, unless CRIER_SECRET_KEY is set already)`
      : "";
  const done =
    report.kind === "finished"
      ? `The move to ${address} was interrupted before its last step. It is finished now.`
      : `Moved ${contents(Object.fromEntries(report.tables.map(({ table, rows }) => [table, rows])))} to ${address}. ` +
        `All ${report.tables.length} tables were read back and compared.`;
  return [
    done,
    target.database === null
      ? `Start Crier with CRIER_DATA=${target.folder}, without CRIER_DATABASE, and with the same CRIER_SECRET_KEY.`
      : `Start Crier with CRIER_DATABASE, CRIER_URL, the same CRIER_SECRET_KEY${key} and the CRIER_S3_ settings.`,
    `Nothing more can be changed in ${from}. Keep it until you are content; \`crier move --back\` returns to it.`,
  ];
}

const contents = (rows: Readonly<Record<string, number>>) =>
  [
    quantity(rows["post"] ?? 0, "post"),
    quantity(rows["account"] ?? 0, "account"),
    quantity(rows["media"] ?? 0, "file"),
  ].join(", ");
