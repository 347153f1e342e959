// What the server knows of the queue: its slots, and what holds the coming ones.
import { queryOptions } from "@tanstack/react-query";
import { call, v1 } from "../api.ts";

/** Moments that are shown. */
const SHOWN = 30;

const read = (profileId: string) => call(() => v1(profileId).queue.get({ query: { limit: String(SHOWN) } }));

export type QueueState = Awaited<ReturnType<typeof read>>;
export type Moment = QueueState["upcoming"][number];

export const queueQuery = (profileId: string) =>
  queryOptions({ queryKey: ["getQueue", profileId], queryFn: () => read(profileId) });
