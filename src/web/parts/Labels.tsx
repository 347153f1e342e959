// The labels of a post as small signs: a name, and a dot of its colour.
import { useLabels, type Label } from "../labels.ts";
import { targetsWords as words } from "../words/targets.ts";
import "./Labels.css";

/** @param ids of those that the post has; one that was deleted since is left out */
export function Labels({ ids }: { readonly ids: readonly string[] }) {
  const shown = useLabels().filter(({ id }) => ids.includes(id));
  if (shown.length === 0) return null;
  return (
    <ul className="labels" aria-label={words.labels}>
      {shown.map(({ id, name, colour }) => (
        <li key={id} className="label">
          <Dot colour={colour} />
          <span dir="auto">{name}</span>
        </li>
      ))}
    </ul>
  );
}

export function Dot({ colour }: { readonly colour: Label["colour"] }) {
  return <span className={`dot ${colour}`} aria-hidden="true" />;
}
