// What the server knows of one post: the post, its events, and the evidence of its deliveries.
import { queryOptions } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";

const readPost = (profileId: string, id: string) => call(() => v1(profileId).posts({ id }).get());
const readEvents = (profileId: string, id: string) => call(() => v1(profileId).posts({ id }).events.get());
const readEvidence = (profileId: string, id: string) =>
  call(() => v1(profileId).posts({ id }).evidence.get());

export type PostRecord = Awaited<ReturnType<typeof readPost>>;
export type TargetRecord = PostRecord["targets"][number];
export type PostEvent = Awaited<ReturnType<typeof readEvents>>["events"][number];
export type TargetEvidence = Awaited<ReturnType<typeof readEvidence>>["targets"][number];
export type AttemptEvidence = TargetEvidence["attempts"][number];

export const postQuery = (profileId: string, id: string) =>
  queryOptions({ queryKey: ["getPost", profileId, id], queryFn: () => readPost(profileId, id) });

export const eventsQuery = (profileId: string, id: string) =>
  queryOptions({ queryKey: ["listPostEvents", profileId, id], queryFn: () => readEvents(profileId, id) });

export const evidenceQuery = (profileId: string, id: string) =>
  queryOptions({ queryKey: ["getPostEvidence", profileId, id], queryFn: () => readEvidence(profileId, id) });
