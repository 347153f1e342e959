// The doctor's checks of the data folder: the folder, its disk, media, database, secret key and server.
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSecretKey, SECRET_KEY_FILE } from "../auth/secret-key.ts";
import type { StoreCheckup } from "../domain/store/files.ts";
import type { Closed } from "../domain/store/move.ts";
import { messageOf } from "../errors.ts";
import { storeFiles } from "../store/index.ts";
import type { DoctorDeps, QuickDeps } from "./doctor-deps.ts";
import { note, ok, wrong, type Finding } from "./finding.ts";
import { halfRestored } from "./replace-folder.ts";
import { bucketWords } from "./s3-media.ts";

/** What a store says of itself, wherever it is. */
export type KnownFacts = Pick<StoreCheckup, "secretKid" | "pausedWebhooks" | "newest">;

export function dataFolder(folder: string): Finding {
  const half = halfRestored(folder);
  if (half)
    return wrong(
      "data folder",
      `${folder}: a restore was interrupted`,
      "Run crier restore to finish it.",
      "crier restore",
    );
  const made = existsSync(folder);
  const writable = attempt(() =>
    accessSync(made ? folder : nearest(folder), constants.W_OK | constants.X_OK),
  );
  if ("fault" in writable)
    return wrong("data folder", `${folder} can't be written to`, "Give it to the user that runs Crier.");
  return ok("data folder", made ? folder : `${folder}: no Crier data yet; created on the first start`);
}

/** The folder itself, or the first one above it that there is. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

export function space({ folder, minFreeBytes }: QuickDeps): Finding {
  const { bavail, bsize } = statfsSync(nearest(folder));
  const free = bavail * bsize;
  const found = `${megabytes(free)} free; posts wait below ${megabytes(minFreeBytes)}`;
  return free < minFreeBytes
    ? wrong("disk", found, "Free some space, or lower CRIER_MIN_FREE_MB.")
    : ok("disk", found);
}

export function mediaStorage({ bucket }: DoctorDeps): Finding {
  if (!bucket) return ok("media", "in the data folder");
  const { place, fault } = bucket;
  if (fault) return wrong("media", `the bucket can't be used: ${fault.found}`, fault.todo);
  return ok("media", `in ${bucketWords(place)}: an object was written, read and deleted`);
}

export const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString("en")} MB`;

export function aboutDatabase(database: StoreCheckup | null): Finding {
  if (database === null) return ok("database", "none yet; created on the first start");
  const { schema, bytes, faults, closed } = database;
  const found = `schema ${schema}, ${megabytes(bytes)}`;
  if (closed) return aboutClosed(closed);
  if (schema > storeFiles.schema)
    return wrong(
      "database",
      `${found}: written by a newer Crier`,
      "Use the newer program, or restore a backup.",
    );
  if (faults === null)
    return note(
      "database",
      `${found}, too large to look through now`,
      "Make a backup and check it: crier verify-backup.",
    );
  if (faults.length > 0)
    return wrong("database", `${found}, damaged: ${faults[0]}`, "Restore a backup: crier restore.");
  return ok(
    "database",
    schema < storeFiles.schema
      ? `${found}, sound; the next start brings it to ${storeFiles.schema}`
      : `${found}, sound`,
  );
}

export function aboutClosed(closed: Closed): Finding {
  return closed.kind === "moved"
    ? wrong("database", `it was moved to ${closed.to}`, "Use Crier there, or return with crier move --back.")
    : wrong(
        "database",
        `a move from ${closed.from} fills it, and is not finished`,
        "Run the same crier move again.",
      );
}

export function secretKey({ folder, configuredKey }: QuickDeps, database: KnownFacts | null): Finding {
  const read = attempt(() => readSecretKey(configuredKey, folder));
  const back = "Put the right key back: CRIER_SECRET_KEY, or the file secret.key in the data folder.";
  if ("fault" in read) return wrong("secret key", read.fault, back);
  const path = join(folder, SECRET_KEY_FILE);
  const needed = database?.secretKid ?? null;
  if (read.value === null) {
    if (existsSync(path)) return wrong("secret key", `${path} does not hold 64 hex digits`, back);
    if (needed !== null)
      return wrong("secret key", "missing; the credentials can't be read without it", back);
    return ok("secret key", "none yet; created on the first start");
  }
  if (needed !== null && needed !== read.value.kid)
    return wrong("secret key", "not the one that encrypted the credentials", back);
  if (configuredKey === null && (statSync(path).mode & 0o077) !== 0)
    return note("secret key", `${path} can be read by other users`, `chmod 600 ${path}`, `chmod 600 ${path}`);
  return ok("secret key", `fits, fingerprint ${read.value.kid}`);
}

export function server(folder: string): Finding {
  const served = attempt(() => storeFiles.isServed(folder));
  if ("fault" in served)
    return wrong("server", served.fault, "Look at the file server.lock in the data folder.");
  return served.value
    ? ok("server", "runs on this data folder")
    : note("server", "none runs on this data folder", "Start it with `crier serve` to deliver posts.");
}

/** Says something only when there is something to do. */
export function webhooks(database: KnownFacts | null): Finding[] {
  const count = database?.pausedWebhooks ?? 0;
  if (count === 0) return [];
  const found = count === 1 ? "1 is paused: its server takes" : `${count} are paused: their servers take`;
  const todo =
    "Send a test, then resume it: crier webhook list, crier webhook test ID, crier webhook edit ID --resume.";
  return [note("webhooks", `${found} no messages`, todo)];
}

/** The value, or in words why there is none. */
export function attempt<T>(act: () => T): { value: T } | { fault: string } {
  try {
    return { value: act() };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}
