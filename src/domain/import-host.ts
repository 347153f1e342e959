// A host from which files may be imported.

export interface ImportHost {
  /** `host` or `*.host`, as `importHost` writes it. */
  readonly host: string;
  readonly createdAt: number;
}
