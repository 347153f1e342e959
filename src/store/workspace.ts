// What holds for the whole workspace: the one row of table workspace.
import type { Database } from "bun:sqlite";
import type { Workspace } from "../accounts/ports.ts";
import type { Write } from "./writer.ts";

export function openWorkspace(db: Database, write: Write): Workspace {
  const kid = db.query<{ secret_kid: string | null }, []>("SELECT secret_kid FROM workspace");
  const setKid = db.query("UPDATE workspace SET secret_kid = ?");
  return {
    async secretKid() {
      return kid.get()?.secret_kid ?? null;
    },
    setSecretKid: (value) => write(() => void setKid.run(value)),
  };
}
