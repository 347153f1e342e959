// What is known of a post's deliveries, for the HTTP API, MCP and the command line: its events, and the evidence.
import { postNotFound } from "../../publishing/existing-post.ts";
import type { Post } from "../../domain/post.ts";
import type { Posts } from "../../domain/store/posts.ts";
import type { Network } from "../../networks/network.ts";
import { evidenceOf, type EvidenceDeps } from "../../publishing/evidence.ts";
import { eventView, type NamedTarget } from "../views/event.ts";
import { evidenceView } from "../views/evidence.ts";

export interface EventsDeps {
  readonly posts: Posts;
  readonly network: (platform: string) => Network | null;
}

/** The events after the one with this number. @throws Problem not_found */
export async function eventsFromCall(
  profileId: string,
  postId: string,
  after: number,
  { posts, network }: EventsDeps,
) {
  const id = postId.toLowerCase();
  const [post, events] = await Promise.all([posts.get(profileId, id), posts.events(profileId, id, after)]);
  if (!post || !events) throw postNotFound();
  const targets = namedTargets(post, network);
  return { events: events.map((event) => eventView(event, targets)) };
}

/** What is known of each target. @throws Problem not_found */
export async function evidenceFromCall(profileId: string, postId: string, deps: EvidenceDeps) {
  return { targets: (await evidenceOf(profileId, postId.toLowerCase(), deps)).map(evidenceView) };
}

function namedTargets({ targets }: Post, network: EventsDeps["network"]): NamedTarget[] {
  return targets.map(({ id, platform, handle }) => ({
    id,
    platform,
    handle,
    network: network(platform)?.name ?? platform,
  }));
}
