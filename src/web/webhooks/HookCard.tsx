// One webhook: its address, how it goes, and what can be done with it.
import { Ellipsis } from "lucide-react";
import { useRef, useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useKeys } from "../keys.tsx";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Time } from "../parts/Time.tsx";
import { webhookWords as words } from "../words/webhooks.ts";
import { Deliveries } from "./Deliveries.tsx";
import { HookForm } from "./HookForm.tsx";
import type { EventTypes, Hook } from "./queries.ts";
import { Rotate } from "./Rotate.tsx";
import { useHook, type HookActs } from "./useHook.ts";

interface Props {
  readonly hook: Hook;
  readonly types: EventTypes;
  readonly onSecret: (secret: string) => void;
}

type Open = "edit" | "rotate" | "remove" | null;

export function HookCard({ hook, types, onSecret }: Props) {
  const [open, setOpen] = useState<Open>(null);
  const acts = useHook(hook);
  const card = useRef<HTMLElement>(null);
  const isHere = () => card.current?.contains(document.activeElement) ?? false;
  useKeys([{ key: "t", does: words.keys.test, run: () => void acts.test(), when: isHere }]);
  const close = () => setOpen(null);
  const { url, events, description } = hook;
  const { host } = new URL(url);
  return (
    <section className="card hook" ref={card}>
      <div className="hook-top">
        <div className="hook-name">
          <h2>{description === "" ? host : description}</h2>
          <code className="hook-url">{url}</code>
        </div>
        <div className="row">
          <Button isPending={acts.isTesting} onPress={() => void acts.test()}>
            {words.test}
          </Button>
          <HookMenu hook={hook} host={host} acts={acts} onOpen={setOpen} />
        </div>
      </div>
      <Health hook={hook} acts={acts} />
      <p className="hook-events">
        {events === null ? (
          <span className="small">{words.allEvents}</span>
        ) : (
          events.map((type) => <code key={type}>{type}</code>)
        )}
      </p>
      <Deliveries hook={hook} acts={acts} />
      {open === "edit" && <HookForm types={types} hook={hook} onClose={close} onSecret={onSecret} />}
      {open === "rotate" && <Rotate hook={hook} onClose={close} onSecret={onSecret} />}
      <Remove isOpen={open === "remove"} host={host} acts={acts} onClose={close} />
    </section>
  );
}

interface HealthProps {
  readonly hook: Hook;
  readonly acts: HookActs;
}

function Health({ hook: { status, pausedReason, health }, acts }: HealthProps) {
  const { delivered, failed, nextAttemptAt, failingSince, oldSecretUntil } = health;
  const state = status === "paused" ? "paused" : failingSince === null ? "active" : "failing";
  const { word, icon, tone } = words.states[state];
  return (
    <div className="hook-health">
      <p>
        <span className={`state ${tone}`}>
          <span aria-hidden="true">{icon}</span> {word}
        </span>{" "}
        <span className="small">
          {words.lastDay(delivered, failed)}
          {nextAttemptAt !== null && (
            <>
              {" · "}
              {words.next} <Time at={nextAttemptAt} />
            </>
          )}
        </span>
      </p>
      {failingSince !== null && status === "active" && (
        <p className="small">
          {words.failingSince} <Time at={failingSince} />
        </p>
      )}
      {oldSecretUntil !== null && (
        <p className="small">
          {words.oldSecret} <Time at={oldSecretUntil} />
        </p>
      )}
      {pausedReason !== null && (
        <div className="hook-paused">
          <p>{words.whyPaused[pausedReason]}</p>
          <Button onPress={() => void acts.setPaused(false)}>{words.resume}</Button>
        </div>
      )}
    </div>
  );
}

interface MenuProps extends HealthProps {
  readonly host: string;
  readonly onOpen: (what: Open) => void;
}

function HookMenu({ hook: { status }, host, acts, onOpen }: MenuProps) {
  const isPaused = status === "paused";
  const items: readonly (readonly [name: string, act: () => void])[] = [
    [words.edit, () => onOpen("edit")],
    [words.rotate, () => onOpen("rotate")],
    [isPaused ? words.resume : words.pause, () => void acts.setPaused(!isPaused)],
    [words.remove, () => onOpen("remove")],
  ];
  return (
    <MenuTrigger>
      <AriaButton className="button quiet" aria-label={words.more(host)}>
        <Ellipsis size={18} aria-hidden="true" />
      </AriaButton>
      <Popover className="menu-popover" placement="bottom end">
        <Menu className="menu" aria-label={words.more(host)}>
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

interface RemoveProps {
  readonly isOpen: boolean;
  readonly host: string;
  readonly acts: HookActs;
  readonly onClose: () => void;
}

function Remove({ isOpen, host, acts, onClose }: RemoveProps) {
  const remove = () => {
    onClose();
    void acts.remove();
  };
  return (
    <Dialog title={words.removeTitle} isOpen={isOpen} onClose={onClose}>
      <p>{words.removeMore(host)}</p>
      <div className="row end">
        <Button onPress={onClose} autoFocus>
          {words.keep}
        </Button>
        <Button kind="danger" onPress={remove}>
          {words.removeButton}
        </Button>
      </div>
    </Dialog>
  );
}
