// The process in which untrusted files are read, so that one that never ends, or never has enough, can be ended. A question
// is a line of JSON on its standard input, an answer one on its standard output; it ends when its input does.
import type { Answer, Question } from "./reader.ts";
import { UnusableFileError } from "./unusable.ts";
import { messageOf } from "../../errors.ts";

const MAX_REASON = 300;

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

say("ready");
// The end of the input comes as an empty line.
for await (const line of console) if (line !== "") say(await answer(JSON.parse(line) as Question));
process.exit(0);

async function answer({ path, mime }: Question): Promise<Answer> {
  try {
    const facts = await read(path, mime);
    return { facts, cpuMs: cpuMs() };
  } catch (cause) {
    const [fault = ""] = messageOf(cause).split("\n");
    return { fault: fault.slice(0, MAX_REASON), final: cause instanceof UnusableFileError, cpuMs: cpuMs() };
  }
}

/** Each library is loaded with the first file that needs it. */
async function read(path: string, mime: Question["mime"]) {
  if (mime.startsWith("video/")) return (await import("./video.ts")).readVideo(path, mime);
  const [{ checkImage }, { readImage }] = await Promise.all([
    import("./check-image.ts"),
    import("./image.ts"),
  ]);
  checkImage(path, mime);
  return readImage(path, mime);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
