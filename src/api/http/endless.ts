// Answers without an end of their own, such as streams of events: their connections may be silent.

const ends = new WeakMap<Request, Promise<void>>();

/** The connection of this request stays open, however silent it is. @param ended when the answer has ended */
export function keepOpen(request: Request, ended: Promise<void>): void {
  ends.set(request, ended);
}

/** When the answer to this request has ended; null for one that ends without being told to. */
export const endOf = (request: Request): Promise<void> | null => ends.get(request) ?? null;
