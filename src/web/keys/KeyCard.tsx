// One key: what it may do, who made it, how it is used, and what can be done with it.
import { Ellipsis } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useLocation } from "wouter";
import { now } from "../api.ts";
import { Time } from "../parts/Time.tsx";
import { usePath } from "../profile.tsx";
import { keyWords as words } from "../words/keys.ts";
import { LastUse } from "./LastUse.tsx";
import { endOf, type FreshKey, type Key } from "./queries.ts";
import { RevokeKey } from "./RevokeKey.tsx";
import { RotateKey } from "./RotateKey.tsx";

interface Props {
  readonly of: Key;
  readonly onMade: (fresh: FreshKey) => void;
}

type Open = "rotate" | "revoke" | null;
const DAY_MS = 86_400_000;

export function KeyCard({ of: key, onMade }: Props) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { name, last4, scopes, simulatedOnly } = key;
  const end = endOf(key);
  const hint = end === null ? hintOf(key) : null;
  return (
    <article className="card key" aria-label={name}>
      <div className="key-top">
        <div className="key-name">
          <h2 dir="auto">{name}</h2>
          <p className="row">
            <code>{words.endsIn(last4)}</code>
            <span className="small">{scopes.map((scope) => words.scopes[scope].short).join(", ")}</span>
            {simulatedOnly && <span className="badge quiet">{words.simulatedOnly}</span>}
            {end !== null && <span className="state failed">{words.states[end]}</span>}
          </p>
        </div>
        <KeyMenu of={key} onOpen={setOpen} />
      </div>
      <Facts of={key} />
      {hint !== null && <p className="key-hint">{hint}</p>}
      {open === "rotate" && <RotateKey of={key} onClose={close} onMade={onMade} />}
      {open === "revoke" && <RevokeKey of={key} onClose={close} />}
    </article>
  );
}

function Facts({ of: key }: { readonly of: Key }) {
  const { createdAt, createdBy, posts30d, expiresAt } = key;
  return (
    <dl className="facts">
      <Fact name={words.used}>
        <LastUse of={key} />
      </Fact>
      <Fact name={words.postsName}>{words.posts(posts30d)}</Fact>
      <Fact name={words.made}>
        <Time at={createdAt} />{" "}
        {createdBy !== null &&
          (createdBy.name === null ? (
            words.commandLine
          ) : (
            <span dir="auto">{words.madeBy(createdBy.name)}</span>
          ))}
      </Fact>
      <Fact name={words.until}>{expiresAt === null ? words.endless : <Time at={expiresAt} />}</Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const UNUSED_MS = 90 * DAY_MS;
const ENDS_SOON_MS = 7 * DAY_MS;

/** What a person should do about a key that works; null for nothing. */
function hintOf({ lastUsedAt, createdAt, expiresAt }: Key): string | null {
  if (now() - Date.parse(lastUsedAt ?? createdAt) >= UNUSED_MS) return words.unused;
  return expiresAt !== null && Date.parse(expiresAt) - now() < ENDS_SOON_MS ? words.ending : null;
}

interface MenuProps {
  readonly of: Key;
  readonly onOpen: (what: Open) => void;
}

function KeyMenu({ of: key, onOpen }: MenuProps) {
  const path = usePath();
  const [, navigate] = useLocation();
  const items: readonly (readonly [name: string, act: () => void])[] = [
    [words.activity, () => navigate(path(`activity?actor=key:${key.id}`))],
    ...(endOf(key) === null
      ? ([
          [words.rotate, () => onOpen("rotate")],
          [words.revoke, () => onOpen("revoke")],
        ] as const)
      : []),
  ];
  return (
    <MenuTrigger>
      <AriaButton className="button quiet" aria-label={words.more(key.name)}>
        <Ellipsis size={18} aria-hidden="true" />
      </AriaButton>
      <Popover className="menu-popover" placement="bottom end">
        <Menu className="menu" aria-label={words.more(key.name)}>
          {items.map(([name, act]) => (
            <MenuItem key={name} id={name} textValue={name} className="menu-item" onAction={act}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
