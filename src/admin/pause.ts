// Pauses all publishing, and resumes it: one switch for when something goes wrong.
import { MAX_REASON, type PublishingPause } from "../domain/pause.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";

/**
 * Stops everything: once this resolves, no attempt begins and no send mark is written until `resumePublishing`. A request whose
 * send mark was written before may still leave. A pause that is there already gets the new reason and keeps its beginning.
 * @param reason for people, at most 300 characters
 * @throws Problem invalid_request
 */
export async function pausePublishing(
  actor: string,
  { reason }: { readonly reason: string },
  deps: PauseDeps,
): Promise<PublishingPause> {
  const text = reason.trim();
  if (text === "") throw invalid("/reason", "must not be empty", "Say in a few words why publishing stops.");
  const length = Array.from(text).length;
  if (length > MAX_REASON) {
    const detail = `The reason is ${length} characters long; the limit is ${MAX_REASON}.`;
    throw invalid("/reason", `must have at most ${MAX_REASON} characters`, detail);
  }
  const pause = { reason: text, since: deps.clock.now(), by: actor };
  const act = { action: "publishing.pause", profileId: null, subject: "workspace", detail: { reason: text } };
  return await deps.store.workspace.setPause(pause, entryOf(actor, deps, act));
}

/** Lifts the pause; what was due meanwhile goes out if it is not too late (D25). @returns whether there was one */
export async function resumePublishing(actor: string, deps: PauseDeps): Promise<boolean> {
  const act = { action: "publishing.resume", profileId: null, subject: "workspace", detail: null };
  return await deps.store.workspace.liftPause(entryOf(actor, deps, act));
}

type PauseDeps = Pick<AdminDeps, "clock"> & {
  readonly store: { readonly workspace: Pick<AdminDeps["store"]["workspace"], "setPause" | "liftPause"> };
};
