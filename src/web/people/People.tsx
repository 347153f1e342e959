// The people who may sign in: their roles and profiles, and invitations for others.
import { useInfiniteQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useKeys } from "../keys.tsx";
import { Button } from "../parts/Button.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { Time } from "../parts/Time.tsx";
import { useSession } from "../session.tsx";
import { peopleWords as words } from "../words/people.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { Invites } from "./Invites.tsx";
import { PersonDialog } from "./PersonDialog.tsx";
import { nameOf, peopleQuery, type Access, type Person } from "./queries.ts";
import { Reviews } from "./Reviews.tsx";
import "./People.css";

export function People() {
  const query = useInfiniteQuery(peopleQuery);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const [isInviting, setInviting] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  useKeys([{ key: "i", does: words.inviteTitle, run: () => setInviting(true) }]);
  const people = data?.pages.flatMap((page) => page.people) ?? [];
  const person = people.find(({ id }) => id === chosen);
  return (
    <>
      <div className="people-head">
        <div>
          <h1>{words.title}</h1>
          <p className="small">{words.about}</p>
        </div>
        <Button kind="primary" onPress={() => setInviting(true)}>
          <UserPlus size={16} aria-hidden="true" />
          <span>{words.invite}</span>
        </Button>
      </div>
      <Stale query={query} />
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && (
        <section className="card" aria-label={words.title}>
          <ul className="lines">
            {people.map((each) => (
              <Row key={each.id} person={each} onEdit={() => setChosen(each.id)} />
            ))}
          </ul>
          {hasNextPage && (
            <div>
              <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                {words.more}
              </Button>
            </div>
          )}
        </section>
      )}
      <Invites />
      {people.length > 1 && <Reviews />}
      {data && people.length === 1 && (
        <Empty title={words.alone}>
          <p>{words.aloneMore}</p>
        </Empty>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {person && <PersonDialog key={person.id} person={person} onClose={() => setChosen(null)} />}
    </>
  );
}

function Row({ person, onEdit }: { readonly person: Person; readonly onEdit: () => void }) {
  const { owner } = useSession();
  const { email, name, role, lastSeenAt } = person;
  return (
    <li className="person">
      <div className="person-text">
        <p>
          <b dir="auto">{nameOf(person)}</b> <span className="badge quiet">{words.roles[role].name}</span>{" "}
          {person.id === owner.id && <span className="badge quiet">{words.you}</span>}
        </p>
        <p className="small">
          {name !== null && <>{email} · </>}
          <ProfilesOf access={person} /> ·{" "}
          {lastSeenAt === null ? (
            words.neverSeen
          ) : (
            <>
              {words.lastSeen} <Time at={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      <Button size="small" aria-label={words.editOne(nameOf(person))} onPress={onEdit}>
        {words.edit}
      </Button>
    </li>
  );
}

/** The names of their profiles. */
export function ProfilesOf({ access: { profiles } }: { readonly access: Access }) {
  const { profiles: all } = useSession();
  if (profiles === null) return <>{words.allProfiles}</>;
  if (profiles.length === 0) return <>{words.noProfile}</>;
  const names = all.filter(({ id }) => profiles.includes(id)).map(({ name }) => name);
  return <span dir="auto">{names.join(", ")}</span>;
}
