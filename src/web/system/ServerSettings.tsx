// The settings of the server with where each comes from: to read, not to change.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call } from "../api.ts";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { systemWords as words } from "../words/system.ts";

const readSettings = () => call(() => admin().settings.get());
type Setting = Awaited<ReturnType<typeof readSettings>>["settings"][number];

export function ServerSettings() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{words.settings}</h2>
      </summary>
      {isOpen && <List />}
    </details>
  );
}

function List() {
  const { data, error, refetch } = useQuery({ queryKey: ["listSettings"], queryFn: readSettings });
  if (!data) return error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={5} />;
  return (
    <>
      <p className="small">{words.settingsMore}</p>
      <ul className="lines settings-lines">
        {data.settings.map((setting) => (
          <Row key={setting.name} setting={setting} />
        ))}
      </ul>
    </>
  );
}

function Row({ setting: { name, help, value, isSecret, source, line } }: { readonly setting: Setting }) {
  const isSet = source !== "default";
  return (
    <li>
      <div>
        <p>
          <code>{name}</code>
        </p>
        {help !== null && <p className="small">{help}</p>}
      </div>
      <div className="setting-value">
        <p>
          {value !== null && value !== "" ? (
            <code>{value}</code>
          ) : isSecret && isSet ? (
            words.secret
          ) : (
            words.notSet
          )}
        </p>
        <p className={isSet ? "small set" : "small"}>{words.sources[source](line)}</p>
      </div>
    </li>
  );
}
