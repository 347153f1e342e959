// The checks of `crier doctor`: what works, what does not, and how to fix it. Changes nothing.
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSecretKey, SECRET_KEY_FILE } from "../auth/secret-key.ts";
import { IMAGE_FORMATS, type Capabilities } from "../media/convert/capabilities.ts";
import type { BucketError, BucketPlace } from "../media/storage/s3-errors.ts";
import type { StoreCheckup } from "../domain/store/files.ts";
import { storeFiles } from "../store/index.ts";
import { commit, version } from "../version.ts";
import type { Reachability, Unreachable } from "./reachability.ts";
import { bucketWords } from "./s3-media.ts";
import { halfRestored } from "./replace-folder.ts";
import { messageOf } from "../errors.ts";

export interface Finding {
  readonly what: string;
  /** `note`: works, but something is missing or could be better. */
  readonly state: "ok" | "note" | "wrong";
  readonly found: string;
  /** What to do about it; null when there is nothing to do. */
  readonly todo: string | null;
  /** The command that does it, as it is typed on the server; null where there is not one. */
  readonly command: string | null;
}

export interface DoctorDeps {
  readonly folder: string;
  /** CRIER_SECRET_KEY. */
  readonly configuredKey: string | null;
  /** CRIER_URL. */
  readonly url: string | null;
  /** CRIER_TRUSTED_PROXIES. */
  readonly trustedProxies: readonly string[];
  readonly minFreeBytes: number;
  /** ms since 1970. */
  readonly now: number;
  readonly abilities: Capabilities;
  /** The result of a request to the public address; null when it could not be made. */
  readonly reach: Reachability | null;
  /** The bucket of the media and what is wrong with it; null when they are in the data folder. */
  readonly bucket: { readonly place: BucketPlace; readonly fault: BucketError | null } | null;
}

/** One finding for each thing, in an order to read. */
export function examine(patient: DoctorDeps): Finding[] {
  const { folder, abilities } = patient;
  const engine = storeFiles.engine();
  const database = attempt(() => storeFiles.checkUp(folder));
  const known = "fault" in database ? null : database.value;
  return [
    ok("crier", `${version} (${commit}), Bun ${Bun.version}, ${process.platform}-${process.arch}`),
    engine.fault === null
      ? ok("sqlite", engine.version)
      : wrong("sqlite", engine.fault, "Use the Bun that Crier comes with."),
    dataFolder(folder),
    space(patient),
    mediaStorage(patient),
    "fault" in database
      ? wrong("database", database.fault, "Restore a backup: crier restore.")
      : aboutDatabase(database.value),
    secretKey(patient, known),
    server(folder),
    clock(patient.now, known),
    images(abilities),
    videos(abilities),
    address(patient),
    proxy(patient),
    ...webhooks(known),
  ];
}

/** Says something only when there is something to do. */
function webhooks(database: StoreCheckup | null): Finding[] {
  const count = database?.pausedWebhooks ?? 0;
  if (count === 0) return [];
  const found = count === 1 ? "1 is paused: its server takes" : `${count} are paused: their servers take`;
  const todo =
    "Send a test, then resume it: crier webhook list, crier webhook test ID, crier webhook edit ID --resume.";
  return [note("webhooks", `${found} no messages`, todo)];
}

/** What of the checks a server can do whenever it is asked: they read neither the database nor the network. */
export function quickFindings(patient: QuickDeps): Finding[] {
  const { folder, now, url } = patient;
  const isPublic = url?.startsWith("https:") ?? false;
  return [
    dataFolder(folder),
    space(patient),
    secretKey(patient, null),
    clock(now, null),
    // Whether a public address answers, its own check says.
    ...(isPublic ? [] : [address({ url, reach: null })]),
    proxy(patient),
  ];
}
export type QuickDeps = Pick<
  DoctorDeps,
  "folder" | "minFreeBytes" | "configuredKey" | "now" | "url" | "trustedProxies"
>;

const ok = (what: string, found: string): Finding => ({
  what,
  state: "ok",
  found,
  todo: null,
  command: null,
});
const finding =
  (state: "note" | "wrong") =>
  (what: string, found: string, todo: string, command: string | null = null): Finding => ({
    what,
    state,
    found,
    todo,
    command,
  });
const note = finding("note");
const wrong = finding("wrong");

function attempt<T>(act: () => T): { value: T } | { fault: string } {
  try {
    return { value: act() };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

function dataFolder(folder: string): Finding {
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

function space({ folder, minFreeBytes }: QuickDeps): Finding {
  const { bavail, bsize } = statfsSync(nearest(folder));
  const free = bavail * bsize;
  const found = `${megabytes(free)} free; posts wait below ${megabytes(minFreeBytes)}`;
  return free < minFreeBytes
    ? wrong("disk", found, "Free some space, or lower CRIER_MIN_FREE_MB.")
    : ok("disk", found);
}

function mediaStorage({ bucket }: DoctorDeps): Finding {
  if (!bucket) return ok("media", "in the data folder");
  const { place, fault } = bucket;
  if (fault) return wrong("media", `the bucket can't be used: ${fault.found}`, fault.todo);
  return ok("media", `in ${bucketWords(place)}: an object was written, read and deleted`);
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString("en")} MB`;

function aboutDatabase(database: StoreCheckup | null): Finding {
  if (database === null) return ok("database", "none yet; created on the first start");
  const { schema, bytes, faults } = database;
  const found = `schema ${schema}, ${megabytes(bytes)}`;
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

function secretKey({ folder, configuredKey }: QuickDeps, database: StoreCheckup | null): Finding {
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

function server(folder: string): Finding {
  const served = attempt(() => storeFiles.isServed(folder));
  if ("fault" in served)
    return wrong("server", served.fault, "Look at the file server.lock in the data folder.");
  return served.value
    ? ok("server", "runs on this data folder")
    : note("server", "none runs on this data folder", "Start it with `crier serve` to deliver posts.");
}

/** Older than this program: 2026. */
const EARLIEST = Date.UTC(2026, 0);
/** Clocks of one machine may be set back a little. */
const SLACK_MS = 60_000;

function clock(now: number, database: StoreCheckup | null): Finding {
  const found = new Date(now).toISOString();
  const newest = database?.newest ?? null;
  const correct = "Correct the clock (timedatectl set-ntp true): scheduled posts depend on it.";
  const set = "timedatectl set-ntp true";
  if (now < EARLIEST) return wrong("clock", `${found} is long past`, correct, set);
  if (newest !== null && newest > now + SLACK_MS)
    return wrong(
      "clock",
      `${found}, but the database knows of ${new Date(newest).toISOString()}`,
      correct,
      set,
    );
  return ok("clock", found);
}

function images({ sharp, imageFault }: Capabilities): Finding {
  if (sharp === null)
    return wrong(
      "images",
      `sharp can't be loaded: ${imageFault}`,
      "Install the packages again: bun install.",
    );
  const missing = IMAGE_FORMATS.filter((format) => !sharp.formats.includes(format));
  const found = `sharp ${sharp.version}: ${sharp.formats.join(", ")}`;
  return missing.length === 0
    ? ok("images", found)
    : wrong("images", `${found}; not ${missing.join(", ")}`, "Install the packages again: bun install.");
}

function videos({ ffmpeg, ffprobe, missingEncoders }: Capabilities): Finding {
  const missing = [...(ffmpeg === null ? ["ffmpeg"] : []), ...(ffprobe === null ? ["ffprobe"] : [])];
  const lacking =
    "videos cannot be converted and have no thumbnails; they are still checked and sent unchanged";
  const install = "Install ffmpeg (Debian, Ubuntu: apt-get install ffmpeg; macOS: brew install ffmpeg).";
  if (missing.length > 0) return note("videos", `without ${missing.join(" and ")} ${lacking}`, install);
  const found = `ffmpeg ${ffmpeg}, ffprobe ${ffprobe}`;
  if (missingEncoders.length > 0)
    return note(
      "videos",
      `${found}, without ${missingEncoders.join(" and ")}: ${lacking}`,
      "Install a full ffmpeg.",
    );
  return ok("videos", found);
}

function address({ url, reach }: Pick<DoctorDeps, "url" | "reach">): Finding {
  const why = "networks that download media cannot reach this server";
  if (url === null)
    return note("address", `CRIER_URL is not set: ${why}`, "Set CRIER_URL to the public https address.");
  if (!url.startsWith("https:"))
    return note(
      "address",
      `${url} is not https: ${why}`,
      "Put Crier behind a proxy with a certificate, and use https.",
    );
  if (reach === null) return ok("address", `${url}, not asked: no server runs that could answer`);
  if (reach.kind === "reachable") return ok("address", `${url} answers, and it is this server`);
  return note("address", `${reach.detail} So ${why}`, TODO[reach.kind]);
}

/** Crier speaks no https itself: an address that does is a proxy's. */
function proxy({ url, trustedProxies }: QuickDeps): Finding {
  if (trustedProxies.length > 0)
    return ok("proxy", `${trustedProxies.join(", ")} may say who the visitor is`);
  if (!url?.startsWith("https:")) return ok("proxy", "none: visitors are known by their own addresses");
  return note(
    "proxy",
    "CRIER_URL is https, but no proxy is trusted: all visitors share one address, including anyone who guesses passwords",
    "Set CRIER_TRUSTED_PROXIES to the proxy's address as Crier sees it.",
  );
}

const TODO: Readonly<Record<Unreachable, string>> = {
  no_address: "Set CRIER_URL to the public https address.",
  not_https: "Put Crier behind a proxy with a certificate, and use https.",
  unknown_name: "Create a DNS record for the name, or correct CRIER_URL.",
  private_address: "Point its DNS record to the public address, or correct CRIER_URL.",
  no_answer:
    "Have the proxy there forward to Crier. Some routers make an address unreachable only from inside: then check from outside.",
  another_answers: "Have the server there forward to this Crier, or correct CRIER_URL.",
};
