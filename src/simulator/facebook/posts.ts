// Simulates the feed and the stories of Facebook Pages, newest first (networks/facebook.facts.md 1.1, 1.3, 1.6, 2).
import { graphFailed, listReply, objectsIn, type Parameters } from "../meta/graph.ts";
import { textIn, type RequestHead, type Json, type Published, type Reply, type Stage } from "../network.ts";
import type { openPhotos, Photo } from "./photos.ts";
import type { Page } from "./tokens.ts";

interface Post {
  readonly id: string;
  readonly page: string;
  readonly message: string;
  readonly link: string;
  readonly photos: readonly Photo[];
  readonly at: number;
}
export interface Story {
  readonly post_id: string;
  readonly media_id: string;
  readonly media_type: "photo" | "video";
  readonly at: number;
}

/** Of the application whose tokens standing accounts have. */
export const APPLICATION_ID = "220000000000001";
const MAX_MESSAGE = 63_206;

export function openPosts(
  { clock, pageUrl }: Stage,
  newId: () => string,
  photos: ReturnType<typeof openPhotos>,
  publish: (post: Published) => void,
) {
  /** Newest first. */
  const posts: Post[] = [];
  const stories: (Story & { readonly page: string })[] = [];
  return { create, createStory, posts: list, stories: listStories };

  function create(page: Page, given: Parameters): Reply {
    const message = given.text("message").trim();
    const link = given.text("link");
    if (given.text("published") === "false" || given.has("scheduled_publish_time"))
      return graphFailed(100, "(#100) Only posts that are published at once are played here");
    const wrong = wrongWords(message, link);
    if (wrong) return wrong;
    const ids = objectsIn(given.json("attached_media")).map(({ media_fbid }) => textIn(media_fbid));
    const used = photos.staged(page, ids);
    if ("status" in used) return used;
    if (message === "" && link === "" && used.length === 0)
      return graphFailed(100, "(#100) You must provide a message, a link or media");
    if (
      message !== "" &&
      used.length === 0 &&
      posts.find((post) => post.page === page.id)?.message === message
    )
      return graphFailed(506, "Duplicate status message");
    return added(page, { message, link, photos: used });
  }

  function wrongWords(message: string, link: string): Reply | null {
    if (message.length > MAX_MESSAGE) return graphFailed(100, "(#100) The message is too long");
    if (link === "") return null;
    const host = URL.parse(link)?.hostname;
    if (host === undefined) return graphFailed(100, "(#100) link should represent a valid URL");
    return host.endsWith("facebook.com")
      ? graphFailed(1609008, "facebook.com links can't be shared here")
      : null;
  }

  function added(page: Page, input: Pick<Post, "message" | "link" | "photos">): Reply {
    const id = `${page.id}_${newId()}`;
    posts.unshift({ id, page: page.id, at: clock.now(), ...input });
    show(page, id, input.message, input.photos);
    return { status: 200, json: { id, permalink_url: pageUrl() + id } };
  }

  function show(page: Page, id: string, text: string, shown: readonly Photo[]): void {
    for (const photo of shown) photo.postId = id;
    const media = shown.map((photo) => ({ id: photo.id, mime: photo.file.mime, alt: photo.alt }));
    const post = { network: "facebook", account: page.handle, id, key: null, text, media };
    publish({ ...post, url: pageUrl() + id, at: clock.now(), accepted: 1 });
  }

  function createStory(page: Page, given: Parameters): Reply {
    const taken = photos.staged(page, [given.text("photo_id")]);
    if ("status" in taken) return taken;
    const [photo] = taken;
    const post_id = newId();
    show(page, post_id, "", taken);
    stories.unshift({
      page: page.id,
      post_id,
      media_id: photo?.id ?? "",
      media_type: "photo",
      at: clock.now(),
    });
    return { status: 200, json: { success: true, post_id } };
  }

  // ---- lists

  function list(page: Page, request: RequestHead): Reply {
    return listReply(posts.filter((post) => post.page === page.id).map(entity), request);
  }

  function entity({ id, message, link, photos: shown, at }: Post): { [key: string]: Json } {
    return {
      id,
      ...(message !== "" && { message }),
      created_time: new Date(at).toISOString().replace(/\.\d+Z$/, "+0000"),
      permalink_url: pageUrl() + id,
      application: { id: APPLICATION_ID, name: "Crier" },
      ...attachments(shown, link),
    };
  }

  /** @param videos stories that videos made; they are kept where videos are */
  function listStories(page: Page, videos: readonly Story[], request: RequestHead): Reply {
    const since = Number(request.query.get("since") ?? 0) * 1000;
    const own = [...stories.filter((story) => story.page === page.id), ...videos];
    const recent = own.filter(({ at }) => at >= since).toSorted((a, b) => b.at - a.at);
    const shown = recent.map(({ post_id, media_id, media_type, at }) => ({
      post_id,
      media_id,
      media_type,
      status: "PUBLISHED",
      creation_time: String(Math.floor(at / 1000)),
      url: pageUrl() + post_id,
    }));
    return listReply(shown, request);
  }
}

/** One photo is the attachment itself; several lie below one attachment. Links go through Facebook's own shim. */
function attachments(shown: readonly Photo[], link: string): { [key: string]: Json } {
  const targets = shown.map(({ id }) => ({
    target: { id, url: `https://www.facebook.com/photo/?fbid=${id}` },
  }));
  const [only] = targets;
  if (targets.length > 1) return { attachments: { data: [{ subattachments: { data: targets } }] } };
  if (only) return { attachments: { data: [only] } };
  if (link === "") return {};
  const url = `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}&h=AT0`;
  return { attachments: { data: [{ target: { url } }] } };
}
