// What a move asks of either store, in SQL that both understand.

/** What no use of Crier leaves as it is. */
export const TRACES = `SELECT
  (SELECT coalesce(max(seq), 0) FROM event) AS event,
  (SELECT coalesce(max(seq), 0) FROM audit) AS audit,
  (SELECT coalesce(max(seq), 0) FROM webhook_event) AS webhook,
  (SELECT coalesce(max(updated_at), 0) FROM post) AS post,
  (SELECT coalesce(sum(credentials_version), 0) FROM account) AS credentials`;

/** Attempts under way. */
export const IN_FLIGHT = "SELECT count(*) AS n FROM target WHERE state IN ('preparing', 'committing')";

/** Files that are needed, after one of them. */
export const MEDIA_OF_MOVE = `SELECT sha256, min(size) AS size FROM media
  WHERE deleted_at IS NULL AND sha256 > $after GROUP BY sha256 ORDER BY sha256 LIMIT 1000`;

/** A place in which only these have rows is empty. */
export const MAY_HAVE_ROWS = ["workspace", "signing_key", "file_lock"];
