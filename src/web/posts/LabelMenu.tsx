// A menu of the labels, which puts one on the selected posts, or takes it from them where all have it.
import { Menu, MenuItem, Popover } from "react-aria-components";
import { useLabels, type Label } from "../labels.ts";
import type { PostRow } from "../lists.ts";
import { Dot } from "../parts/Labels.tsx";
import { bulkWords as words } from "../words/bulk.ts";
import { acts } from "./bulk-acts.ts";
import type { BulkAct } from "./useBulk.ts";

interface Props {
  readonly posts: readonly PostRow[];
  readonly run: (act: BulkAct, posts?: readonly PostRow[]) => void;
  readonly edit: () => void;
}

const EDIT = "edit";

export function LabelMenu({ posts, run, edit }: Props) {
  const labels = useLabels();
  const choose = (id: string) => {
    const label = labels.find((each) => each.id === id);
    if (!label) return edit();
    const without = posts.filter((post) => !post.labels.includes(id));
    if (without.length === 0) run(acts.removeLabel(label), posts);
    else run(acts.addLabel(label), without);
  };
  return (
    <Popover className="menu-popover">
      <Menu className="menu" aria-label={words.labels} onAction={(key) => choose(String(key))}>
        {labels.map((label) => (
          <MenuItem key={label.id} id={label.id} textValue={label.name} className="menu-item label-item">
            <Dot colour={label.colour} />
            <span dir="auto">{label.name}</span>
            <span className="small">{words.has[havingOf(label, posts)]}</span>
          </MenuItem>
        ))}
        <MenuItem id={EDIT} textValue={words.editLabels} className="menu-item">
          {words.editLabels}
        </MenuItem>
      </Menu>
    </Popover>
  );
}

function havingOf({ id }: Label, posts: readonly PostRow[]): keyof typeof words.has {
  const count = posts.filter(({ labels }) => labels.includes(id)).length;
  if (count === 0) return "none";
  return count === posts.length ? "all" : "some";
}
