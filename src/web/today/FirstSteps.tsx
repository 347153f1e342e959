// Before the first post: how to connect an account and publish.
import { Link } from "wouter";
import { useMay } from "../may.ts";
import { Command } from "../parts/Command.tsx";
import { Empty } from "../parts/Region.tsx";
import { usePath } from "../profile.tsx";
import { todayWords as words } from "../words/today.ts";
import type { Account } from "./queries.ts";

/** @param accounts undefined while they are not known */
export function FirstSteps({ accounts }: { readonly accounts: readonly Account[] | undefined }) {
  const path = usePath();
  const may = useMay();
  if (accounts === undefined) return null;
  const isConnected = accounts.some(({ canPublish }) => canPublish);
  return isConnected ? (
    <Empty title={words.noPosts}>
      {may("draft") && (
        <Link className="button primary" href={path("write")}>
          {words.writeFirst}
        </Link>
      )}
      <p>{words.noPostsMore}</p>
      <Command text={words.noPostsCommand} />
      <p>{words.noPostsApi}</p>
      <a className="button" href="/docs/getting-started">
        {words.startGuide}
      </a>
    </Empty>
  ) : (
    <Empty title={words.noAccounts}>
      <p>{words.noAccountsMore}</p>
      <Link className="button primary" href={path("accounts/connect")}>
        {words.connect}
      </Link>
    </Empty>
  );
}
