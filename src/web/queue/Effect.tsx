// What a new rhythm does to the posts in the queue, before it is saved.
import { useQuery, useQueryClient, keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { admin, call } from "../api.ts";
import { refresh } from "../calendar/moves.ts";
import { Button } from "../parts/Button.tsx";
import { Excerpt } from "../parts/Excerpt.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { useProfile } from "../profile.tsx";
import { queueWords as words } from "../words/queue.ts";
import { previewQuery } from "./preview.ts";
import { slotsOf, type Rhythm } from "./rhythm.ts";

interface Props {
  readonly rhythm: Rhythm;
  /** It was saved, or given up. */
  readonly onDone: () => void;
}

type Choice = "keep" | "reflow";

export function Effect({ rhythm, onDone }: Props) {
  const { id: profileId } = useProfile();
  const [choice, setChoice] = useState<Choice>("keep");
  const { save, error, isBusy } = useSave(profileId, onDone);
  const preview = useQuery({ ...previewQuery(profileId, rhythm), placeholderData: keepPreviousData });
  const count = preview.data?.posts.length ?? 0;
  return (
    <div className="effect" role="group" aria-label={words.effect}>
      <p>
        <b>{words.changed}.</b>{" "}
        {preview.data && (count === 0 ? words.noneAffected : `${words.affected(count)}:`)}
      </p>
      {preview.data === undefined &&
        (preview.error ? <ErrorBox error={preview.error} retry={preview.refetch} /> : <Skeleton rows={2} />)}
      {preview.data && count > 0 && (
        <Both
          posts={preview.data.posts}
          choice={choice}
          setChoice={setChoice}
          canMove={slotsOf(rhythm).length > 0}
        />
      )}
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button kind="quiet" onPress={onDone}>
          {words.discard}
        </Button>
        <Button
          kind="primary"
          isPending={isBusy}
          onPress={() => save(rhythm, count > 0 && choice === "reflow")}
        >
          {words.save}
        </Button>
      </div>
    </div>
  );
}

interface BothProps {
  readonly posts: readonly {
    readonly id: string;
    readonly excerpt: string;
    readonly from: string;
    readonly to: string;
  }[];
  readonly choice: Choice;
  readonly setChoice: (choice: Choice) => void;
  readonly canMove: boolean;
}

/** Rows of a long list. */
const SHOWN = 12;

function Both({ posts, choice, setChoice, canMove }: BothProps) {
  const moving = posts.filter(({ from, to }) => from !== to).length;
  return (
    <>
      <RadioGroup
        className="radio-list"
        value={choice}
        onChange={(value) => setChoice(value === "reflow" ? "reflow" : "keep")}
      >
        <Label className="hidden">{words.effect}</Label>
        <Radio value="keep">
          <b>{words.keep}</b> <span className="small">{words.keepMore}</span>
        </Radio>
        <Radio value="reflow" isDisabled={!canMove}>
          <b>{words.reflow}</b> <span className="small">{words.reflowMore(moving)}</span>
        </Radio>
      </RadioGroup>
      <table className="effect-table">
        <thead>
          <tr>
            <th scope="col">{words.post}</th>
            <th scope="col" className={choice === "keep" ? "is-chosen" : ""}>
              {words.keeps}
            </th>
            <th scope="col" className={choice === "reflow" ? "is-chosen" : ""}>
              {words.moves}
            </th>
          </tr>
        </thead>
        <tbody>
          {posts.slice(0, SHOWN).map(({ id, excerpt, from, to }) => (
            <tr key={id}>
              <th scope="row">
                <Excerpt text={excerpt} lines={1} />
              </th>
              <td className={choice === "keep" ? "is-chosen" : ""}>
                <Time at={from} />
              </td>
              <td className={choice === "reflow" ? "is-chosen" : ""}>
                {from === to ? words.stays : <Time at={to} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Saved twice, the rhythm is the same: after a lost answer it is sent again. */
function useSave(profileId: string, onDone: () => void) {
  const queries = useQueryClient();
  const notice = useNotice();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (rhythm: Rhythm, reflow: boolean) => {
    setBusy(true);
    setError(null);
    const slots = slotsOf(rhythm).map(({ weekdays, ...slot }) => ({ ...slot, weekdays: [...weekdays] }));
    try {
      await call(() => admin().profiles({ id: profileId }).slots.put({ slots, reflow }));
      await refresh(queries);
      notice({ text: words.saved });
      onDone();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  return { save: (rhythm: Rhythm, reflow: boolean) => void save(rhythm, reflow), error, isBusy };
}
