// The labels of a post as small signs: a name, and a dot of its colour.
import { useLabels, type Label } from "../labels.ts";
import { targetsWords as words } from "../words/targets.ts";
import "./Labels.css";

interface Props {
  /** Of those that the post has; one that was deleted since is left out. */
  readonly ids: readonly string[];
  /** Their names are seen elsewhere: only the dots are shown. */
  readonly areDots?: boolean;
}

export function Labels({ ids, areDots = false }: Props) {
  const shown = useLabels().filter(({ id }) => ids.includes(id));
  if (shown.length === 0) return null;
  return (
    <ul className={`labels ${areDots ? "only-dots" : ""}`} aria-label={words.labels}>
      {shown.map(({ id, name, colour }) => (
        <li key={id} className="label" title={areDots ? name : undefined}>
          <Dot colour={colour} />
          <span dir="auto" className={areDots ? "hidden" : ""}>
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Dot({ colour }: { readonly colour: Label["colour"] }) {
  return <span className={`dot ${colour}`} aria-hidden="true" />;
}
