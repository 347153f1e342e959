// The simulator: what simulated networks received, what went wrong there, and what happens to the next post.
import { useQuery } from "@tanstack/react-query";
import { External } from "../parts/External.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { Stale } from "../parts/Stale.tsx";
import { simulatorWords as words } from "../words/simulator.ts";
import { Column } from "./Column.tsx";
import { Forget } from "./Forget.tsx";
import { NextPosts } from "./NextPosts.tsx";
import { simulatorQuery, type Network, type SimulatorState } from "./queries.ts";
import "./Simulator.css";

export function Simulator() {
  const query = useQuery(simulatorQuery);
  const { data, error, refetch } = query;
  return (
    <>
      <h1>{words.title}</h1>
      <p className="simulator-about">
        {words.about} <a href="/simulator?plain">{words.plain}</a>
      </p>
      <Stale query={query} />
      {data === undefined && (error ? <ErrorBox error={error} retry={refetch} /> : <Skeleton rows={4} />)}
      {data !== undefined && (data.at === null ? <Inside state={data} /> : <Elsewhere at={data.at} />)}
    </>
  );
}

function Elsewhere({ at }: { readonly at: string }) {
  return (
    <Empty title={words.elsewhere}>
      <p>{words.elsewhereMore}</p>
      <External href={`${at}/simulator`}>{at}</External>
    </Empty>
  );
}

const isUsed = ({ posts, incidents }: Network) => posts.length + incidents.length > 0;

function Inside({ state }: { readonly state: SimulatorState }) {
  const used = state.networks.filter(isUsed);
  return (
    <>
      <NextPosts state={state} />
      {used.length === 0 ? (
        <Empty title={words.none}>
          <p>{words.noneMore}</p>
        </Empty>
      ) : (
        <>
          <div className="simulator-head">
            <h2>{words.held}</h2>
            <Forget />
          </div>
          <div className="simulator-columns">
            {used.map((network) => (
              <Column key={network.id} network={network} />
            ))}
          </div>
        </>
      )}
    </>
  );
}
