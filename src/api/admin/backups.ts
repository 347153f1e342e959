// /admin/backups and /admin/key-kept: backups that the server makes, when it makes them, and whether the key is kept elsewhere.
import { Type, type Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { backUpNow, keepKey, setBackupSchedule, verifyBackupNow } from "../../admin/backups.ts";
import { MAX_BACKUP_FOLDER, MOST_KEPT, RHYTHMS } from "../../domain/backup.ts";
import type { Backups } from "../../ops/backups.ts";
import { OperatorError } from "../../errors.ts";
import {
  backupView,
  BackupsView,
  endedView,
  JobView,
  jobView,
  keyView,
  KeyView,
  ScheduleView,
  scheduleView,
} from "../views/backup.ts";
import { nullable, strict } from "../views/shapes.ts";
import { text } from "../views/text.ts";
import type { AdminDeps } from "./deps.ts";
import { actorOf, adminJson, personOperation } from "./owner.ts";

const tag = "Backups";
const SCHEDULE = Type.Object(
  {
    every: nullable(text({ maxLength: 10 }), `${RHYTHMS}; null: none are made`),
    keep: nullable(
      Type.Integer({ minimum: 1, maximum: MOST_KEPT }),
      "how many stay in the folder; null: all",
    ),
    folder: nullable(
      text({ minLength: 1, maxLength: MAX_BACKUP_FOLDER }),
      "a whole path on the server, made if it is not there; null: `backups` in the data folder",
    ),
  },
  strict,
);

export interface BackupRouteDeps {
  readonly store: AdminDeps["store"];
  readonly clock: AdminDeps["clock"];
  readonly backups: Backups;
  /** Of a schedule's time of day. */
  readonly timezone: string;
}

export const backupRoutes = (deps: BackupRouteDeps) =>
  new Elysia({ prefix: "/backups" })
    .get("", () => backupsView(deps), {
      ...personOperation({
        id: "listBackups",
        permission: "administer",
        tag,
        summary: "List the backups",
        description:
          "Those in the folder of the schedule, what is being done now, and what comes next. Restoring is a command on the server: `crier restore FOLDER`.",
      }),
      response: BackupsView,
    })
    .post(
      "",
      async ({ request, status }) => {
        await backUpNow(actorOf(request), deps);
        return status(202, { running: jobView((await deps.backups.jobs()).running) });
      },
      {
        ...personOperation({
          id: "createBackup",
          permission: "administer",
          tag,
          summary: "Make a backup now",
          description:
            "Answers at once; the backup is made and verified in a process of its own, while publishing goes on. Only one runs at a time. " +
            "`listBackups` says how far it is, and the live event `backups` when to look again.",
          problems: ["backup_running", "stopping"],
        }),
        response: { 202: Type.Object({ running: nullable(JobView) }) },
      },
    )
    .post(
      "/:name/verify",
      async ({ params, request, status }) => {
        await verifyBackupNow(actorOf(request), params.name, deps);
        return status(202, { running: jobView((await deps.backups.jobs()).running) });
      },
      {
        ...personOperation({
          id: "verifyBackup",
          permission: "administer",
          tag,
          summary: "Verify a backup",
          description: "Checks every byte, and that it can be restored; otherwise as `createBackup`.",
          problems: ["backup_running", "not_found", "stopping"],
        }),
        params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
        response: { 202: Type.Object({ running: nullable(JobView) }) },
      },
    )
    .get("/schedule", async () => scheduleView(await deps.backups.plan(), deps.timezone), {
      ...personOperation({
        id: "getBackupSchedule",
        permission: "administer",
        tag,
        summary: "Get when the server makes backups",
      }),
      response: ScheduleView,
    })
    .put(
      "/schedule",
      async ({ body, request }) => {
        await setBackupSchedule(actorOf(request), body, deps);
        return scheduleView(await deps.backups.plan(), deps.timezone);
      },
      {
        ...personOperation({
          id: "setBackupSchedule",
          permission: "administer",
          tag,
          summary: "Set when the server makes backups",
          description:
            "A backup that came due while the server was off is made when it starts; after a failure, it is tried again an hour later. Each is " +
            "verified. Only backups of Crier are removed from the folder, and only after a newer one was found sound.",
        }),
        parse: adminJson,
        body: SCHEDULE,
        response: ScheduleView,
      },
    );

export const keyKeptRoutes = (deps: BackupRouteDeps) =>
  new Elysia({ prefix: "/key-kept" }).post(
    "",
    async ({ body: { fingerprint }, request }) => {
      const confirmation = await keepKey(actorOf(request), fingerprint, deps);
      return keyView(fingerprint, deps.backups.keyFile, confirmation);
    },
    {
      ...personOperation({
        id: "confirmKeptKey",
        permission: "administer",
        tag,
        summary: "Confirm that the secret key is kept somewhere else",
        description: "Until then the app asks. Another key is asked about again.",
        problems: ["not_found"],
      }),
      parse: adminJson,
      body: Type.Object({ fingerprint: text({ minLength: 1, maxLength: 100 }) }, strict),
      response: KeyView,
    },
  );

async function backupsView(deps: BackupRouteDeps): Promise<Static<typeof BackupsView>> {
  const { backups, store } = deps;
  const fingerprint = await store.workspace.secretKid();
  const confirmation = fingerprint === null ? null : await store.backups.keptKey(fingerprint);
  const { list, fault } = await readBackups(backups);
  const { running, last } = await backups.jobs();
  return {
    backups: list.map(backupView),
    fault,
    running: jobView(running),
    last: endedView(last),
    schedule: scheduleView(await backups.plan(), deps.timezone),
    key: keyView(fingerprint, backups.keyFile, confirmation),
  };
}

/** A folder that can't be read is news for the page, not its end. */
async function readBackups(backups: Backups) {
  try {
    return { list: await backups.list(), fault: null };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { list: [], fault: error.message };
  }
}
