// Tables undo and answer: actions on several posts that were done lately.
import type { ActionRecords, StoredAnswer } from "../../domain/store/actions.ts";
import type { UndoStep } from "../../domain/undo.ts";
import { ADD_ANSWER, ADD_UNDO, FIND_ANSWER, FIND_UNDO, forgetOld } from "../rows/action.ts";
import type { Access } from "./access.ts";

export function openActionRecords({ db, read, write }: Access): ActionRecords {
  const [addUndo, addAnswer] = [db.query(ADD_UNDO), db.query(ADD_ANSWER)];
  const findUndo = db.query<{ steps: string }, { token: string; profileId: string; now: number }>(FIND_UNDO);
  const findAnswer = db.query<StoredAnswer, { profileId: string; key: string; now: number }>(FIND_ANSWER);
  const [forgetUndos, forgetAnswers] = [db.query(forgetOld("undo")), db.query(forgetOld("answer"))];
  return {
    addUndo: ({ steps, ...undo }, now) =>
      write(() => {
        addUndo.run({ ...undo, steps: JSON.stringify(steps) });
        forgetUndos.run({ now });
      }),
    findUndo: (profileId, token, now) =>
      read(() => {
        const row = findUndo.get({ profileId, token, now });
        return row && (JSON.parse(row.steps) as UndoStep[]);
      }),
    addAnswer: (answer, now) =>
      write(() => {
        addAnswer.run({ ...answer });
        forgetAnswers.run({ now });
      }),
    findAnswer: (profileId, key, now) => read(() => findAnswer.get({ profileId, key, now })),
  };
}
