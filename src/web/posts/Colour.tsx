// A button that shows the colour of a label, and a menu of the others, by name.
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import type { Label } from "../labels.ts";
import { Dot } from "../parts/Labels.tsx";
import { labelWords as words } from "../words/labels.ts";

type Name = Label["colour"];
const NAMES = Object.entries(words.colours) as readonly (readonly [Name, string])[];

interface Props {
  readonly value: Name;
  /** The label whose colour it is; a new one without. */
  readonly of?: string;
  readonly onChange: (colour: Name) => void;
}

export function Colour({ value, of, onChange }: Props) {
  const label =
    of === undefined ? words.newColour(words.colours[value]) : words.colourOf(of, words.colours[value]);
  return (
    <MenuTrigger>
      <Button className="button colour-button" aria-label={label}>
        <Dot colour={value} />
      </Button>
      <Popover className="menu-popover">
        <Menu
          className="menu"
          aria-label={words.colour}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[value]}
          onSelectionChange={(keys) => {
            const [key] = keys;
            const chosen = NAMES.find(([name]) => name === key);
            if (chosen) onChange(chosen[0]);
          }}
        >
          {NAMES.map(([name, word]) => (
            <MenuItem key={name} id={name} textValue={word} className="menu-item choice-item label-item">
              <Dot colour={name} />
              <span>{word}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
