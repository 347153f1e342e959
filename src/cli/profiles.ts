// Which profile a command means: the one it names, the usual one, or the only one there is.
import type { Profile } from "../domain/profile.ts";
import type { OpenWorkspace } from "../app/workspace.ts";
import { OperatorError } from "../errors.ts";
import { UsageError, type Context } from "./context.ts";
import { othersThan } from "./known-names.ts";
import { askChoice } from "./prompts.ts";

type Stored = Pick<OpenWorkspace, "store" | "config">;

const NO_PROFILE = "There is no profile yet. Create one: crier profile create NAME";

/** By name or id. @throws OperatorError that names the others */
export async function namedProfile({ store }: Pick<Stored, "store">, nameOrId: string): Promise<Profile> {
  const profile = await store.profiles.find(nameOrId);
  if (profile) return profile;
  const names = (await store.profiles.list()).map(({ name }) => name);
  throw new OperatorError(
    `Unknown profile ${nameOrId}. ${names.length === 0 ? NO_PROFILE : othersThan(nameOrId, names)}`,
  );
}

/**
 * The profile of `--profile`, else of CRIER_PROFILE, else the only one; on a terminal it asks which of several.
 * @throws OperatorError when there is none, UsageError when there are several and nobody can be asked
 */
export async function chosenProfile(
  named: string | undefined,
  workspace: Stored,
  { terminal }: Pick<Context, "terminal">,
): Promise<Profile> {
  const name = named ?? workspace.config.CRIER_PROFILE;
  if (name !== null) return await namedProfile(workspace, name);
  const all = await workspace.store.profiles.list();
  const [first] = all;
  if (!first) throw new OperatorError(NO_PROFILE);
  if (all.length === 1) return first;
  if (!terminal)
    throw new UsageError(
      `There are several profiles: ${all.map(({ name }) => name).join(", ")}. Choose one with --profile, or set CRIER_PROFILE.`,
    );
  const choices = all.map(({ id, name, timezone }) => ({ value: id, label: name, hint: timezone }));
  return await namedProfile(workspace, await askChoice(terminal, "Which profile?", choices));
}
