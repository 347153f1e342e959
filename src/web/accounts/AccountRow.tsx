// One account in the list: how it stands, and where it can be moved to.
import { EllipsisVertical } from "lucide-react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Link } from "wouter";
import { useMay } from "../may.ts";
import { useNetworkName } from "../networks.ts";
import { Avatar } from "../parts/Avatar.tsx";
import "../parts/Labels.css";
import { ROW } from "../parts/rows.ts";
import { usePath } from "../profile.tsx";
import { accountsWords as words } from "../words/accounts.ts";
import { rowIdOf, type Order } from "./order.ts";
import type { AccountRecord } from "./queries.ts";
import { reconnectScreen } from "./reconnect.ts";
import { needsSignIn, standingOf } from "./standing.ts";
import { StandingLine } from "./StandingLine.tsx";

interface Props {
  readonly account: AccountRecord;
  readonly order: Order;
  readonly groups: readonly string[];
  /** Whether people choose where it stands. */
  readonly isMovable: boolean;
}

export function AccountRow({ account, order, groups, isMovable }: Props) {
  const { id, platform, handle, displayName, avatarUrl, simulated, colour, blockedReason } = account;
  const path = usePath();
  const network = useNetworkName(platform);
  const mayManage = useMay()("manage");
  const canMove = mayManage && isMovable;
  const standing = standingOf(account);
  const why = standing.kind === "ending" ? account.statusDetail : blockedReason;
  return (
    <li
      data-of-row=""
      data-account={id}
      draggable={canMove}
      data-moving={order.moving === id ? "" : undefined}
      className={`account-row ${simulated ? "hatched-edge" : ""}`}
    >
      <Avatar name={displayName} url={avatarUrl} platform={platform} isSimulated={simulated} />
      <div className="account-who">
        <Link {...ROW} id={rowIdOf(id)} className="row-link" href={path(`accounts/${id}`)} draggable={false}>
          {colour !== null && <span className={`dot ${colour}`} aria-hidden="true" />}
          <b dir="auto">{displayName}</b>
          <span className="hidden">, </span>
        </Link>
        <p className="small">
          {network} <span dir="auto">{handle}</span>
          {simulated && <> · {words.simulated}</>}
        </p>
      </div>
      <StandingLine account={account} standing={standing} />
      {why !== null && standing.kind !== "works" && <p className="account-why small">{why}</p>}
      {canMove && <Moves account={account} order={order} groups={groups} />}
      {mayManage && (needsSignIn(standing) || standing.kind === "disconnected") && (
        <Link
          className={`button above account-again ${standing.kind === "signedOut" ? "primary" : "plain"}`}
          href={path(reconnectScreen(account))}
        >
          {standing.kind === "signedOut" ? words.reconnect : words.renewReconnect}
          <span className="hidden">
            : {network} {handle}
          </span>
        </Link>
      )}
    </li>
  );
}

function Moves({ account, order, groups }: Omit<Props, "isMovable">) {
  const { id, handle, group } = account;
  const { up, down } = order.beside(id);
  const others = groups.filter((each) => each !== group);
  const items = [
    ...(up === null ? [] : [{ text: words.up, act: () => order.takePlace(id, up) }]),
    ...(down === null ? [] : [{ text: words.down, act: () => order.takePlace(id, down) }]),
    ...others.map((each) => ({ text: words.into(each), act: () => order.join(id, each) })),
    ...(group === null ? [] : [{ text: words.leave(group), act: () => order.join(id, null) }]),
  ];
  if (items.length === 0) return null;
  return (
    <div className="account-moves above">
      <MenuTrigger>
        <AriaButton className="button quiet small" aria-label={words.moves(handle)}>
          <EllipsisVertical size={16} aria-hidden="true" />
        </AriaButton>
        <Popover className="menu-popover">
          <Menu className="menu" aria-label={words.moves(handle)}>
            {items.map(({ text, act }) => (
              <MenuItem key={text} className="menu-item" onAction={act}>
                {text}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
