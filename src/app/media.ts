// Opens everything for media: storage, conversion, uploads, imports and cleanup.
import { join } from "node:path";
import { isApprovedHost } from "../admin/import-hosts.ts";
import type { Clock } from "../clock.ts";
import { bucketOf, type Config } from "./config.ts";
import type { NewId } from "../id.ts";
import type { Log } from "../log.ts";
import { openConverter, type Converter } from "../media/convert/index.ts";
import { openImages } from "../media/convert/images.ts";
import { openFfmpeg } from "../media/convert/ffmpeg.ts";
import { openDerive, type Derive } from "../media/derive.ts";
import { openSharedLocks, type SharedLocks } from "../shared-locks.ts";
import type { Files } from "../media/storage/files.ts";
import { openImport, type Import } from "../media/import.ts";
import { openIngest, SMALL_FILE_BYTES, type Ingest } from "../media/ingest.ts";
import { openLibrary, type Library } from "../media/library.ts";
import { openLinks, type MediaLinks } from "../media/links.ts";
import { openProbe, type Probe } from "../media/probe/index.ts";
import { openMediaProcesses } from "../media/process/processes.ts";
import { openMediaQuota } from "../media/quota.ts";
import { startRetention } from "../media/retention.ts";
import { openPostFiles } from "../media/post-files.ts";
import { openSigner, type Signer } from "../media/signed-address.ts";
import { openThumbnails, type Thumbnails } from "../media/convert/thumbnail.ts";
import { startSweep, sweepFolder, type SweepDeps } from "../media/upload/sweep.ts";
import { openDeleteWithFiles, type DeleteWithFiles } from "../media/delete-profile.ts";
import { openMissingCapability } from "../media/convert/missing-capability.ts";
import { openUploads, type Uploads } from "../media/upload/index.ts";
import { openStorage, type Storage } from "../media/storage/index.ts";
import { ownerOf } from "../media/storage/s3-owner.ts";
import type { Resolve } from "../networks/client/address.ts";
import type { Media } from "../domain/media.ts";
import type { Store } from "../domain/store/index.ts";
import { openRemote, remoteOf, type Remote } from "./remote.ts";
import type { PostFiles } from "../domain/post-files.ts";

export interface AppMedia extends Disposable {
  readonly files: PostFiles;
  /** For those who answer requests. */
  readonly served: ServedMedia;
  /** Starts to remove unfinished uploads and files that are no longer needed. */
  startSweeps(): void;
  /** Stops work in progress; finished results are kept. */
  end(): Promise<void>;
}

export interface ServedMedia extends Remote {
  readonly ingest: Ingest;
  readonly fetchFile: Import;
  readonly uploads: Uploads;
  readonly signer: Signer;
  readonly baseUrl: () => string;
  readonly links: MediaLinks;
  readonly files: Files;
  readonly library: Library;
  readonly derive: Derive;
  readonly thumbnails: Thumbnails;
  readonly findAny: (id: string) => Promise<Media | null>;
  readonly deleteWithFiles: DeleteWithFiles;
}

export interface AppMediaDeps {
  readonly config: Config;
  readonly store: Store;
  /** Of signed addresses, and of what marks our part of a bucket. */
  readonly secrets: { readonly addresses: Uint8Array; readonly bucket: Uint8Array };
  /** Public address of the appliance, known once it listens. */
  readonly baseUrl: () => string;
  /** Whether the disk has room for `bytes` more. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Free on the disk of the data folder. */
  readonly freeBytes: () => number;
  /** List import hosts although private. */
  readonly mayBePrivate: (url: URL) => boolean;
  readonly internet: { readonly resolve: Resolve; readonly ca: string } | undefined;
  /** Ends conversions. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

/** @throws FilesError when the folder of the media can't be used */
export async function openAppMedia(parts: AppMediaDeps): Promise<AppMedia> {
  const { config, store, baseUrl, stopping, clock, newId, log } = parts;
  const folder = join(config.CRIER_DATA, "media");
  const uploadFolder = join(folder, "uploads");
  const isShared = store.nodes.leaseMs !== null;
  const locks = openSharedLocks(store.sharedLocks, clock, newId);
  const { files, direct } = await openStorage({
    folder,
    settings: bucketOf(config),
    clock,
    stopping,
    owner: ownerOf(parts.secrets.bucket),
    locks,
    isShared,
  });
  const temporary = join(config.CRIER_DATA, "tmp");
  const processes = openMediaProcesses();
  const makeImage = openImages({ processes, temporary, stopping });
  const ffmpeg = openFfmpeg({ temporary });
  const probe = openProbe({ processes, secondOpinion: ffmpeg.secondOpinion, stopping });
  const signer = openSigner(parts.secrets.addresses, clock.now);
  const links = openLinks({ signer, baseUrl, clock, newId, hasPosters: ffmpeg.available });
  const converter = openConverter({ files, ffmpeg, makeImage, stopping });
  const intake = await openIntake(parts, { files, probe, links, direct, locks, uploadFolder, isShared });
  const [records, { mutex }] = [store.uploads, intake.uploads];
  const { isUsed } = store.media;
  const sweep = { records, files, mutex, folder: uploadFolder, direct, isUsed, clock, log };
  const tasks = openTasks(parts, sweep);
  return {
    files: postFilesOf(parts, files, converter, links),
    served: {
      ...intake,
      ...openRemote(parts, { files, probe, makeImage }),
      fetchFile: importer(parts),
      signer,
      baseUrl,
      links,
      files,
      library: openLibrary({ records: store.media, files, freeBytes: parts.freeBytes, clock }),
      derive: openDerive({ records: store.media, converter, files, ingest: intake.ingest }),
      thumbnails: openThumbnails({ files, ffmpeg, makeImage, stopping }),
      findAny: store.media.one,
      deleteWithFiles: openDeleteWithFiles({
        records: store.media,
        files,
        sweepUploads: async () => void (await sweepFolder(sweep)),
      }),
    },
    startSweeps: tasks.start,
    async end() {
      await Promise.all([intake.uploads[Symbol.asyncDispose](), tasks.stop()]);
    },
    [Symbol.dispose]: () => processes[Symbol.dispose](),
  };
}

interface IntakeDeps extends Storage {
  readonly locks: SharedLocks;
  /** Several processes use the storage. */
  readonly isShared: boolean;
  readonly probe: Probe;
  readonly links: MediaLinks;
  /** Of unfinished uploads. */
  readonly uploadFolder: string;
}

/** How files come in: small ones in one request, large ones as uploads; both within the quota of their profile. */
async function openIntake(
  { config, store, hasRoom, clock, newId }: AppMediaDeps,
  { files, probe, links, direct, locks, uploadFolder, isShared }: IntakeDeps,
): Promise<Pick<ServedMedia, "ingest" | "uploads">> {
  const quota = openMediaQuota(config.CRIER_MEDIA_QUOTA_MB * 1e6 || Infinity, async (profileId) => {
    const { bytes, mediaBytes } = await store.uploads.open(profileId, clock.now());
    return bytes + mediaBytes;
  });
  const remember = store.media.add;
  const ingest = openIngest({ files, probe, remember, quota, hasRoom, now: clock.now, newId });
  const uploads = await openUploads({
    records: store.uploads,
    ingest,
    folder: uploadFolder,
    direct,
    programsSendTo: config.CRIER_S3_UPLOADS,
    isShared,
    locks,
    links,
    findMedia: async (profileId, id) => (await store.media.find(profileId, [id]))[0] ?? null,
    quota,
    hasRoom,
    clock,
    newId,
  });
  return { ingest, uploads };
}

function postFilesOf(
  { store }: AppMediaDeps,
  files: Files,
  converter: Converter,
  links: MediaLinks,
): PostFiles {
  return openPostFiles({
    files,
    converter,
    publicUrl: links.public,
    find: store.media.find,
    unable: openMissingCapability(),
    keepsMetadata: async (profileId) => (await store.profiles.find(profileId))?.keepMetadata ?? false,
  });
}

/** The background tasks: removal of unfinished uploads and of files that no post needs any longer. */
function openTasks({ config, store, clock, log }: AppMediaDeps, sweep: SweepDeps) {
  let stopSweep = async () => {};
  let stopRetention = async () => {};
  return {
    start() {
      const keepDays = config.CRIER_KEEP_MEDIA_DAYS;
      stopSweep = startSweep(sweep);
      stopRetention = startRetention({ records: store.media, files: sweep.files, clock, log, keepDays });
    },
    stop: () => Promise.all([stopSweep(), stopRetention()]),
  };
}

function importer(deps: AppMediaDeps): Import {
  const { store } = deps;
  const isApproved = (hostname: string) => isApprovedHost(hostname, { store });
  return openImport({ ...remoteOf(deps), isApproved, limitBytes: SMALL_FILE_BYTES });
}
