// The accounts that the post goes to, as chips, and their groups: each account says in two words why it can't take the post yet.
import { Check } from "lucide-react";
import { memo, type RefObject } from "react";
import { Link } from "wouter";
import { Button } from "../parts/Button.tsx";
import { Empty } from "../parts/Region.tsx";
import { Tile } from "../parts/Tile.tsx";
import { useNetworkName } from "../networks.ts";
import { usePath } from "../profile.tsx";
import { reconnectScreen } from "../accounts/reconnect.ts";
import type { Account } from "../today/queries.ts";
import { composeWords as words } from "../words/compose.ts";
import type { Dispatch } from "./draft.ts";
import { whyNot } from "./troubles.ts";
import type { CheckedTarget } from "./useCheck.ts";

interface Props {
  readonly accounts: readonly Account[];
  readonly chosen: readonly string[];
  readonly targets: readonly CheckedTarget[];
  /** Whether chips say what is missing. */
  readonly isAsked: boolean;
  readonly dispatch: Dispatch;
  readonly row: RefObject<HTMLDivElement | null>;
}

export const AccountsRow = memo(function AccountsRow(props: Props) {
  const { accounts, chosen, targets, isAsked, dispatch, row } = props;
  const path = usePath();
  const usable = accounts.filter(({ canPublish }) => canPublish).map(({ id }) => id);
  if (accounts.length === 0)
    return (
      <div ref={row}>
        <Empty title={words.noAccounts}>
          <p>{words.noAccountsMore}</p>
          <Link className="button primary" href={path("accounts/connect")}>
            {words.connect}
          </Link>
        </Empty>
      </div>
    );
  const isAll = usable.length > 0 && usable.every((id) => chosen.includes(id));
  /** All of them, or none when all are chosen. */
  const toggle = (ids: readonly string[]) => {
    const isChosen = ids.every((id) => chosen.includes(id));
    const next = accounts.filter(({ id }) => (ids.includes(id) ? !isChosen : chosen.includes(id)));
    dispatch({ type: "accounts", ids: next.map(({ id }) => id) });
  };
  return (
    <div className="compose-accounts" role="group" aria-label={words.accounts} ref={row}>
      <Groups accounts={accounts} chosen={chosen} onToggle={toggle} />
      {accounts.map((account) => (
        <Chip
          key={account.id}
          account={account}
          isChosen={chosen.includes(account.id)}
          target={isAsked ? targets.find(({ accountId }) => accountId === account.id) : undefined}
          onToggle={() => toggle([account.id])}
        />
      ))}
      {usable.length > 1 && (
        <Button
          kind="quiet"
          size="small"
          onPress={() => dispatch({ type: "accounts", ids: isAll ? [] : usable })}
        >
          {isAll ? words.none : words.all}
        </Button>
      )}
    </div>
  );
});

interface GroupsProps extends Pick<Props, "accounts" | "chosen"> {
  readonly onToggle: (ids: readonly string[]) => void;
}

/** Each group chooses its accounts with one press; those that can't publish are left out. */
function Groups({ accounts, chosen, onToggle }: GroupsProps) {
  const usable = accounts.filter(({ canPublish }) => canPublish);
  const names = new Set(usable.flatMap(({ group }) => group ?? []));
  return [...names].map((name) => {
    const ids = usable.filter(({ group }) => group === name).map(({ id }) => id);
    const isChosen = ids.every((id) => chosen.includes(id));
    return (
      <Button key={name} kind="quiet" size="small" aria-pressed={isChosen} onPress={() => onToggle(ids)}>
        {isChosen && <Check size={14} aria-hidden="true" />}
        <span className="hidden">{words.group}: </span>
        <span dir="auto">{name}</span>
      </Button>
    );
  });
}

interface ChipProps {
  readonly account: Account;
  readonly isChosen: boolean;
  readonly target: CheckedTarget | undefined;
  readonly onToggle: () => void;
}

function Chip({ account, isChosen, target, onToggle }: ChipProps) {
  const { platform, handle, canPublish, simulated, blockedReason } = account;
  const path = usePath();
  const name = useNetworkName(platform);
  if (!canPublish && !isChosen)
    return (
      <span className="chip blocked" title={blockedReason ?? undefined}>
        <Tile platform={platform} isSimulated={simulated} isLabelled={false} />
        <span dir="auto" className="chip-handle">
          <span className="hidden">{name} </span>
          {handle}
        </span>
        <Link href={path(reconnectScreen(account))}>{words.reconnect}</Link>
      </span>
    );
  const why = isChosen && target ? whyNot(target) : null;
  return (
    <button
      type="button"
      className={`chip ${isChosen ? "chosen" : ""} ${why === null ? "" : "unable"}`}
      aria-pressed={isChosen}
      onClick={onToggle}
    >
      <Tile platform={platform} isSimulated={simulated} isLabelled={false} />
      <span dir="auto" className="chip-handle">
        <span className="hidden">
          {name}
          {simulated ? `, ${words.simulated}` : ""}{" "}
        </span>
        {handle}
      </span>
      {why !== null && <span className="chip-why">{why}</span>}
    </button>
  );
}
