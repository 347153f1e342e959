// Collects what arrives in one turn of the event loop, so that it is done by one transaction, or read by one query.

interface Member<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** More in one transaction would hold locks for long; the rest comes with the next. */
const MOST = 256;
/** While one is being committed, another one collects its statements. */
const AT_ONCE = 2;

/**
 * @param run does all of them, or throws and has done none; each with its result
 * @param keyOf two items with the same key never go together. Default: any may
 * @returns does one item, together with others that arrive now
 */
export function openGroup<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  keyOf?: (item: Item) => string,
): (item: Item) => Promise<Result> {
  let waiting: Member<Item, Result>[] = [];
  let running = 0;
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) setImmediate(next);
    });

  function next(): void {
    if (running === AT_ONCE || waiting.length === 0) return;
    const members = take();
    running++;
    void finish(members).finally(() => {
      running--;
      next();
    });
    next();
  }

  function take(): Member<Item, Result>[] {
    const keys = new Set<string>();
    const members: Member<Item, Result>[] = [];
    const rest: Member<Item, Result>[] = [];
    for (const member of waiting) {
      const key = keyOf?.(member.item);
      const fits = members.length < MOST && (key === undefined || !keys.has(key));
      if (key !== undefined) keys.add(key);
      (fits ? members : rest).push(member);
    }
    waiting = rest;
    return members;
  }

  /** A failure of one does not take the others with it. */
  async function finish(members: readonly Member<Item, Result>[]): Promise<void> {
    try {
      const results = await run(members.map(({ item }) => item));
      for (const [n, result] of results.entries()) members[n]?.resolve(result);
    } catch (error) {
      const [first, ...others] = members;
      if (others.length === 0) return first?.reject(error);
      for (const member of members) await finish([member]);
    }
  }
}
