// On phones: the screens that have no place of their own in the bar.
import { Ellipsis } from "lucide-react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { shellWords as words } from "../words/shell.ts";
import "./More.css";

interface Props {
  readonly screens: readonly { readonly name: string; readonly href: string }[];
  /** One of them is shown. */
  readonly isHere: boolean;
}

export function More({ screens, isHere }: Props) {
  return (
    <MenuTrigger>
      <Button className={`more-button ${isHere ? "here" : ""}`}>
        <Ellipsis size={18} aria-hidden="true" />
        <span>{words.more}</span>
      </Button>
      <Popover className="menu-popover">
        <Menu className="menu" aria-label={words.more}>
          {screens.map(({ name, href }) => (
            <MenuItem key={href} id={href} href={href} textValue={name} className="menu-item">
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
