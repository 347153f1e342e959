// Simulates YouTube's channels, their playlists and the categories of videos.
import type { Json, Reply } from "../network.ts";
import type { Fields } from "./answers.ts";
import { CATEGORIES } from "./details.ts";

/**
 * Words of a handle after the one that decides the behaviour (D40), as in `ok-unaudited-1`, choose a channel's state:
 * `unaudited` locks its videos private, `unverified` has no confirmed telephone number.
 */
export function isMarked(handle: string, word: string): boolean {
  return handle.toLowerCase().split("-").slice(1).includes(word);
}

export function channels(handle: string): Reply {
  const snippet = {
    title: `Simulated ${handle}`,
    customUrl: `@${handle}`,
    country: "US",
    thumbnails: { default: { url: `https://yt3.example/${channelId(handle)}` } },
  };
  const status = {
    privacyStatus: "public",
    longUploadsStatus: isMarked(handle, "unverified") ? "eligible" : "allowed",
  };
  const contentDetails = { relatedPlaylists: { likes: "", uploads: uploadsOf(handle) } };
  const id = channelId(handle);
  return listReply("youtube#channelListResponse", [
    { kind: "youtube#channel", id, snippet, status, contentDetails },
  ]);
}

export function playlists(handle: string): Reply {
  const all = playlistsOf(handle).map(({ id, title }) => ({
    kind: "youtube#playlist",
    id,
    snippet: { title },
  }));
  return listReply("youtube#playlistListResponse", all);
}

export function categories(): Reply {
  const all = CATEGORIES.map(([id, title, assignable]) => ({
    kind: "youtube#videoCategory",
    id,
    snippet: { title, assignable, channelId: "UCBR8-60-B28hp2BmDPdntcQ" },
  }));
  return listReply("youtube#videoCategoryListResponse", all);
}

const PAGE = 50;

export function listReply(kind: string, all: readonly Json[], more: Fields = {}): Reply {
  return {
    status: 200,
    json: { kind, ...more, pageInfo: { totalResults: all.length, resultsPerPage: PAGE }, items: all },
  };
}

/** The same for the same words. */
export function idOf(words: string, length: number): string {
  return new Bun.CryptoHasher("sha256").update(words).digest("base64url").slice(0, length);
}

export function channelId(handle: string): string {
  return `UC${idOf(handle, 22)}`;
}

export function uploadsOf(handle: string): string {
  return `UU${idOf(handle, 22)}`;
}

export function playlistsOf(handle: string): { id: string; title: string }[] {
  return ["Favourites", "Travels"].map((title) => ({ id: `PL${idOf(`${handle}/${title}`, 32)}`, title }));
}
