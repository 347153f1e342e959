// Makes a backup that does not get further than its files: one of them is a pipe that nobody writes to.
import { closeSync, constants, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SAMPLES } from "../../media/samples/index.ts";
import type { World } from "./world.ts";

/** From now on, backups of this world wait. @returns what puts the file back: the one that waits fails, the next does not */
export async function stickMedia(world: World): Promise<() => void> {
  const bytes = await Bun.file(SAMPLES.photo.path).bytes();
  const form = new FormData();
  form.set("file", new File([bytes], "photo.jpg"));
  const { status } = await world.ask("POST", "/media", form);
  if (status !== 201) throw new Error(`uploading answers ${status}`);
  const folder = join(world.folder, "media");
  const [file = ""] = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => /[0-9a-f]{64}$/.test(path));
  renameSync(file, `${file}.aside`);
  if (!Bun.spawnSync(["mkfifo", file]).success) throw new Error("mkfifo does not work here");
  return () => {
    // Whoever reads it gets its end.
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK));
    rmSync(file);
    renameSync(`${file}.aside`, file);
  };
}
