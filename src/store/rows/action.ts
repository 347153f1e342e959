// Statements on undo and answer that both stores use.
import { MAX_ACTIONS } from "../../domain/store/actions.ts";

export const ADD_UNDO =
  "INSERT INTO undo (token, profile_id, steps, until) VALUES ($token, $profileId, $steps, $until)";
export const FIND_UNDO =
  "SELECT steps FROM undo WHERE token = $token AND profile_id = $profileId AND until > $now";

export const ADD_ANSWER = `INSERT INTO answer (profile_id, key, fingerprint, body, until)
  VALUES ($profileId, $key, $fingerprint, $body, $until)
  ON CONFLICT (profile_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, body = excluded.body, until = excluded.until`;
export const FIND_ANSWER = `SELECT profile_id AS "profileId", key, fingerprint, body, until FROM answer
  WHERE profile_id = $profileId AND key = $key AND until > $now`;

/** Those that are over, and the oldest of too many: what has as many newer ones. */
export const forgetOld = (table: "undo" | "answer") => `DELETE FROM ${table} WHERE until <= $now
  OR until < (SELECT until FROM ${table} ORDER BY until DESC LIMIT 1 OFFSET ${MAX_ACTIONS - 1})`;
