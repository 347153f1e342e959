// What can be done with the list as a whole: its labels, posts from a file, and the posts as a file.
import { ChevronDown } from "lucide-react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Link } from "wouter";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { usePath } from "../profile.tsx";
import { postsWords as words } from "../words/posts.ts";
import type { Filter } from "./filter.ts";
import { useExport } from "./useExport.ts";

interface Props {
  readonly filter: Filter;
  readonly editLabels: () => void;
}

export function Tools({ filter, editLabels }: Props) {
  const path = usePath();
  const may = useMay();
  const { save, count } = useExport(filter);
  return (
    <div className="posts-tools">
      {may("publish") && (
        <Button kind="quiet" onPress={editLabels}>
          {words.labels}
        </Button>
      )}
      {may("draft") && (
        <Link className="button quiet" href={path("posts/import")}>
          {words.import}
        </Link>
      )}
      <MenuTrigger>
        <Button kind="quiet" isPending={count !== null}>
          <span aria-live="polite">{count === null ? words.export : words.exporting(count)}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
        <Popover className="menu-popover" placement="bottom end">
          <Menu
            className="menu"
            aria-label={words.export}
            onAction={(key) => save(key === "jsonl" ? "jsonl" : "csv")}
          >
            <MenuItem id="csv" textValue={words.csv} className="menu-item">
              <span>{words.csv}</span>
              <span className="small">{words.csvMore}</span>
            </MenuItem>
            <MenuItem id="jsonl" textValue={words.jsonl} className="menu-item">
              <span>{words.jsonl}</span>
              <span className="small">{words.jsonlMore}</span>
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}
