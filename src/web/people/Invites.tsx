// Invitations that nobody has accepted yet.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { Time } from "../parts/Time.tsx";
import { peopleWords as words } from "../words/people.ts";
import { problemText } from "../words/problem.ts";
import { ProfilesOf } from "./People.tsx";
import { invitesQuery } from "./queries.ts";

export function Invites() {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(invitesQuery);
  const queries = useQueryClient();
  const notice = useNotice();
  const invites = data?.pages.flatMap((page) => page.invites) ?? [];
  if (invites.length === 0) return null;
  const withdraw = async (id: string) => {
    try {
      await call(() => admin().invites({ id }).delete());
      notice({ text: words.withdrawn });
    } catch (error) {
      notice({ text: problemText(error), tone: "bad" });
    }
    await queries.invalidateQueries({ queryKey: ["listInvites"] });
  };
  return (
    <section className="card">
      <h2>{words.open}</h2>
      <ul className="lines">
        {invites.map((invite) => (
          <li key={invite.id} className="person">
            <div className="person-text">
              <p>
                <b>{words.openInvite(words.roles[invite.role].name)}</b>
              </p>
              <p className="small">
                <ProfilesOf access={invite} /> ·{" "}
                {invite.createdBy === null ? words.byCommand : words.by(invite.createdBy)} · {words.until}{" "}
                <Time at={invite.expiresAt} />
              </p>
            </div>
            <Button size="small" onPress={() => void withdraw(invite.id)}>
              {words.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button onPress={() => void fetchNextPage()}>{words.more}</Button>
        </div>
      )}
    </section>
  );
}
