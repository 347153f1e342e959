// The steps at a network's own pages: what to do there, what to copy, and what people get wrong.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { External } from "../parts/External.tsx";
import { connectWords as words } from "../words/connect.ts";
import { publicAddressQuery, type NetworkFacts } from "./queries.ts";

type Step = NetworkFacts["steps"][number];

/** Each step can be ticked, and stays so in this browser until the person signs out. */
export function Steps({ network: { id, steps } }: { readonly network: NetworkFacts }) {
  const [done, setDone] = useState(() => doneAt(id));
  const toggle = (step: number) => {
    const next = done.includes(step) ? done.filter((each) => each !== step) : [...done, step];
    localStorage.setItem(keyOf(id), next.join(" "));
    setDone(next);
  };
  return (
    <ol className="walkthrough">
      {steps.map((step, n) => (
        <li key={step.title} className={done.includes(n) ? "done" : ""}>
          <label className="tick">
            <input
              type="checkbox"
              checked={done.includes(n)}
              onChange={() => toggle(n)}
              aria-label={words.done(step.title)}
            />
          </label>
          <StepText step={step} number={n + 1} />
        </li>
      ))}
    </ol>
  );
}

const keyOf = (network: string) => `crier.steps.${network}`;
const doneAt = (network: string): readonly number[] =>
  (localStorage.getItem(keyOf(network)) ?? "").split(" ").filter(Boolean).map(Number);

interface StepProps {
  readonly step: Step;
  /** From 1. */
  readonly number: number;
}

function StepText({ step: { title, text, copy, link }, number }: StepProps) {
  return (
    <div className="walkthrough-text">
      <h3>
        <span className="number" aria-hidden="true">
          {number}.
        </span>{" "}
        {title}
      </h3>
      <p>
        <Marked text={text} />
      </p>
      {copy.length > 0 && (
        <dl className="copies">
          {copy.map(({ label, value }) => (
            <CopyValue key={label} label={label} value={value} />
          ))}
        </dl>
      )}
      {link !== null && <External href={link}>{words.open(new URL(link).host)}</External>}
    </div>
  );
}

interface CopyProps {
  readonly label: string;
  readonly value: string;
}

/** A value to enter elsewhere, exactly as it stands. */
export function CopyValue({ label, value }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div className="copy-value">
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <Button size="small" onPress={() => void copy()} aria-label={words.copyOf(label)}>
          {isCopied ? words.copied : words.copy}
        </Button>
      </dd>
    </div>
  );
}

/** `*names*` of what is on other pages, and `**what to choose**`. */
function Marked({ text }: { readonly text: string }) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).map((part, n) => {
    if (part.startsWith("**")) return <b key={n}>{part.slice(2, -2)}</b>;
    return part.startsWith("*") ? <i key={n}>{part.slice(1, -1)}</i> : part;
  });
}

export function Mistakes({ network: { mistakes } }: { readonly network: NetworkFacts }) {
  return (
    <aside className="connect-mistakes" aria-labelledby="mistakes">
      <h2 id="mistakes">{words.mistakes}</h2>
      <ul>
        {mistakes.map((mistake) => (
          <li key={mistake}>
            <Marked text={mistake} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Said first: whatever is done at the network would be for nothing. */
export function AddressFault({ network: { address } }: { readonly network: NetworkFacts }) {
  // Whether the internet reaches this server, only a request through it shows.
  const { data } = useQuery({
    ...publicAddressQuery,
    enabled: address.needs === "public" && address.fault === null,
  });
  const fault = address.fault ?? data?.detail ?? null;
  if (fault === null) return null;
  return (
    <div className="connect-warning" role="note">
      <p>
        <b>{words.addressFault}</b>
      </p>
      <p>{fault}</p>
    </div>
  );
}
