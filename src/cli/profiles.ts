// Which profile a command means: the one it names, the usual one, or the only one there is.
import type { Profile } from "../accounts/ports.ts";
import type { OpenWorkspace } from "../app/workspace.ts";
import { Refusal } from "../errors.ts";
import { askChoice } from "./prompts.ts";
import type { Context } from "./context.ts";

type Stored = Pick<OpenWorkspace, "store" | "config">;

/** By name or id. @throws Refusal */
export async function namedProfile({ store }: Pick<Stored, "store">, nameOrId: string): Promise<Profile> {
  const profile = await store.profiles.find(nameOrId);
  if (!profile) throw new Refusal(`Unknown profile ${nameOrId}; crier profile list shows all profiles.`);
  return profile;
}

/**
 * The profile of `--profile`, else of CRIER_PROFILE, else the only one; on a terminal it asks which of several.
 * @throws Refusal
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
  if (!first) throw new Refusal("There is no profile yet. Create one: crier profile create NAME");
  if (all.length === 1) return first;
  if (!terminal)
    throw new Refusal(
      `There are several profiles: ${all.map(({ name }) => name).join(", ")}. Choose one with --profile, or set CRIER_PROFILE.`,
    );
  const choices = all.map(({ id, name, timezone }) => ({ value: id, label: name, hint: timezone }));
  return await namedProfile(workspace, await askChoice(terminal, "Which profile?", choices));
}
