// Draws what goes wrong in a simulated world: the fate of every call and write.
import type { Outcome } from "../../../networks/network.ts";
import type { Chance } from "./chance.ts";
import type { Mood, WriteSite } from "./disk.ts";
import { count, type Tally } from "./tally.ts";

/** What becomes of a publishing request; times from its sending, ms. */
export interface PublishFate {
  readonly name: string;
  /** Null when it never arrives. */
  readonly landsAfter: number | null;
  readonly answerAfter: number;
  /** `accepted` stands for whatever the network says of a post it takes. */
  readonly answer: Outcome["kind"] | "threw";
}

export type DiskState = "low" | "full" | "sick" | "well";

export interface Weather {
  /** Faults cease: whatever is asked from now on goes well. */
  clear(): void;
  /** What becomes of the connection for a publishing request; `ends`: before its first byte. `doubt`: there is no request. */
  connect(): "ok" | "refused" | "ends" | "doubt";
  /** @param latest how long after its answer was given up on a request may still arrive, ms */
  publish(latest: number): PublishFate;
  prepare(): "ok" | "slow" | "notSent" | "busy" | "refused" | "auth" | "problem" | "throws";
  /** Whether an account's credentials can't be had. */
  locked(): boolean;
  verify(): "truth" | "slow" | "unreadable" | "stops" | "throws";
  settle(): "truth" | "notSent" | "busy" | "unknown" | "throws";
  renew(): "yes" | "no" | "throws";
  /** How far behind the truth a read-back is, ms. */
  lag(): number;
  readonly disk: Mood;
  /** Below its floor: nothing new may begin. */
  isLow(): boolean;
  /** The disk fails, or the process dies, at the writes that are `after` groups or statements away. */
  hurtNext(hurt: Exclude<ReturnType<Mood>, null>, site: WriteSite, after: number): void;
  /** From now on the disk is low; or full, so that most writes fail; or sick, which is not visible before; or well. */
  fill(disk: DiskState): void;
}

const GAVE_UP_MS = 300_000;
const LAG_MS = 5000;

/** @param share how many of all calls go wrong, 0 to 1 */
export function openWeather(chance: Chance, share: number, tally: Tally): Weather {
  let clear = false;
  let [low, full] = [false, false];
  let planned: { hurt: Exclude<ReturnType<Mood>, null>; site: WriteSite; left: number } | null = null;
  const bad = (part = 1) => !clear && chance.one(share * part);
  const note = <T extends string>(what: string, fate: T): T => {
    count(tally.faults, `${what} ${fate}`);
    return fate;
  };

  return {
    clear: () => {
      clear = true;
      low = full = false;
      planned = null;
    },
    publish,
    connect: () => (bad(0.3) ? note("connect", chance.weighed(CONNECT)) : "ok"),
    prepare: () => (bad(0.5) ? note("prepare", chance.weighed(PREPARE)) : "ok"),
    locked: () => bad(0.05) && note("account", "locked") === "locked",
    verify: () => (bad() ? note("verify", chance.weighed(VERIFY)) : "truth"),
    settle: () => (bad() ? note("settle", chance.weighed(SETTLE)) : "truth"),
    renew: () => (clear ? "yes" : chance.weighed({ yes: 5, no: 2, throws: 1 })),
    lag: () => (bad() ? chance.whole(0, LAG_MS) : 0),
    disk,
    isLow: () => low,
    hurtNext: (hurt, site, left) => void (planned = { hurt, site, left }),
    fill(disk) {
      low = (disk === "low" || disk === "full") && !clear;
      full = (disk === "full" || disk === "sick") && !clear;
      if (low || full) note("disk is", disk);
    },
  };

  function disk(site: WriteSite) {
    if (planned && planned.site === site && planned.left-- <= 0) {
      const { hurt } = planned;
      planned = null;
      return note("disk", hurt);
    }
    return full && chance.one(0.7) ? note("disk", chance.pick(["full", "rolledBack"] as const)) : null;
  }

  function publish(latest: number): PublishFate {
    const lands = chance.span(5, 2000);
    const after = lands + chance.span(5, 2000);
    const ok: PublishFate = { name: "ok", landsAfter: lands, answerAfter: after, answer: "accepted" };
    if (!bad()) return ok;
    const name = note("publish", chance.weighed(PUBLISH));
    const lost = { ...ok, name, landsAfter: null };
    switch (name) {
      case "lostAfter":
        return { ...ok, name, answer: "unknown" };
      case "lostBefore":
        return { ...lost, answer: "unknown" };
      case "hangs":
        return {
          name,
          landsAfter: chance.one(0.5) ? lands : null,
          answerAfter: GAVE_UP_MS,
          answer: "unknown",
        };
      case "late":
        return { name, landsAfter: after + chance.span(1, latest), answerAfter: after, answer: "unknown" };
      case "threw":
        return { ...ok, name, landsAfter: chance.one(0.5) ? lands : null, answer: "threw" };
      default:
        return { ...lost, answer: name === "auth" ? "refused" : name };
    }
  }
}

const CONNECT = { refused: 4, ends: 2, doubt: 1 } as const;
const PUBLISH = {
  lostAfter: 5,
  lostBefore: 5,
  hangs: 2,
  late: 5,
  threw: 1,
  notSent: 3,
  busy: 3,
  refused: 2,
  auth: 2,
};
const PREPARE = { slow: 2, notSent: 2, busy: 2, refused: 1, auth: 2, problem: 1, throws: 1 };
const VERIFY = { slow: 2, unreadable: 2, stops: 1, throws: 1 };
const SETTLE = { notSent: 2, busy: 1, unknown: 1, throws: 1 };
