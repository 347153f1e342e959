// Asks for the accounts as an agent would, and shows the answer and how long it took.
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { duration } from "../time.ts";
import { agentWords as words } from "../words/keys.ts";
import { listAccounts, type AgentAnswer } from "./list-accounts.ts";

export function TryIt({ agentKey }: { readonly agentKey: string }) {
  const [answer, setAnswer] = useState<AgentAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setAnswer(await listAccounts(agentKey));
    setBusy(false);
  };
  return (
    <div className="agent-try">
      <Button isPending={isBusy} onPress={() => void ask()}>
        {words.tryIt}
      </Button>
      <div role="status">
        {isBusy && <p className="small">{words.trying}</p>}
        {!isBusy && answer && <Shown answer={answer} />}
      </div>
    </div>
  );
}

function Shown({ answer }: { readonly answer: AgentAnswer }) {
  if (answer.kind === "refused")
    return (
      <p>
        <span className="state failed">✕ {words.failed}</span> {answer.why}
      </p>
    );
  const { accounts, ms } = answer;
  return (
    <>
      <p>
        <span className="state posted">
          <span aria-hidden="true">✓</span> {words.listed(accounts.length, duration(ms))}
        </span>
      </p>
      <ul>
        {accounts.map(({ id, platform, handle, simulated }) => (
          <li key={id}>
            <code>
              {platform}:{handle}
            </code>
            {simulated && <span className="small"> {words.simulated}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
