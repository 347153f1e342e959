// Connects an agent: what its client needs, the tools it gets, and a try.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { Copy } from "../parts/Copy.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { usePath } from "../profile.tsx";
import { AGENT_CLIENTS } from "../words/agent-clients.ts";
import { agentWords as words, keyWords } from "../words/keys.ts";
import { endOf, toolsQuery, type AgentTool, type FreshKey, type Key } from "./queries.ts";
import { TryIt } from "./TryIt.tsx";

interface Props {
  readonly keys: readonly Key[];
  /** Null when none was just made. */
  readonly fresh: FreshKey | null;
  readonly onCopy: () => void;
  readonly onCreate: (name: string) => void;
}

/** In the text, until there is a key. */
const PLACEHOLDER = "crier_live_…";
const WHOLE_KEY = /^crier_live_[0-9A-Za-z]{49}$/;

export function Agents({ keys, fresh, onCopy, onCreate }: Props) {
  const [first] = AGENT_CLIENTS;
  const [clientId, setClient] = useState(first?.id ?? "");
  const [pasted, setPasted] = useState("");
  const client = AGENT_CLIENTS.find(({ id }) => id === clientId);
  if (!client) throw new Error(`no client ${clientId}`);
  const key = fresh?.key ?? (WHOLE_KEY.test(pasted.trim()) ? pasted.trim() : null);
  // Crier has only its end to know it by.
  const record =
    fresh?.record ?? keys.find((each) => endOf(each) === null && key?.endsWith(each.last4)) ?? null;
  const text = client.text(`${location.origin}/mcp`, key ?? PLACEHOLDER);
  return (
    <section className="card agents" aria-label={keyWords.tabs.agents}>
      <p className="small">
        {words.about} <a href="/docs/mcp">{words.guide}</a>
      </p>
      <div className="row">
        <Choice
          label={words.client}
          value={clientId}
          usual={clientId}
          options={AGENT_CLIENTS.map(({ id, name }) => ({ value: id, name }))}
          onChange={setClient}
        />
        {!fresh && <Button onPress={() => onCreate(client.name)}>{words.makeKey(client.name)}</Button>}
      </div>
      {!fresh && (
        <Field
          label={words.key}
          name="key"
          type="password"
          autoComplete="off"
          hint={words.keyHint}
          value={pasted}
          onChange={setPasted}
          problem={pasted.trim() === "" || key !== null ? null : words.notKey}
        />
      )}
      <div className="agent-text">
        <p>{client.where}</p>
        <pre>{text}</pre>
        <div>
          <Copy text={text} kind="plain" {...(fresh && { onCopy })}>
            {words.copy}
          </Copy>
        </div>
      </div>
      <Tools of={record} />
      {key !== null && <TryIt key={key} agentKey={key} />}
      {record !== null && <Acts of={record} />}
    </section>
  );
}

function Acts({ of: { id } }: { readonly of: Key }) {
  const path = usePath();
  return (
    <p>
      <Link href={path(`activity?actor=key:${id}`)}>{words.activity}</Link>
    </p>
  );
}

/** The tools, and which of them this key may use. */
function Tools({ of }: { readonly of: Key | null }) {
  const { data, error, refetch } = useQuery(toolsQuery);
  if (!data) return error ? <ErrorBox error={error} retry={refetch} /> : null;
  const { tools } = data;
  const isOpen = ({ scope }: AgentTool) => of === null || of.scopes.includes(scope);
  const count = tools.filter(isOpen).length;
  return (
    <details className="agent-tools">
      <summary>{of === null ? words.allTools(tools.length) : words.tools(count, tools.length)}</summary>
      <ul>
        {tools.map((tool) => (
          <li key={tool.name} className={isOpen(tool) ? "" : "closed"}>
            <code>{tool.name}</code> {tool.title}
            {(of === null || !isOpen(tool)) && <span className="small"> ({words.needs[tool.scope]})</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
