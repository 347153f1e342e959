// The webhooks of the profile: where events are sent, how that goes, and how a receiver verifies them.
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Plus } from "lucide-react";
import { useState } from "react";
import { useKeys } from "../keys.tsx";
import { Button } from "../parts/Button.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { useProfile } from "../profile.tsx";
import { webhookWords as words } from "../words/webhooks.ts";
import { HookCard } from "./HookCard.tsx";
import { HookForm } from "./HookForm.tsx";
import { webhooksQuery } from "./queries.ts";
import { Secret } from "./Secret.tsx";
import { Verify } from "./Verify.tsx";
import "./Webhooks.css";

export function Webhooks() {
  const { id } = useProfile();
  const { data, error, refetch } = useQuery(webhooksQuery(id));
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  useKeys([{ key: "n", does: words.keys.create, run: () => setCreating(true) }]);
  const isEmpty = data?.webhooks.length === 0;
  return (
    <>
      <div className="hooks-head">
        <div className="hooks-title">
          <h1>{words.title}</h1>
          <p className="small">
            {words.about} <a href="/docs/webhooks">{words.guide}</a>
          </p>
        </div>
        {data && !isEmpty && (
          <Button onPress={() => setCreating(true)}>
            <Plus size={16} aria-hidden="true" /> {words.create}
          </Button>
        )}
      </div>
      {error && !data && <ErrorBox error={error} retry={refetch} />}
      {!data && !error && <Skeleton rows={3} />}
      {isEmpty && (
        <Empty title={words.none}>
          <p>{words.noneMore}</p>
          <Flow />
          <Button kind="primary" onPress={() => setCreating(true)}>
            {words.create}
          </Button>
        </Empty>
      )}
      {data?.webhooks.map((hook) => (
        <HookCard key={hook.id} hook={hook} types={data.types} onSecret={setSecret} />
      ))}
      {data && !isEmpty && <Verify />}
      {data && isCreating && (
        <HookForm types={data.types} hook={null} onClose={() => setCreating(false)} onSecret={setSecret} />
      )}
      <Secret secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

/** What happens, as a picture. */
function Flow() {
  return (
    <ol className="hook-flow">
      {words.flow.map((step, n) => (
        <li key={step}>
          {n > 0 && <ArrowRight size={18} aria-hidden="true" />}
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
