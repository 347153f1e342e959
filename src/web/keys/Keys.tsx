// The keys of the profile: made, replaced and revoked; and how agents are connected with them.
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useKeys } from "../keys.tsx";
import { Button } from "../parts/Button.tsx";
import { focusAfterDialog } from "../parts/focus-after-dialog.ts";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { SAME_SCREEN } from "../shell/new-screen.ts";
import { keyWords as words } from "../words/keys.ts";
import { Agents } from "./Agents.tsx";
import { KeyCard } from "./KeyCard.tsx";
import { KeyForm } from "./KeyForm.tsx";
import { endOf, freshKeysQuery, type FreshKey, type Key } from "./queries.ts";
import { NotCopied } from "./NotCopied.tsx";
import { idOfShown, ShownKey } from "./ShownKey.tsx";
import { useLeaving } from "./useLeaving.ts";
import "./Keys.css";

export function Keys({ tab }: { readonly tab: string }) {
  const { id } = useProfile();
  const path = usePath();
  const query = useQuery(freshKeysQuery(id));
  const { data, error, refetch } = query;
  /** What a new key is called at first; null: none is being made. */
  const [creating, setCreating] = useState<string | null>(null);
  const { shown, isCopied, show, copied, hide } = useShownKeys();
  const [fresh = null] = shown;
  const leaving = useLeaving(
    shown.some((each) => !isCopied(each)),
    path("keys"),
  );
  useKeys([{ key: "n", does: words.keys.create, run: () => setCreating("") }]);
  const isAgents = tab === "agents";
  return (
    <>
      <Head isAgents={isAgents} isShowing={fresh !== null} onCreate={() => setCreating("")} />
      {shown.map((each) => (
        <ShownKey
          key={each.record.id}
          fresh={each}
          isCopied={isCopied(each)}
          hasCode={!isAgents}
          onCopy={() => copied(each)}
          onDone={() => hide(each)}
        />
      ))}
      <Stale query={query} />
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && isAgents && (
        <Agents
          keys={data.keys}
          fresh={fresh}
          onCopy={() => fresh && copied(fresh)}
          onCreate={(name) => setCreating(name)}
        />
      )}
      {data && !isAgents && <List keys={data.keys} onMade={show} onCreate={() => setCreating("")} />}
      {creating !== null && <KeyForm name={creating} onClose={() => setCreating(null)} onMade={show} />}
      <NotCopied isOpen={leaving.to !== null} onStay={leaving.stay} onLeave={leaving.leave} />
    </>
  );
}

/** The keys that were just made, the newest first: here, and nowhere else. */
function useShownKeys() {
  const [shown, setShown] = useState<readonly FreshKey[]>([]);
  const [copiedIds, setCopiedIds] = useState<readonly string[]>([]);
  return {
    shown,
    isCopied: ({ record }: FreshKey) => copiedIds.includes(record.id),
    show: (fresh: FreshKey) => {
      setShown((all) => [fresh, ...all]);
      focusAfterDialog(idOfShown(fresh.record));
    },
    copied: ({ record }: FreshKey) => setCopiedIds((all) => [...all, record.id]),
    hide: (fresh: FreshKey) => setShown((all) => all.filter((each) => each !== fresh)),
  };
}

interface HeadProps {
  readonly isAgents: boolean;
  /** A new key is shown: copying it is what matters. */
  readonly isShowing: boolean;
  readonly onCreate: () => void;
}

function Head({ isAgents, isShowing, onCreate }: HeadProps) {
  const path = usePath();
  const tabs = [
    { href: path("keys"), name: words.tabs.keys, isHere: !isAgents },
    { href: path("keys/agents"), name: words.tabs.agents, isHere: isAgents },
  ];
  return (
    <>
      <div className="keys-head">
        <div>
          <h1>{words.title}</h1>
          <p className="small">
            {words.about} <a href="/docs/programs">{words.guide}</a>
          </p>
        </div>
        <Button kind={isShowing ? "plain" : "primary"} onPress={onCreate}>
          <Plus size={16} aria-hidden="true" /> {words.create}
        </Button>
      </div>
      <nav className="tabs" aria-label={words.title}>
        {tabs.map(({ href, name, isHere }) => (
          <Link
            key={href}
            href={href}
            state={SAME_SCREEN}
            className="tab"
            aria-current={isHere ? "page" : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
    </>
  );
}

interface ListProps {
  readonly keys: readonly Key[];
  readonly onMade: (fresh: FreshKey) => void;
  readonly onCreate: () => void;
}

/** Those that work, the newest first; the others below. */
function List({ keys, onMade, onCreate }: ListProps) {
  const newest = keys.toReversed();
  const working = newest.filter((key) => endOf(key) === null);
  const ended = newest.filter((key) => endOf(key) !== null);
  return (
    <>
      {working.length === 0 && (
        <Empty title={words.none}>
          <p>{words.noneMore}</p>
          <Button onPress={onCreate}>{words.create}</Button>
        </Empty>
      )}
      {working.map((key) => (
        <KeyCard key={key.id} of={key} onMade={onMade} />
      ))}
      {ended.length > 0 && (
        <details className="keys-ended">
          <summary>{words.ended(ended.length)}</summary>
          {ended.map((key) => (
            <KeyCard key={key.id} of={key} onMade={onMade} />
          ))}
        </details>
      )}
    </>
  );
}
