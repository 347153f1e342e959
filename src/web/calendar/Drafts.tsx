// Drafts that have no time yet, to be dragged to a day or a slot.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { Excerpt } from "../parts/Excerpt.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Targets } from "../parts/Targets.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { useDrafts } from "./planned-drafts.ts";
import { draftsQuery, type Draft } from "./queries.ts";
import "./Drafts.css";

interface Props {
  readonly onMove: (draft: Draft) => void;
  readonly onClose: () => void;
}

export function Drafts({ onMove, onClose }: Props) {
  const { id } = useProfile();
  const may = useMay();
  const { error, refetch } = useQuery(draftsQuery(id));
  const { rest: drafts } = useDrafts();
  return (
    <aside className="drafts" aria-labelledby="drafts-title">
      <div className="drafts-head">
        <h2 id="drafts-title">{words.draftsTitle}</h2>
        <Button kind="quiet" size="small" onPress={onClose}>
          {words.hide}
        </Button>
      </div>
      {drafts === undefined && (error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={3} />)}
      {drafts?.length === 0 && <p className="small">{words.noDrafts}</p>}
      {drafts !== undefined && drafts.length > 0 && (
        <>
          {may("publish") && <p className="small">{words.draftsMore}</p>}
          <ul>
            {drafts.map((draft) => (
              <DraftCard key={draft.id} draft={draft} onMove={() => onMove(draft)} />
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

function DraftCard({ draft, onMove }: { readonly draft: Draft; readonly onMove: () => void }) {
  const path = usePath();
  const { id, excerpt, targets } = draft;
  const isReady = targets.length > 0;
  const may = useMay();
  return (
    <li className="draft-card" data-draft={id} draggable={isReady && may("publish")}>
      <Link href={path(`posts/${id}`)} draggable={false}>
        <Excerpt text={excerpt} />
      </Link>
      <Targets targets={targets} />
      {!isReady && <p className="small">{words.needsAccounts}</p>}
      {isReady && may("publish") && (
        <Button size="small" kind="quiet" onPress={onMove}>
          {words.giveTime}
        </Button>
      )}
    </li>
  );
}
