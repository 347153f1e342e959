// A button that shows what is chosen, and a menu to choose something else.
import { ChevronDown } from "lucide-react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import "./Choice.css";

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string; readonly note?: string }[];
  /** The value that narrows nothing: another one is marked. */
  readonly usual: Value;
  /** Shown for a value that is not among the options; the value itself without. */
  readonly unknown?: string;
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>({
  label,
  value,
  options,
  usual,
  unknown,
  onChange,
}: Props<Value>) {
  const chosen = options.find((option) => option.value === value)?.name ?? unknown ?? value;
  return (
    <MenuTrigger>
      <AriaButton
        className={`button choice-button ${value === usual ? "" : "chosen"}`}
        aria-label={`${label}: ${chosen}`}
      >
        <span className="choice-label">{label}</span> <b dir="auto">{chosen}</b>
        <ChevronDown size={14} aria-hidden="true" />
      </AriaButton>
      <Popover className="menu-popover">
        <Menu
          className="menu"
          aria-label={label}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[keyOf(value)]}
          onSelectionChange={(keys) => {
            const [key] = keys;
            const option = options.find((each) => keyOf(each.value) === key);
            if (option) onChange(option.value);
          }}
        >
          {options.map((option) => (
            <MenuItem
              key={option.value}
              id={keyOf(option.value)}
              textValue={option.name}
              className="menu-item choice-item"
            >
              <span>{option.name}</span>
              {option.note !== undefined && <span className="small">{option.note}</span>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** An item of a menu can't have an empty id. */
const keyOf = (value: string): string => `option ${value}`;
