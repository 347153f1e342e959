// One post being written: its parts, and what they share.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useProfile } from "../profile.tsx";
import { accountsQuery, type Account } from "../today/queries.ts";
import { Desk } from "./Desk.tsx";
import { isAsked, leftOut, troublesOf, type Trouble } from "./troubles.ts";
import { NoLongerEditable } from "./NoLongerEditable.tsx";
import { useCheck } from "./useCheck.ts";
import { useComposer, type Opened } from "./useComposer.ts";
import { usePublish } from "./usePublish.ts";
import { useUploads } from "./media/useUploads.ts";

interface Props {
  readonly opened: Opened;
  readonly folder: string;
  readonly onCreated: (id: string) => void;
}

export function Composer({ opened, folder, onCreated }: Props) {
  const composer = useComposer(opened, folder, onCreated);
  const { draft, dispatch, saving } = composer;
  const check = useCheck(draft);
  const uploads = useUploads((id) => dispatch({ type: "addMedia", id }));
  const { data } = useQuery(accountsQuery(useProfile().id));
  const [presses, setPresses] = useState(0);
  const troubles = useMemo(() => (check.data === undefined ? NONE : troublesOf(check.data)), [check.data]);
  const leavable = useMemo(() => (check.data === undefined ? NO_IDS : leftOut(check.data)), [check.data]);
  const publishing = usePublish({
    composer,
    check,
    before: opened.draft.when,
    showProblem() {
      // Where nobody can check it, the server does before it sends.
      const isBlocked = (check.isFresh && troubles.length > 0) || uploads.isBusy;
      if (isBlocked) setPresses((count) => count + 1);
      return isBlocked;
    },
  });
  if (saving.kind === "started" && publishing.sending.kind === "idle")
    return <NoLongerEditable post={saving.post} />;
  const asked = isAsked(draft, check, presses > 0);
  return (
    <Desk
      {...{ composer, opened, check, uploads, publishing, presses }}
      accounts={data?.accounts ?? NO_ACCOUNTS}
      isAsked={asked}
      troubles={asked ? troubles : NONE}
      leavable={leavable}
    />
  );
}

const NONE: readonly Trouble[] = [];
const NO_ACCOUNTS: readonly Account[] = [];
const NO_IDS: readonly string[] = [];
