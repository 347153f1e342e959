// The screen on which posts are written: a new one, a draft, or one that waits to go out.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { isProblem, NoAnswerError } from "../api.ts";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { postQuery } from "../post/queries.ts";
import { usePath, useProfile } from "../profile.tsx";
import { newKey } from "../random.ts";
import { useMayChange } from "../may.ts";
import { useSession } from "../session.tsx";
import { SAME_SCREEN } from "../shell/new-screen.ts";
import { accountsQuery } from "../today/queries.ts";
import { composeWords as words } from "../words/compose.ts";
import { Composer } from "./Composer.tsx";
import { claimNew, folderOf, readCopy, type Claim } from "./copies.ts";
import { firstAccounts } from "./first-accounts.ts";
import { openCopyOf, openNew, openPost } from "./open.ts";
import { NoLongerEditable } from "./NoLongerEditable.tsx";
import type { Opened } from "./useComposer.ts";
import "./Compose.css";

/** @param id null for a new one */
export function Compose({ id }: { readonly id: string | null }) {
  const [query] = useSearchParams();
  const asked = id === null ? query.toString() : "";
  const [shown, setShown] = useState<Shown>({ id, asked, key: 0, made: null });
  const [, navigate] = useLocation();
  const path = usePath();
  if (shown.id !== id || shown.asked !== asked) setShown(shownNext(shown, id, asked));
  const onCreated = (made: string) => {
    setShown((before) => ({ ...before, made }));
    navigate(path(`write/${made}`), { replace: true, state: SAME_SCREEN });
  };
  return <Opening key={shown.key} id={shown.id} onCreated={onCreated} />;
}

interface Shown {
  readonly id: string | null;
  /** What a new one is to begin with. */
  readonly asked: string;
  /** Another one is another composer. */
  readonly key: number;
  /** The draft that this composer made. */
  readonly made: string | null;
}

/** The address of a draft that was just made belongs to the composer that made it. */
function shownNext(shown: Shown, id: string | null, asked: string): Shown {
  if (id !== null && id === shown.made) return { ...shown, id, asked };
  return { id, asked, key: shown.key + 1, made: null };
}

interface Props {
  readonly id: string | null;
  readonly onCreated: (id: string) => void;
}

function Opening({ id, onCreated }: Props) {
  // What is open stays open, whatever becomes of its address.
  const [first] = useState(id);
  return first === null ? <New onCreated={onCreated} /> : <Known id={first} onCreated={onCreated} />;
}

function useFolder(): string {
  return folderOf(useProfile().id, useSession().owner.id);
}

function New({ onCreated }: Pick<Props, "onCreated">) {
  const profile = useProfile();
  const { id: profileId } = profile;
  const folder = useFolder();
  const [query] = useSearchParams();
  const [asked] = useState({
    at: query.get("at"),
    slot: query.get("slot"),
    copy: query.get("copy"),
    fix: query.get("fix"),
  });
  const source = asked.copy ?? asked.fix;
  const accounts = useQuery(accountsQuery(profileId));
  const post = useQuery({ ...postQuery(profileId, source ?? ""), enabled: source !== null });
  const isAsked = source !== null || asked.at !== null || asked.slot !== null;
  const claim = useClaim(folder, isAsked);
  const isReady = accounts.data !== undefined && (source === null || post.data !== undefined);
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened === null && claim !== null && isReady) {
    const usable = accounts.data.accounts.filter(({ canPublish }) => canPublish).map(({ id }) => id);
    setOpened(
      post.data === undefined
        ? openNew(claim.name, asked, firstAccounts(profile, usable))
        : openCopyOf(claim.name, post.data, asked.fix !== null),
    );
  }
  if (opened !== null) return <Composer opened={opened} folder={folder} onCreated={onCreated} />;
  return <Waiting error={accounts.error ?? post.error} retry={() => void accounts.refetch()} />;
}

/** @param isFresh what a tab left behind stays there */
function useClaim(folder: string, isFresh: boolean): Claim | null {
  const [claim, setClaim] = useState<Claim | null>(null);
  useEffect(() => {
    let isOver = false;
    let held: Claim | null = null;
    const name = newKey();
    void (async () => {
      held = isFresh ? { name: `${folder}new.${name}`, release: () => {} } : await claimNew(folder, name);
      if (isOver) held.release();
      else setClaim(held);
    })();
    return () => {
      isOver = true;
      held?.release();
    };
  }, [folder, isFresh]);
  return claim;
}

function Known({ id, onCreated }: { readonly id: string } & Pick<Props, "onCreated">) {
  const { id: profileId } = useProfile();
  const folder = useFolder();
  const path = usePath();
  const { data: post, error, refetch } = useQuery(postQuery(profileId, id));
  const [opened, setOpened] = useState<Opened | null>(null);
  const mayChange = useMayChange();
  const isForeign = post !== undefined && !mayChange(post);
  if (opened === null && !isForeign && (post !== undefined || error instanceof NoAnswerError)) {
    const next = openPost(`${folder}${id}`, post ?? null, readCopy(`${folder}${id}`));
    if (next) setOpened(next);
  }
  if (opened !== null) return <Composer opened={opened} folder={folder} onCreated={onCreated} />;
  if (isForeign)
    return (
      <Empty isPage title={words.notYours}>
        <p>{words.notYoursMore}</p>
        <Link className="button" href={path(`posts/${id}`)}>
          {words.toPost}
        </Link>
      </Empty>
    );
  if (post !== undefined) return <NoLongerEditable post={post} />;
  if (isProblem(error, "not_found"))
    return (
      <Empty isPage title={words.missing}>
        <p>{words.missingMore}</p>
        <Link className="button" href={path("write")}>
          {words.startNew}
        </Link>
      </Empty>
    );
  return <Waiting error={error} retry={() => void refetch()} />;
}

function Waiting({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <>
      <h1 className={error ? "" : "hidden"}>{words.title}</h1>
      {error ? <ErrorBox error={error} retry={retry} /> : <Skeleton rows={6} />}
    </>
  );
}
