// The id and secret of the operator's application: saved in Crier, tested, or set in the server's settings.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { admin, call, fieldProblem, isProblem } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Field } from "../parts/Field.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { connectWords as words } from "../words/connect.ts";
import { Findings, testApplication, type Finding } from "./Findings.tsx";
import type { ApplicationFacts, NetworkFacts } from "./queries.ts";
import { CopyValue } from "./Walkthrough.tsx";

interface Props {
  readonly network: NetworkFacts;
  readonly application: ApplicationFacts;
  readonly onDone: () => void;
}

export function Keys({ network, application, onDone }: Props) {
  const keys = useKeysOf(network.id);
  const [isReplacing, setReplacing] = useState(false);
  const { source, accounts } = application;
  const isForm = source === null || isReplacing;
  const isRefused = keys.findings?.some(({ verdict }) => verdict === "fault") ?? false;
  return (
    <section className="card">
      <h2>{words.steps.keys}</h2>
      {source === "env" && <FromSettings application={application} />}
      {source === "app" && !isForm && <InUse application={application} />}
      {isForm && source !== "env" && (
        <KeysForm
          network={network}
          keys={keys}
          {...(source === "app" && { onKeep: () => setReplacing(false) })}
          onSaved={() => setReplacing(false)}
        />
      )}
      {accounts !== null && <p className="connect-warning">{accounts}</p>}
      {keys.error !== null && !isForm && <ErrorBox error={keys.error} />}
      {!isForm && (
        <>
          <Findings findings={keys.findings} isBusy={keys.isBusy === "test"} />
          <div className="row end">
            {source === "app" && (
              <>
                <Button kind="danger" isPending={keys.isBusy === "remove"} onPress={keys.remove}>
                  {words.remove}
                </Button>
                <Button kind={isRefused ? "primary" : "plain"} onPress={() => setReplacing(true)}>
                  {words.replace}
                </Button>
              </>
            )}
            <Button isPending={keys.isBusy === "test"} onPress={keys.test}>
              {words.test}
            </Button>
            <Button kind={isRefused ? "plain" : "primary"} onPress={onDone}>
              {words.toSignIn}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function useKeysOf(network: string) {
  const queries = useQueryClient();
  const notice = useNotice();
  const [findings, setFindings] = useState<readonly Finding[] | null>(null);
  const [isBusy, setBusy] = useState<"save" | "test" | "remove" | null>(null);
  const [error, setError] = useState<unknown>(null);
  const act = async (what: "save" | "test" | "remove", step: () => Promise<void>): Promise<void> => {
    setBusy(what);
    setError(null);
    await step().catch(setError);
    setBusy(null);
  };
  /** What was saved says more than what is read again: what becomes of the accounts. */
  const changed = async (application: ApplicationFacts) => {
    setFindings(null);
    queries.setQueryData(["getNetworkApplication", network], application);
    await queries.invalidateQueries({ queryKey: ["listNetworks"] });
  };
  const test = async () => setFindings((await testApplication(network)).findings);
  return {
    findings,
    isBusy,
    error,
    test: () => void act("test", test),
    remove: () =>
      void act("remove", async () => {
        try {
          await changed(await call(() => admin().networks({ id: network }).application.delete()));
        } catch (fault) {
          // The answer to an earlier try was lost.
          if (!isProblem(fault, "not_found")) throw fault;
          await queries.invalidateQueries({ queryKey: ["getNetworkApplication", network] });
        }
        notice({ text: words.removed });
      }),
    save: async (clientId: string, clientSecret: string, scopes: readonly string[]): Promise<boolean> => {
      let isSaved = false;
      await act("save", async () => {
        const body = { clientId, clientSecret, scopes: scopes.length > 0 ? [...scopes] : null };
        await changed(await call(() => admin().networks({ id: network }).application.put(body)));
        isSaved = true;
        notice({ text: words.saved(clientId) });
      });
      if (isSaved) void act("test", test);
      return isSaved;
    },
  };
}

interface FormProps {
  readonly network: NetworkFacts;
  readonly keys: ReturnType<typeof useKeysOf>;
  /** Left out while there is no other. */
  readonly onKeep?: () => void;
  readonly onSaved: () => void;
}

function KeysForm({ network, keys, onKeep, onSaved }: FormProps) {
  const [clientId, setClientId] = useState("");
  const [secret, setSecret] = useState("");
  const [scopes, setScopes] = useState("");
  const { error, isBusy } = keys;
  const oauth = network.connect.oauth;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const list = scopes.split(/[\s,]+/).filter((scope) => scope !== "");
    if (await keys.save(clientId.trim(), secret.trim(), list)) onSaved();
  };
  const problems = ["/clientId", "/clientSecret"].map((pointer) => fieldProblem(error, pointer));
  return (
    <form className="form" onSubmit={(event) => void save(event)}>
      {oauth && (
        <dl className="copies">
          <CopyValue label={words.redirect} value={oauth.redirectUri} />
        </dl>
      )}
      <Field
        label={words.clientId}
        name="client-id"
        autoComplete="off"
        isRequired
        maxLength={500}
        value={clientId}
        onChange={setClientId}
        problem={problems[0] ?? null}
      />
      <Field
        label={words.clientSecret}
        name="client-secret"
        type="password"
        autoComplete="off"
        hint={words.secretHint}
        isRequired
        maxLength={2000}
        value={secret}
        onChange={setSecret}
        problem={problems[1] ?? null}
      />
      <details>
        <summary className="small">{words.scopes}</summary>
        <Field
          label={words.scopes}
          name="scopes"
          autoComplete="off"
          hint={`${words.scopesHint} ${oauth?.scopes.join(" ") ?? ""}`}
          value={scopes}
          onChange={setScopes}
        />
      </details>
      {error !== null && problems.every((problem) => problem === null) && <ErrorBox error={error} />}
      <div className="row end">
        {onKeep && <Button onPress={onKeep}>{words.keep}</Button>}
        <Button kind="primary" type="submit" isPending={isBusy === "save"}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function InUse({ application: { clientId, saved } }: Pick<Props, "application">) {
  return (
    <div>
      <p>
        {words.inUse}: <code>{clientId}</code>
      </p>
      {saved && (
        <p className="small">
          <Time at={saved.at} />, {words.savedAt(saved.by.replace(/^owner:/, ""))}. {words.secretHint}
        </p>
      )}
    </div>
  );
}

function FromSettings({ application: { clientId, settings, saved } }: Pick<Props, "application">) {
  return (
    <div className="form">
      <p>
        {words.fromSettings}: <code>{clientId}</code>
      </p>
      <p className="small">
        {words.fromSettingsMore}{" "}
        {settings.map((name) => (
          <code key={name} className="setting">
            {name}
          </code>
        ))}
      </p>
      {saved && <p className="small">{words.savedToo(saved.clientId)}</p>}
    </div>
  );
}
