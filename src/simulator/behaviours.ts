// How simulated accounts behave: determined by the handle (D40), and the same on every request.
import type { Fault } from "./faults.ts";
import { behaviourOf, type OpenNetwork, type Published, type Request } from "./network.ts";

/** Every handle that a simulated account may have, and what happens at it. */
export const BEHAVIOURS = {
  ok: "posts",
  fail: "is refused",
  limited: "is asked to wait twice, then posts",
  slow: "processes for 5 s",
  lost: "publishes, and the answer is lost",
  ghost: "does not publish, and the answer is lost",
  down: "can't be reached",
  part: "posts the first part and refuses what follows it",
  expired: "has a dead token",
} as const;

/** What can happen to the next post of an account, whatever its handle: behaviours that one request shows. */
export const NEXT_POST = {
  fail: "refusal",
  limited: "429",
  lost: "handle-then-close",
  ghost: "reset-before-handling",
} as const satisfies Partial<Record<keyof typeof BEHAVIOURS, Fault>>;
export type NextPost = keyof typeof NEXT_POST;

/** For a help text: the handles by comma. */
export const HANDLES = Object.keys(BEHAVIOURS).join(", ");

/**
 * Why an account can't have this handle, as a sentence; null when it can. Several accounts of one behaviour are told
 * apart by what follows a `-`: `ok-2`.
 */
export function handleFault(handle: string): string | null {
  if (Object.hasOwn(BEHAVIOURS, behaviourOf(handle)) && /^@?[a-z]+(-[\w.-]+)?$/i.test(handle)) return null;
  const all = Object.entries(BEHAVIOURS).map(([name, what]) => `${name} (${what})`);
  return (
    `${JSON.stringify(handle)} is not the handle of a simulated account. There are ${all.join(", ")}; ` +
    "add a suffix for a second one, such as ok-2."
  );
}

/** What happens instead of the network's answer; null when it answers as usual. */
type Behave = (requested: BehaviourQuestion, open: OpenNetwork, request: Request) => Fault | null;

interface BehaviourQuestion {
  readonly network: string;
  readonly account: string;
  /** Whether the request makes a post public. */
  readonly publishing: boolean;
}

/** The behaviour of all accounts of one simulator. */
export function openBehaviours(): Behave {
  const turnedAway = new Map<string, number>();

  return ({ network, account, publishing }, open, request) => {
    const behaviour = behaviourOf(account);
    // Some networks hear what a post follows before it is published.
    if (behaviour === "part") return isNext(account, open, request) ? "refusal" : null;
    if (!publishing) return null;
    switch (behaviour) {
      case "fail":
      case "lost":
      case "ghost":
        return NEXT_POST[behaviour];
      case "limited":
        return limited(`${network}/${account}/${open.publishes(request) ?? ""}`);
      default:
        return null;
    }
  };

  /** Twice for each post; some networks do not tell one from the next, so it begins anew with every one that passed. */
  function limited(post: string): Fault | null {
    const before = turnedAway.get(post) ?? 0;
    if (before < 2) turnedAway.set(post, before + 1);
    else turnedAway.delete(post);
    return before < 2 ? "429" : null;
  }
}

function isNext(account: string, { published }: OpenNetwork, request: Request): boolean {
  return (
    request.method === "POST" && published.some((post) => post.account === account && follows(request, post))
  );
}

/** What follows a post names it: a reply and a comment do, in their address, their query or their body. */
function follows({ path, query, body }: Request, { id }: Published): boolean {
  const name = id.split("/").at(-1) ?? id;
  const text = [path, query.toString(), Buffer.from(body.subarray(0, LOOK_BYTES)).toString("latin1")];
  const whole = new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`);
  return name !== "" && text.some((each) => each.includes(name) && whole.test(each));
}

/** What names another post stands before the files. */
const LOOK_BYTES = 65_536;
