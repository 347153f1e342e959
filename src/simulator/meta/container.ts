// Simulates the containers of Instagram and Threads: created, processed, published once, deleted after a day.
import {
  behaviourOf,
  SLOW_MS,
  type File,
  type Json,
  type Published,
  type PublishedMedia,
  type Stage,
} from "../network.ts";

export type ContainerState = "IN_PROGRESS" | "FINISHED" | "PUBLISHED" | "ERROR" | "EXPIRED";

/** What a container will be. */
export interface Content {
  /** `media_type`, as the container was made with. */
  readonly kind: string;
  readonly text: string;
  readonly files: readonly KeptFile[];
  /** Part of a carousel. */
  readonly isItem: boolean;
  readonly children: readonly Container[];
  /** Why it can't be processed, in the network's words. */
  readonly fault: string | null;
  /** Everything else that was asked for. */
  readonly asked: { readonly [name: string]: Json };
}
export interface KeptFile {
  readonly file: File;
  readonly alt: string;
}
export interface Container extends Content {
  readonly id: string;
  readonly owner: string;
  readonly at: number;
  readonly readyAt: number;
  post: Post | null;
}
export interface Post {
  readonly id: string;
  readonly container: Container;
  readonly at: number;
  readonly url: string;
}

const LASTS_MS = 24 * 3_600_000;
const VIDEO_TAKES_MS = 1000;

/** All containers and posts of one network. Ids are longer than 2^53, as the real ones. */
export function openContainers({ clock, pageUrl }: Stage, network: string) {
  const containers = new Map<string, Container>();
  const posts = new Map<string, Post>();
  const published: Published[] = [];
  const files = new Map<string, File>();
  let made = 0n;
  return {
    published,
    file: (id: string) => files.get(id),
    make,
    find,
    stateOf,
    publish,
    postOf,
    postsOf,
    since,
  };

  function make(owner: string, content: Content): Container {
    const isVideo = content.files.some(({ file }) => file.mime.startsWith("video/"));
    const takes = behaviourOf(owner) === "slow" ? SLOW_MS : isVideo ? VIDEO_TAKES_MS : 0;
    const id = String(18_000_000_000_000_000n + ++made);
    const at = clock.now();
    const readyAt = Math.max(at + takes, ...content.children.map((child) => child.readyAt));
    const container: Container = { ...content, id, owner, at, readyAt, post: null };
    containers.set(id, container);
    return container;
  }

  /** One of the owner's, as long as the network knows it. */
  function find(owner: string, id: string): Container | undefined {
    const one = containers.get(id);
    return one?.owner === owner && clock.now() - one.at < 2 * LASTS_MS ? one : undefined;
  }

  function stateOf({ post, at, fault, readyAt, children }: Container): ContainerState {
    if (post) return "PUBLISHED";
    if (clock.now() - at >= LASTS_MS) return "EXPIRED";
    if (clock.now() < readyAt) return "IN_PROGRESS";
    return fault !== null || children.some((child) => child.fault !== null) ? "ERROR" : "FINISHED";
  }

  /** Of a container that is finished. */
  function publish(container: Container): Post {
    const id = String(17_900_000_000_000_000n + ++made);
    const post = { id, container, at: clock.now(), url: pageUrl() + id };
    container.post = post;
    posts.set(id, post);
    const { owner: account, text } = container;
    const media = partsOf(container).map(shown);
    published.push({
      network,
      account,
      id,
      key: container.id,
      text,
      media,
      url: post.url,
      at: post.at,
      accepted: 1,
    });
    return post;
  }

  function shown({ file, alt }: KeptFile): PublishedMedia {
    const id = `file-${files.size}`;
    files.set(id, file);
    return { id, mime: file.mime, alt };
  }

  function postOf(owner: string, id: string): Post | undefined {
    const post = posts.get(id);
    return post?.container.owner === owner ? post : undefined;
  }

  /** Newest first. */
  function postsOf(owner: string): Post[] {
    return [...posts.values()].filter(({ container }) => container.owner === owner).toReversed();
  }

  /** How many containers and posts an account has made within the last day. */
  function since(owner: string): { containers: number; posts: number } {
    const recent = [...containers.values()].filter(
      (one) => one.owner === owner && clock.now() - one.at < LASTS_MS,
    );
    const live = postsOf(owner).filter(({ at }) => clock.now() - at < LASTS_MS);
    return { containers: recent.length, posts: live.length };
  }
}

/** In the order they are shown in. */
function partsOf({ files, children }: Container): KeptFile[] {
  return [...files, ...children.flatMap((child) => child.files)];
}

/** As Meta writes it. */
export function timestamp(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "+0000");
}

/** The fields that were asked for, and the id. */
export function pick(
  of: { readonly [name: string]: Json },
  fields: string | null,
): { readonly [name: string]: Json } {
  const names = (fields ?? "id").split(",").map((field) => field.replace(/\{.*$/, ""));
  return Object.fromEntries(Object.entries(of).filter(([name]) => name === "id" || names.includes(name)));
}
