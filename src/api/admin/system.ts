// /admin/system: what runs here, for people who run it.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { dirname } from "node:path";
import { MOST_DUE } from "../../domain/store/figures.ts";
import type { BucketPlace } from "../../media/storage/s3-errors.ts";
import type { Finding } from "../../ops/finding.ts";
import type { System } from "../../ops/system.ts";
import { iso, isoOrNull, nullable, time, words } from "../views/shapes.ts";
import { personOperation } from "./owner.ts";
import { serverPausedReason } from "../../domain/pause.ts";
import { PauseView, pauseView } from "./pause.ts";

const bytes = Type.Integer({ description: "bytes" });
const LEVELS = ["ok", "warn", "error"] as const;

const SystemView = Type.Object(
  {
    version: Type.String(),
    startedAt: time,
    uptimeSeconds: Type.Integer(),
    schemaVersion: Type.Integer({ description: "of the database" }),
    publicUrl: nullable(Type.String(), "CRIER_URL; null if it is not set"),
    paused: nullable(PauseView, "null while publishing is not stopped"),
    database: Type.Object({ bytes }),
    media: Type.Object(
      {
        bytes,
        files: Type.Integer(),
        bucket: nullable(
          Type.Object({ bucket: Type.String(), endpoint: Type.String(), prefix: Type.String() }),
          "where they are; null: in the data folder",
        ),
        quotaBytes: nullable(bytes, "of each profile; null: none"),
        profiles: Type.Array(Type.Object({ name: Type.String(), bytes, files: Type.Integer() }), {
          description: "those with the most, at most 100",
        }),
      },
      { description: "of all profiles" },
    ),
    disk: Type.Object({ freeBytes: bytes, totalBytes: bytes }, { description: "of the data folder" }),
    delivery: Type.Object({
      due: Type.Integer({ description: `targets that could start now; counted up to ${MOST_DUE}` }),
      running: Type.Integer({ description: "attempts under way" }),
      nextDueAt: nullable(time),
      latenessMs: nullable(
        Type.Object({ p50: Type.Integer(), p99: Type.Integer() }),
        "how late posts of the last 24 hours started; null if there were none",
      ),
    }),
    backups: Type.Object({
      lastAt: nullable(time, "null: none is known"),
      verifiedAt: nullable(time, "when `crier verify-backup` found the last one sound"),
      folder: nullable(Type.String(), "where the last one is"),
    }),
    pausedServers: Type.Array(
      Type.Object({ network: Type.String(), server: Type.String(), until: time, reason: Type.String() }),
      { description: "servers that posts wait for" },
    ),
    findings: Type.Array(
      Type.Object({
        level: words(LEVELS),
        text: Type.String(),
        fix: nullable(Type.String(), "what to do about it"),
        command: nullable(Type.String(), "the command that does it, to be typed on the server"),
      }),
      { description: "the quick checks of `crier doctor`" },
    ),
  },
  { title: "System" },
);

export const systemRoutes = (deps: { readonly system: () => Promise<System> }) =>
  new Elysia({ prefix: "/system" }).get("", async () => systemView(await deps.system()), {
    ...personOperation({
      id: "getSystem",
      permission: "administer",
      tag: "System",
      summary: "Get the state of the server",
      description: "Version, storage, deliveries, backups, and what its operator should look at.",
    }),
    response: SystemView,
  });

function systemView({
  backup,
  bucket,
  mediaQuota,
  startedAt,
  paused,
  ...system
}: System): Static<typeof SystemView> {
  const { nextDueAt, ...delivery } = system.delivery;
  return {
    ...system,
    startedAt: iso(startedAt),
    paused: paused && pauseView(paused),
    media: {
      ...system.media,
      profiles: [...system.media.profiles],
      quotaBytes: mediaQuota,
      bucket: bucket && placeView(bucket),
    },
    delivery: { ...delivery, nextDueAt: isoOrNull(nextDueAt) },
    backups: {
      lastAt: isoOrNull(backup?.madeAt ?? null),
      verifiedAt: isoOrNull(backup?.check?.sound ? backup.check.at : null),
      folder: backup && dirname(backup.path),
    },
    pausedServers: system.pausedServers.map((pause) => ({
      network: pause.platform,
      server: pause.server,
      until: iso(pause.until),
      reason: serverPausedReason(pause),
    })),
    findings: system.findings.map(findingView),
  };
}

/** Without the keys of the bucket. */
const placeView = ({ bucket, endpoint, prefix }: BucketPlace) => ({ bucket, endpoint, prefix });

const LEVEL_OF = { ok: "ok", note: "warn", wrong: "error" } as const satisfies Record<
  Finding["state"],
  string
>;

const findingView = ({ what, state, found, todo, command }: Finding) => ({
  level: LEVEL_OF[state],
  text: `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${found}`,
  fix: todo,
  command,
});
