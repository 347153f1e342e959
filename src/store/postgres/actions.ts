// Tables undo and answer: actions on several posts that were done lately.
import type { ActionRecords, StoredAnswer } from "../../domain/store/actions.ts";
import type { UndoStep } from "../../domain/undo.ts";
import { ADD_ANSWER, ADD_UNDO, FIND_ANSWER, FIND_UNDO, forgetOld } from "../rows/action.ts";
import type { Access } from "./access.ts";

export function openActionRecords({ db, writeLocked }: Access): ActionRecords {
  return {
    addUndo: ({ steps, ...undo }, now) =>
      writeLocked(async (db) => {
        await db.run(ADD_UNDO, { ...undo, steps: JSON.stringify(steps) });
        await db.run(forgetOld("undo"), { now });
      }),
    async findUndo(profileId, token, now) {
      const row = await db.get<{ steps: string }>(FIND_UNDO, { profileId, token, now });
      return row && (JSON.parse(row.steps) as UndoStep[]);
    },
    addAnswer: (answer, now) =>
      writeLocked(async (db) => {
        await db.run(ADD_ANSWER, { ...answer });
        await db.run(forgetOld("answer"), { now });
      }),
    findAnswer: (profileId, key, now) => db.get<StoredAnswer>(FIND_ANSWER, { profileId, key, now }),
  };
}
