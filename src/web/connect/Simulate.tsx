// A simulated account: people choose what happens to its posts.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { recordsQuery } from "../accounts/queries.ts";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { connectWords as words } from "../words/connect.ts";
import { Connected, type ConnectedAccount } from "./Connected.tsx";
import { AFTER_CONNECTING, type NetworkFacts } from "./queries.ts";
import "../parts/Radios.css";

interface Props {
  readonly network: NetworkFacts;
  readonly behaviours: readonly { readonly handle: string; readonly does: string }[];
}

export function Simulate({ network: { id: platform, name }, behaviours }: Props) {
  const { id } = useProfile();
  const queries = useQueryClient();
  const [behaviour, setBehaviour] = useState(behaviours[0]?.handle ?? "");
  const handle = useFreeHandle(platform, behaviour);
  const [connected, setConnected] = useState<readonly ConnectedAccount[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    setError(null);
    try {
      const body = { platform, simulated: true, handle };
      const answer = await call(() => admin().profiles({ id }).accounts.post(body));
      if ("accounts" in answer) setConnected(answer.accounts);
      for (const key of AFTER_CONNECTING) void queries.invalidateQueries({ queryKey: [key] });
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  if (connected) return <Connected accounts={connected} isAgain={false} />;
  return (
    <section className="card hatched-edge connect-simulated">
      <h2>{words.simulatedTitle(name)}</h2>
      <RadioGroup className="behaviours" value={behaviour} onChange={setBehaviour}>
        <Label>{words.simulatedMore}</Label>
        {behaviours.map((each) => (
          <Radio key={each.handle} value={each.handle} className="radio">
            {words.behaviour(each.does)}
          </Radio>
        ))}
      </RadioGroup>
      <p className="small">{words.simulatedName(handle)}</p>
      {error !== null && <ErrorBox error={error} />}
      <div className="row">
        <Button kind="primary" isPending={isBusy} onPress={() => void add()}>
          {words.add}
        </Button>
      </div>
    </section>
  );
}

/** Several of one behaviour are told apart by a number: `ok-2`. One that does not work any more takes its place again. */
function useFreeHandle(platform: string, behaviour: string): string {
  const { data } = useQuery(recordsQuery(useProfile().id));
  const taken = new Set(
    data?.accounts
      .filter((account) => account.platform === platform && account.simulated && account.status === "active")
      .map(({ handle }) => handle),
  );
  for (let n = 1; ; n++) {
    const handle = n === 1 ? behaviour : `${behaviour}-${n}`;
    if (!taken.has(handle)) return handle;
  }
}
