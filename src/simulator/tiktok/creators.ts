// Simulates TikTok's accounts, and the format of its responses.
import type { Json, Reply } from "../network.ts";

export type Fields = { readonly [key: string]: Json };

export function ok(data: Fields): Reply {
  return { status: 200, json: { data, error: { code: "ok", message: "", log_id: "20261121" } } };
}

export function fail(status: number, code: string, message: string): Reply {
  return { status, json: { data: {}, error: { code, message, log_id: "20261121" } } };
}

/**
 * Words of a handle after the one that decides the behaviour (D40), as in `ok-unaudited-1`, choose what an account is:
 * `unaudited` is connected by an application without audit, `unowned` posts from addresses nobody has verified,
 * `closed` has switched off comments, duets and stitches, `brief` may post a minute of video.
 */
export function isMarked(handle: string, word: string): boolean {
  return handle.toLowerCase().split("-").slice(1).includes(word);
}

export function creatorInfo(handle: string): Fields {
  const closed = isMarked(handle, "closed");
  return {
    creator_avatar_url: `https://p16.example/${openIdOf(handle)}`,
    creator_username: handle,
    creator_nickname: `Simulated ${handle}`,
    privacy_level_options: levelsOf(handle),
    comment_disabled: closed,
    duet_disabled: closed,
    stitch_disabled: closed,
    max_video_post_duration_sec: isMarked(handle, "brief") ? 60 : 600,
  };
}

export function levelsOf(handle: string): string[] {
  // A private account has followers, and no public.
  const widest = isMarked(handle, "unaudited") ? "FOLLOWER_OF_CREATOR" : "PUBLIC_TO_EVERYONE";
  return [widest, "MUTUAL_FOLLOW_FRIENDS", "SELF_ONLY"];
}

/** The same for the same handle. */
export function openIdOf(handle: string): string {
  return `-000${new Bun.CryptoHasher("sha256").update(handle).digest("hex").slice(0, 32)}`;
}
