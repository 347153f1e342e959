// Who asks for something on /v1 or /mcp: the holder of an API key, or a signed-in person.
import type { Scope } from "./api-key.ts";
import type { Role } from "./permission.ts";

export interface Caller {
  readonly profileId: string;
  /** As the audit log names them: `key:<id>` or `<role>:<email>`. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** What it does reaches simulated accounts only. */
  readonly simulatedOnly: boolean;
  /** Of a signed-in person; null for a key. */
  readonly role: Role | null;
}
