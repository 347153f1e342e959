// crier pause, crier resume: stop all publishing, and go on.
import { Command } from "@commander-js/extra-typings";
import { pausePublishing, resumePublishing } from "../admin/pause.ts";
import { openWorkspace } from "../app/workspace.ts";
import type { PublishingPause } from "../domain/pause.ts";
import { ACTOR } from "./actor.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";

const NO_REASON = "stopped at the command line";

export function pauseCommand(context: Context) {
  return new Command("pause")
    .description("stop all publishing at once, also of a running server, until crier resume")
    .option("--reason <text>", "why, for everyone who waits", NO_REASON)
    .action(async ({ reason }, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const pause = await pausePublishing(ACTOR, { reason }, workspace);
      const words =
        "Publishing is stopped. Nothing goes out until you run crier resume; posts that are due wait. " +
        "A request that was on its way already can't be called back.";
      answer(context, globals, { paused: pauseJson(pause) }, words);
    });
}

export function resumeCommand(context: Context) {
  return new Command("resume")
    .description("resume publishing after crier pause")
    .action(async (_, command) => {
      const globals = globalsOf(command);
      await using workspace = await openWorkspace(await settings(context, globals));
      const lifted = await resumePublishing(ACTOR, workspace);
      const words = lifted
        ? "Publishing goes on. Posts that were due meanwhile go out now, unless it is too late for them."
        : "Publishing was not stopped.";
      answer(context, globals, { paused: null }, words);
    });
}

/** As the admin API has it. */
export const pauseJson = ({ reason, since, by }: PublishingPause) => ({
  reason,
  since: new Date(since).toISOString(),
  by,
});
