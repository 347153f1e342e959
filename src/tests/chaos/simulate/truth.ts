// Records what really happened: every publishing request that left, and every post that each network holds.
import type { Outcome } from "../../../networks/network.ts";

/** One publishing request. */
export interface Send {
  readonly n: number;
  readonly targetId: string;
  readonly postId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly attempt: number;
  readonly text: string;
  /** What the network knows it by: equal keys are one post where the network says so. */
  readonly key: string;
  /** True time, ms. */
  readonly at: number;
  /** The process that sent it. */
  readonly process: number;
  /** What its sender was told in the end; null while, or because, nothing was. */
  answer: Outcome["kind"] | "threw" | null;
  /** It may still arrive. */
  onItsWay: boolean;
  /** The network said, when asked later, that processing ended in a no. */
  settledNo: boolean;
}

/** A post that is public. */
export interface LivePost {
  readonly remoteId: string;
  readonly send: Send;
  /** True time, ms. */
  readonly at: number;
}

/** A "not there" that a network gave. */
export interface Absent {
  readonly targetId: string;
  readonly attempt: number;
  /** True time of the look, ms. */
  readonly at: number;
  /** What it saw was as old as this, true time. */
  readonly by: number;
}

export interface Truth {
  readonly sends: Send[];
  readonly livePosts: LivePost[];
  readonly absents: Absent[];
  of(targetId: string): { sends: Send[]; livePosts: LivePost[] };
  /** A network takes a post for good. Null when it holds one under this key. */
  publish(send: Send, at: number, once: boolean): LivePost | null;
  /** What has become visible by then. */
  held(platform: string, key: string, by: number): LivePost | undefined;
}

export function openTruth(): Truth {
  const sends: Send[] = [];
  const livePosts: LivePost[] = [];
  const absents: Absent[] = [];
  return {
    ...{ sends, livePosts, absents },
    of: (targetId) => ({
      sends: sends.filter((send) => send.targetId === targetId),
      livePosts: livePosts.filter(({ send }) => send.targetId === targetId),
    }),
    publish(send, at, once) {
      if (
        once &&
        livePosts.some((live) => live.send.platform === send.platform && live.send.key === send.key)
      )
        return null;
      const live = { remoteId: `r${livePosts.length + 1}`, send, at };
      livePosts.push(live);
      return live;
    },
    held: (platform, key, by) =>
      livePosts.find((live) => live.send.platform === platform && live.send.key === key && live.at <= by),
  };
}
