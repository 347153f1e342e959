// What was done to an account, newest first: by whom, when and why.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import { historyQuery } from "./queries.ts";

export function History({ accountId }: { readonly accountId: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    historyQuery(accountId),
  );
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className="card">
      <h2>{words.history}</h2>
      {error !== null && <ErrorBox error={error} retry={refetch} />}
      {data === undefined && error === null && <Skeleton rows={3} />}
      <ol className="account-history">
        {entries.map(({ seq, at, actor, text }) => (
          <li key={seq}>
            <p>{text}</p>
            <p className="small">
              <Time at={at} /> · {words.by(actor.replace(/^owner:/, ""))}
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="row">
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {words.older}
          </Button>
        </div>
      )}
    </section>
  );
}
