// What runs here: version, storage, deliveries, backups, and what the operator should look at.
import type { Clock } from "../clock.ts";
import type { PublishingPause, ServerPause } from "../domain/pause.ts";
import { lastMade } from "../domain/backup.ts";
import type { BackupRecords } from "../domain/store/backups.ts";
import type { FigureRecords, Figures } from "../domain/store/figures.ts";
import type { ServerPauses } from "../domain/store/server-pauses.ts";
import type { Workspace } from "../domain/store/workspace.ts";
import type { BucketPlace } from "../media/storage/s3-errors.ts";
import { storeFiles } from "../store/index.ts";
import { version } from "../version.ts";
import { diskSpace } from "./disk.ts";
import { quickFindings } from "./doctor.ts";
import type { Finding } from "./finding.ts";

export interface SystemDeps {
  readonly store: {
    readonly figures: FigureRecords;
    readonly workspace: Pick<Workspace, "pause">;
    readonly serverPauses: ServerPauses;
    readonly backups: Pick<BackupRecords, "known">;
  };
  readonly clock: Clock;
  readonly folder: string;
  readonly minFreeBytes: number;
  /** CRIER_URL. */
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
  /** CRIER_SECRET_KEY. */
  readonly configuredKey: string | null;
  /** Where the media are, for people; null: in the data folder. */
  readonly bucket: BucketPlace | null;
  /** Of each profile, bytes; null: none. */
  readonly mediaQuota: number | null;
}

/** Times in ms since 1970. */
export interface System extends Figures {
  readonly version: string;
  readonly startedAt: number;
  readonly uptimeSeconds: number;
  readonly schemaVersion: number;
  readonly publicUrl: string | null;
  readonly paused: PublishingPause | null;
  readonly bucket: BucketPlace | null;
  readonly mediaQuota: number | null;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number };
  /** Null when none is known. */
  readonly backup: ReturnType<typeof lastMade>;
  readonly pausedServers: readonly ServerPause[];
  readonly findings: readonly Finding[];
}

const DAY_MS = 86_400_000;

/** Call it when the server starts: uptime counts from here. */
export function openSystem(deps: SystemDeps): () => Promise<System> {
  const { store, clock, folder, minFreeBytes, publicUrl: url, trustedProxies, configuredKey } = deps;
  const [startedAt, started] = [clock.now(), clock.monotonic()];
  return async () => {
    const now = clock.now();
    const figures = await store.figures.figures(now, now - DAY_MS);
    const { freeBytes, totalBytes } = diskSpace(folder, minFreeBytes);
    return {
      version,
      startedAt,
      uptimeSeconds: Math.floor((clock.monotonic() - started) / 1000),
      schemaVersion: storeFiles.schema,
      publicUrl: url,
      paused: await store.workspace.pause(),
      ...figures,
      disk: { freeBytes, totalBytes },
      bucket: deps.bucket,
      mediaQuota: deps.mediaQuota,
      backup: lastMade(await store.backups.known()),
      pausedServers: await store.serverPauses.all(),
      findings: quickFindings({ folder, minFreeBytes, now, url, trustedProxies, configuredKey }),
    };
  };
}
