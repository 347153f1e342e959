// For each simulated account of the profile: what happens to its next post, whatever its handle says.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { admin, call } from "../api.ts";
import { useMay } from "../may.ts";
import { useNetworkName } from "../networks.ts";
import { Choice } from "../parts/Choice.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { Tile } from "../parts/Tile.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { accountsQuery, type Account } from "../today/queries.ts";
import { problemText } from "../words/problem.ts";
import { simulatorWords as words } from "../words/simulator.ts";
import { simulatorQuery, type Behaviour, type SimulatorState } from "./queries.ts";

interface Props {
  readonly state: SimulatorState;
}

export function NextPosts({ state }: Props) {
  const { id, name } = useProfile();
  const path = usePath();
  const may = useMay();
  const { data } = useQuery(accountsQuery(id));
  const accounts = data?.accounts.filter(({ simulated, status }) => simulated && status === "active") ?? [];
  if (data === undefined || !may("manage")) return null;
  return (
    <section className="card">
      <h2>{words.next}</h2>
      {accounts.length === 0 ? (
        <p>
          {words.noAccounts(name)} <Link href={path("accounts/connect")}>{words.connect}</Link>
        </p>
      ) : (
        <>
          <p className="small">{words.nextMore}</p>
          <ul className="next-posts">
            {accounts.map((account) => (
              <NextPost key={account.id} account={account} state={state} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const USUAL = "usual";

function NextPost({ account: { platform, handle }, state }: Props & { readonly account: Account }) {
  const queries = useQueryClient();
  const notice = useNotice();
  const network = useNetworkName(platform);
  const planned = state.next.find((each) => each.platform === platform && each.handle === handle);
  const choose = async (value: Behaviour | typeof USUAL) => {
    try {
      const behaviour = value === USUAL ? null : value;
      const next = await call(() => admin().simulator.next.put({ platform, handle, behaviour }));
      queries.setQueryData(simulatorQuery.queryKey, next);
    } catch (fault) {
      notice({ text: problemText(fault), tone: "bad" });
    }
  };
  const options = state.behaviours.map(({ behaviour, does }) => ({
    value: behaviour,
    name: words.behaviour(does),
  }));
  return (
    <li>
      <Tile platform={platform} isSimulated isLabelled={false} />
      <span className="next-post-name">
        {network} <b dir="auto">@{handle}</b>
      </span>
      <Choice<Behaviour | typeof USUAL>
        label={words.nextOf(network, handle)}
        value={planned?.behaviour ?? USUAL}
        usual={USUAL}
        options={[{ value: USUAL, name: words.usual }, ...options]}
        onChange={(value) => void choose(value)}
      />
    </li>
  );
}
