// Marks the errors that a simulated world injects, so that they differ from the engine's own.

/** An error that the simulation threw on purpose. */
export class Injected extends Error {
  override readonly name = "Injected";
}

/** As SQLite says it. */
export class DiskFault extends Injected {
  constructor(readonly code: "SQLITE_FULL" | "SQLITE_IOERR") {
    super(code);
  }
}

/** The process is no more; what still runs of it must reach nobody. */
export class Dead extends Injected {
  constructor() {
    super("the process is dead");
  }
}

/** Whether all of this is the simulation's doing. */
export function isInjected(error: unknown): boolean {
  return error instanceof Injected || (error instanceof Error && isInjected(error.cause));
}
