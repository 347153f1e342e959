// The process in which untrusted files are decoded, so that one that never ends, or never has enough, can be ended. A task
// is a line of JSON on its standard input, an answer one on its standard output; it ends when its input does.
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { messageOf, Problem } from "../../errors.ts";
import { UnusableFileError } from "../probe/unusable.ts";
import { onDisk } from "../storage/disk-errors.ts";
import type { Answer, ImageResult, ImageTask, ReadTask, Task } from "./tasks.ts";

const MAX_REASON = 300;

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

say("ready");
// The end of the input comes as an empty line.
for await (const line of console) if (line !== "") say(await answer(JSON.parse(line) as Task));
process.exit(0);

async function answer(task: Task): Promise<Answer> {
  const outcome = await outcomeOf(task);
  const { user, system } = process.cpuUsage();
  return { ...outcome, cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() };
}

async function outcomeOf(task: Task) {
  try {
    return { result: task.kind === "read" ? await read(task) : await make(task) };
  } catch (cause) {
    if (cause instanceof Problem) {
      const { code, detail } = cause;
      return { problem: { code, detail, cause: cause.cause === undefined ? null : reasonOf(cause.cause) } };
    }
    return { fault: reasonOf(cause), final: cause instanceof UnusableFileError };
  }
}

function reasonOf(cause: unknown): string {
  const [reason = ""] = messageOf(cause).split("\n");
  return reason.slice(0, MAX_REASON);
}

/** Each library is loaded with the first file that needs it. */
async function read({ path, mime }: ReadTask) {
  if (mime.startsWith("video/")) return (await import("../probe/video.ts")).readVideo(path, mime);
  const [{ checkImage }, { readImage }] = await Promise.all([
    import("../probe/check-image.ts"),
    import("../probe/image.ts"),
  ]);
  checkImage(path, mime);
  return readImage(path, mime);
}

async function make(task: ImageTask): Promise<ImageResult> {
  const { bytes, width, height, mime } = await encoded(task);
  await onDisk(dirname(task.out), () => writeFile(task.out, bytes));
  return { mime, width, height, sha256: createHash("sha256").update(bytes).digest("hex") };
}

async function encoded(task: ImageTask) {
  switch (task.kind) {
    case "convert": {
      const { convertImage } = await import("../convert/image.ts");
      const { path, mime, targetFormat } = task;
      return { ...(await convertImage(path, mime, targetFormat)), mime: targetFormat.mime };
    }
    case "cut":
      return (await import("../convert/cut-image.ts")).cutImage(task.path, task.mime, task.cut);
    case "shrink":
      return (await import("../convert/shrink-image.ts")).shrinkImage(task.path, task.side, task.quality);
  }
}
