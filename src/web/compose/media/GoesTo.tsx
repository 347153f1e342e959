// Which of the chosen accounts get a file of the post.
import { AccountChecks } from "../../parts/AccountChecks.tsx";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import type { Dispatch, Draft } from "../draft.ts";
import type { OwnFiles } from "./own-files.ts";

interface Props {
  readonly fileId: string;
  readonly media: Draft["media"];
  readonly own: OwnFiles;
  readonly accounts: readonly Account[];
  readonly dispatch: Dispatch;
}

export function GoesTo({ fileId, media, own: { sentFor }, accounts, dispatch }: Props) {
  const change = (chosen: readonly string[]) => {
    for (const { id: accountId } of accounts) {
      const isChosen = chosen.includes(accountId);
      if (isChosen === (sentFor(accountId, fileId) !== null)) continue;
      // In the order of the post.
      const next = media.flatMap((id) => {
        if (id === fileId) return isChosen ? [id] : [];
        return sentFor(accountId, id) ?? [];
      });
      const isAll = next.length === media.length && next.every((id, place) => id === media[place]);
      dispatch({ type: "option", accountId, name: "media", value: isAll ? undefined : next });
    }
  };
  return (
    <AccountChecks
      label={words.goesTo}
      accounts={accounts}
      chosen={accounts.filter(({ id }) => sentFor(id, fileId) !== null).map(({ id }) => id)}
      onChange={change}
    />
  );
}
