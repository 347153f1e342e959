// Where each setting comes from, for people; never the value of a secret.

/** A setting as it was given. */
export interface Given {
  readonly value: string;
  /** Where it stands in crier.env; null when it came with the environment or the command line. */
  readonly from: { readonly path: string; readonly line: number } | null;
}

export interface SettingOrigin {
  readonly name: string;
  /** One line about it; null for those of a single network. */
  readonly help: string | null;
  /** Null when it is not set, and for a secret. */
  readonly value: string | null;
  readonly source: "environment" | "file" | "default";
  /** Of crier.env; null elsewhere. */
  readonly line: number | null;
  readonly isSecret: boolean;
}

/** A setting that there is. */
export interface KnownSetting {
  readonly name: string;
  readonly isSecret: boolean;
  readonly help: string | null;
  readonly default: string | null;
}

/** Those that are set, and those that have a default, in the order of the list. */
export function originsOf(
  known: readonly KnownSetting[],
  given: ReadonlyMap<string, Given>,
): readonly SettingOrigin[] {
  return known.flatMap(({ name, isSecret, help, default: usual }): SettingOrigin[] => {
    const found = given.get(name);
    const about = { name, help, isSecret };
    if (found) {
      const value = isSecret ? null : withoutPassword(found.value);
      return [
        { ...about, value, source: found.from ? "file" : "environment", line: found.from?.line ?? null },
      ];
    }
    return help === null ? [] : [{ ...about, value: usual, source: "default", line: null }];
  });
}

/** An address may hold a password before its host. */
const withoutPassword = (value: string): string => value.replaceAll(/\/\/[^/@\s]*@/g, "//…@");
