// Chooses a draft for a free moment of the queue.
import { useQuery } from "@tanstack/react-query";
import type { Moves } from "../calendar/moves.ts";
import { whenText } from "../calendar/moved-text.ts";
import { draftOf } from "../calendar/planning.ts";
import { draftsQuery } from "../calendar/queries.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Excerpt } from "../parts/Excerpt.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { useProfile, useZone } from "../profile.tsx";
import { queueWords as words } from "../words/queue.ts";

interface Props {
  readonly at: string;
  readonly moves: Moves;
  readonly onClose: () => void;
}

export function Fill({ at, moves, onClose }: Props) {
  const { id } = useProfile();
  const zone = useZone();
  const { data, error, refetch } = useQuery(draftsQuery(id));
  const drafts = data?.posts.filter(({ targets }) => targets.length > 0);
  return (
    <Dialog title={words.fillTitle(whenText(at, zone))} isOpen onClose={onClose}>
      {drafts === undefined && (error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={3} />)}
      {drafts?.length === 0 && <p>{words.noDrafts}</p>}
      <ul className="fill">
        {drafts?.map((draft) => (
          <li key={draft.id}>
            <Button
              onPress={() => {
                onClose();
                moves.move(draftOf(draft), { kind: "slot", at });
              }}
            >
              <Excerpt text={draft.excerpt} lines={1} />
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
