// Names that nothing else has. Without https a browser makes no UUIDs, but random numbers.

/** Such as an idempotency key. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
