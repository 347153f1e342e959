// Everything that a world has stored, as bytes, for tests of what must be nowhere: its files, and its tables on a server.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { onPostgres } from "./postgres.ts";
import { tableNames } from "./test-database.ts";
import type { World } from "./world.ts";

type Stored = Pick<World, "folder" | "database" | "profileId">;

/** @throws Error when the world's profile is not among them: then it was not looked where things are stored */
export async function storedBytes(world: Stored): Promise<Buffer> {
  const bytes = Buffer.concat([...filesOf(world.folder), ...(onPostgres ? await valuesOf(world) : [])]);
  if (!bytes.includes(world.profileId)) throw new Error("these are not the bytes of this world");
  return bytes;
}

function filesOf(folder: string): Buffer[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return paths
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path) => readFileSync(path));
}

async function valuesOf({ database }: Stored): Promise<Buffer[]> {
  const rows: Record<string, unknown>[] = [];
  for (const table of await tableNames(database))
    rows.push(...(await database.all<Record<string, unknown>>(`SELECT * FROM "${table}"`)));
  return rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(`${String(value)}\n`)));
}
