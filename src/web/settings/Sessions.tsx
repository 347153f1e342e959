// Where the person is signed in, and ending any of it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { settingsWords as words } from "../words/settings.ts";

export function Sessions() {
  const queries = useQueryClient();
  const notice = useNotice();
  const { data, error, refetch } = useQuery({
    queryKey: ["listSessions"],
    queryFn: () => call(() => admin().sessions.get()),
  });
  const end = async (send: () => Promise<unknown>, text: string) => {
    try {
      await send();
      notice({ text });
    } catch (fault) {
      notice({ text: fault instanceof Error ? fault.message : String(fault), tone: "bad" });
    }
    await queries.invalidateQueries({ queryKey: ["listSessions"] });
  };
  const sessions = data?.sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? [];
  const others = sessions.filter(({ current }) => !current);
  return (
    <section className="card">
      <h2>{words.sessions}</h2>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={2} />}
      <ul className="lines">
        {sessions.map(({ id, device, address, lastUsedAt, createdAt, current }) => (
          <li key={id}>
            <div>
              <b>{device}</b> {current && <span className="badge quiet">{words.thisOne}</span>}
              <p className="small">
                {address !== null && `${address} · `}
                {words.lastUsed} <Time at={lastUsedAt} /> · {words.signedIn} <Time at={createdAt} />
              </p>
            </div>
            {!current && (
              <Button
                size="small"
                onPress={() => void end(() => call(() => admin().sessions({ id }).delete()), words.ended)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && others.length === 0 && <p className="small">{words.onlyThis}</p>}
      {others.length > 0 && (
        <div>
          <Button onPress={() => void end(() => call(() => admin().sessions.delete()), words.allEnded)}>
            {words.endAll}
          </Button>
        </div>
      )}
    </section>
  );
}
