// What the screen reads: the webhooks of the profile, and what was sent to each.
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, now, v1 } from "../api.ts";

/** Deliveries have no live events: they are read again this often, ms, sooner while one waits for its answer. */
const AGAIN_MS = 10_000;
const SOON_MS = 1000;
const PAGE = "20";

const readWebhooks = (profileId: string) => call(() => v1(profileId).webhooks.get());

export type Hook = Awaited<ReturnType<typeof readWebhooks>>["webhooks"][number];
export type EventTypes = Awaited<ReturnType<typeof readWebhooks>>["types"];
export type EventType = EventTypes[number]["type"];

export const webhooksQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["listWebhooks", profileId],
    queryFn: () => readWebhooks(profileId),
    refetchInterval: AGAIN_MS,
  });

const readDeliveries = (profileId: string, id: string, cursor: string | null) =>
  call(() =>
    v1(profileId)
      .webhooks({ id })
      .deliveries.get({ query: { limit: PAGE, ...(cursor !== null && { cursor }) } }),
  );

export type Delivery = Awaited<ReturnType<typeof readDeliveries>>["deliveries"][number];

export const deliveriesQuery = (profileId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: ["listWebhookDeliveries", profileId, id],
    queryFn: ({ pageParam }) => readDeliveries(profileId, id, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isOnItsWay)) ? SOON_MS : AGAIN_MS,
  });

/** It is about to be sent, or its answer is about to come. */
const isOnItsWay = ({ status, nextAttemptAt }: Delivery): boolean =>
  status === "waiting" && (nextAttemptAt === null || Date.parse(nextAttemptAt) <= now());

export const readDelivery = (profileId: string, id: string, deliveryId: string) =>
  call(() => v1(profileId).webhooks({ id }).deliveries({ deliveryId }).get());

export const deliveryQuery = (
  profileId: string,
  id: string,
  { id: deliveryId, attempts, status }: Delivery,
) =>
  queryOptions({
    // Another try makes it another one.
    queryKey: ["getWebhookDelivery", profileId, id, deliveryId, attempts, status],
    queryFn: () => readDelivery(profileId, id, deliveryId),
  });
