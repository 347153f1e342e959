// What was sent to a webhook, newest first: each message with its tries, and sending it again.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { duration, exactTime } from "../time.ts";
import { webhookWords as words } from "../words/webhooks.ts";
import { deliveriesQuery, deliveryQuery, type Delivery, type Hook } from "./queries.ts";
import type { HookActs } from "./useHook.ts";

interface Props {
  readonly hook: Hook;
  readonly acts: HookActs;
}

export function Deliveries({ hook, acts }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="hook-log" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.deliveries}</summary>
      {isOpen && <Log hook={hook} acts={acts} />}
    </details>
  );
}

function Log({ hook, acts }: Props) {
  const { id } = useProfile();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(id, hook.id),
  );
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? [];
  if (!data) return error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={3} />;
  if (deliveries.length === 0) return <p className="small">{words.noDeliveries}</p>;
  return (
    <>
      <p className="small">{words.kept}</p>
      <ul className="hook-deliveries">
        {deliveries.map((delivery) => (
          <Line key={delivery.id} hook={hook} delivery={delivery} acts={acts} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {words.older}
          </Button>
        </div>
      )}
    </>
  );
}

interface LineProps extends Props {
  readonly delivery: Delivery;
}

function Line({ hook, delivery, acts }: LineProps) {
  const [isOpen, setOpen] = useState(false);
  const zone = useZone();
  const { type, status, responseStatus, attempts, nextAttemptAt, createdAt } = delivery;
  const { word, icon, tone } = words.statuses[status];
  const at = exactTime(createdAt, zone);
  return (
    <li>
      <div className="hook-delivery">
        <span className={`state ${tone}`}>
          <span aria-hidden="true">{icon}</span> {word}
        </span>
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            <code>{type}</code>{" "}
            <span className="small">
              <Time at={createdAt} />
              {attempts > 0 &&
                ` · ${responseStatus === null ? words.noAnswer : words.answered(responseStatus)}`}
              {attempts > 1 && ` · ${words.tries(attempts)}`}
              {nextAttemptAt !== null && attempts > 0 && (
                <>
                  {` · ${words.next} `}
                  <Time at={nextAttemptAt} />
                </>
              )}
            </span>
          </summary>
          {isOpen && <Details hook={hook} delivery={delivery} />}
        </details>
        <Button
          size="small"
          aria-label={words.againLabel(type, at)}
          onPress={() => void acts.sendAgain(delivery.id)}
        >
          {words.again}
        </Button>
      </div>
    </li>
  );
}

function Details({ hook, delivery }: Omit<LineProps, "acts">) {
  const { id } = useProfile();
  const { data, error, refetch } = useQuery(deliveryQuery(id, hook.id, delivery));
  if (!data) return error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={2} />;
  const { tries, body, messageId } = data.delivery;
  return (
    <div className="hook-details">
      {tries.length > 0 && (
        <ol className="hook-tries">
          {tries.map(({ at, ms, responseStatus, problem }) => (
            <li key={at}>
              <Time at={at} format={exactTime} /> {responseStatus !== null && <b>{responseStatus}</b>}{" "}
              {words.took(duration(ms))}: {problem ?? words.delivered}
            </li>
          ))}
        </ol>
      )}
      <p className="small">
        {words.message} <code>{messageId}</code>
      </p>
      <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
    </div>
  );
}
