// Opens everything for media: storage, conversion, uploads, imports and cleanup.
import { join } from "node:path";
import { isImportHost } from "../media/import-hosts.ts";
import type { Clock } from "../clock.ts";
import { bucketOf, type Config } from "./config.ts";
import type { NewId } from "../id.ts";
import type { Log } from "../log.ts";
import { openConverter } from "../media/convert/index.ts";
import { openFfmpeg } from "../media/convert/ffmpeg.ts";
import type { Files } from "../media/storage/files.ts";
import { openImport, type Import } from "../media/import.ts";
import { openIngest, SMALL_FILE_BYTES, type Ingest } from "../media/ingest.ts";
import { openLibrary, type Library } from "../media/library.ts";
import { openLinks, type MediaLinks } from "../media/links.ts";
import { openProbe } from "../media/probe/index.ts";
import { openMediaQuota } from "../media/quota.ts";
import { startRetention } from "../media/retention.ts";
import { openPostFiles } from "../media/post-files.ts";
import { openSigner, type Signer } from "../media/signed-address.ts";
import { openThumbnails, type Thumbnails } from "../media/convert/thumbnail.ts";
import { startSweep, sweepFolder } from "../media/upload/sweep.ts";
import { openDeleteWithFiles, type DeleteWithFiles } from "../media/delete-profile.ts";
import { openMissingCapability } from "../media/convert/missing-capability.ts";
import { openUploads, type Uploads } from "../media/upload/index.ts";
import { openStorage } from "../media/storage/index.ts";
import type { Resolve } from "../networks/client/address.ts";
import type { Media } from "../domain/media.ts";
import type { Store } from "../domain/store/index.ts";
import { version } from "../version.ts";
import type { PostFiles } from "../domain/post-files.ts";

export interface AppMedia extends Disposable {
  readonly files: PostFiles;
  /** For those who answer requests. */
  readonly served: ServedMedia;
  /** Clears away, from now on, what nobody finished and nobody needs. */
  startSweeps(): void;
  /** Ends what is under way; what came of it is kept. */
  end(): Promise<void>;
}

export interface ServedMedia {
  readonly ingest: Ingest;
  readonly fetchFile: Import;
  readonly uploads: Uploads;
  readonly signer: Signer;
  readonly baseUrl: () => string;
  readonly links: MediaLinks;
  readonly files: Files;
  readonly library: Library;
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
  /** Whether the disk takes so many bytes more. */
  readonly hasRoom: (bytes: number) => boolean;
  /** List import hosts although private. */
  readonly mayBePrivate: (url: URL) => boolean;
  readonly internet: { readonly resolve: Resolve; readonly ca: string } | undefined;
  /** Ends conversions. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
}

/** @throws FilesFault when the folder of the media can't be used */
export async function openAppMedia(parts: AppMediaDeps): Promise<AppMedia> {
  const { config, store, baseUrl, hasRoom, stopping, clock, newId, log } = parts;
  const folder = join(config.CRIER_DATA, "media");
  const uploadFolder = join(folder, "uploads");
  const owner = Buffer.from(parts.secrets.bucket).toString("hex").slice(0, 32);
  const { files, direct } = await openStorage(folder, bucketOf(config), clock, stopping, owner);
  const ffmpeg = openFfmpeg({ temporary: join(config.CRIER_DATA, "tmp") });
  const probe = openProbe({ secondOpinion: ffmpeg.secondOpinion, stopping });
  const converter = openConverter({ files, ffmpeg, stopping });
  const signer = openSigner(parts.secrets.addresses, clock.now);
  const links = openLinks({ signer, baseUrl, clock, newId, hasPosters: ffmpeg.available });
  const quota = openMediaQuota(config.CRIER_MEDIA_QUOTA_MB * 1e6 || Infinity, async (profileId) => {
    const { bytes } = await store.uploads.open(profileId, clock.now());
    return (await store.media.used(profileId)) + bytes;
  });
  const remember = store.media.add;
  const ingest = openIngest({ files, probe, remember, quota, hasRoom, now: clock.now, newId });
  const uploads = await openUploads({
    records: store.uploads,
    ingest,
    folder: uploadFolder,
    ...{ direct, links },
    findMedia: async (profileId, id) => (await store.media.find(profileId, [id]))[0] ?? null,
    ...{ quota, hasRoom, clock, newId },
  });
  const sweep = {
    ...{ records: store.uploads, files, mutex: uploads.mutex, folder: uploadFolder, direct },
    ...{ isUsed: store.media.isUsed, clock, log },
  };
  let stopSweep = async () => {};
  let stopRetention = async () => {};

  return {
    files: openPostFiles({
      ...{
        files,
        converter,
        publicUrl: links.public,
        find: store.media.find,
        unable: openMissingCapability(),
      },
      keepsMetadata: async (profileId) => (await store.profiles.find(profileId))?.keepMetadata ?? false,
    }),
    served: {
      ...{ ingest, fetchFile: importer(parts), uploads, signer, baseUrl, links, files },
      library: openLibrary({ records: store.media, files, clock }),
      thumbnails: openThumbnails({ files, ffmpeg, stopping }),
      findAny: store.media.one,
      deleteWithFiles: openDeleteWithFiles({
        ...{ records: store.media, files },
        sweepUploads: async () => void (await sweepFolder(sweep)),
      }),
    },
    startSweeps() {
      stopSweep = startSweep(sweep);
      stopRetention = startRetention({
        ...{ records: store.media, files, clock, log },
        keepDays: config.CRIER_KEEP_MEDIA_DAYS,
      });
    },
    async end() {
      await Promise.all([uploads[Symbol.asyncDispose](), stopSweep(), stopRetention()]);
    },
    [Symbol.dispose]: () => probe[Symbol.dispose](),
  };
}

function importer({ config, store, mayBePrivate, internet, clock }: AppMediaDeps): Import {
  return openImport({
    isApproved: async (hostname) => {
      const approved = await store.importHosts.list();
      return isImportHost(
        approved.map(({ host }) => host),
        hostname,
      );
    },
    ports: config.CRIER_IMPORT_PORTS,
    limitBytes: SMALL_FILE_BYTES,
    clock,
    version,
    mayBePrivate,
    resolve: internet?.resolve,
    ca: internet?.ca,
  });
}
