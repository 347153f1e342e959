// Connecting by a sign-in: make an application at the network, enter its keys, sign in.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { ErrorBox, Skeleton } from "../parts/Region.tsx";
import { connectWords as words } from "../words/connect.ts";
import type { Reconnected } from "./Connect.tsx";
import { Keys } from "./Keys.tsx";
import { applicationQuery, type NetworkFacts } from "./queries.ts";
import { SignIn } from "./SignIn.tsx";
import { AddressFault, Steps } from "./Walkthrough.tsx";

interface Props {
  readonly network: NetworkFacts;
  readonly account: Reconnected | null;
}

const STEPS = ["make", "keys", "sign"] as const;
type StepName = (typeof STEPS)[number];

export function OwnApplication({ network, account }: Props) {
  const { data, error, refetch } = useQuery(applicationQuery(network.id));
  const isReady = data !== undefined && data.source !== null;
  const [chosen, setChosen] = useState<StepName | null>(null);
  if (!data) return error === null ? <Skeleton rows={4} /> : <ErrorBox error={error} retry={refetch} />;
  const step = chosen ?? (isReady ? "sign" : "make");
  const isDone = { make: isReady, keys: isReady, sign: false };
  return (
    <>
      <ol className="stepper">
        {STEPS.map((each, n) => (
          <li key={each}>
            <button
              type="button"
              aria-current={each === step ? "step" : undefined}
              onClick={() => setChosen(each)}
            >
              <span className="number" aria-hidden="true">
                {isDone[each] ? "✓" : n + 1}
              </span>
              <span className="hidden">{words.step(n + 1)}: </span>
              {words.steps[each]}
            </button>
          </li>
        ))}
      </ol>
      <AddressFault network={network} />
      {step === "make" && <Make network={network} onDone={() => setChosen("keys")} />}
      {step === "keys" && <Keys network={network} application={data} onDone={() => setChosen("sign")} />}
      {step === "sign" && (
        <SignIn network={network} account={account} isReady={isReady} onKeys={() => setChosen("keys")} />
      )}
    </>
  );
}

function Make({ network, onDone }: { readonly network: NetworkFacts; readonly onDone: () => void }) {
  return (
    <section className="card">
      <h2>{words.steps.make}</h2>
      <p>{words.makeMore(network.name)}</p>
      <Steps network={network} />
      <div className="row end">
        <Button kind="primary" onPress={onDone}>
          {words.haveKeys}
        </Button>
      </div>
    </section>
  );
}
