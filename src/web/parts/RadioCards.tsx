// One of a few ways, each with a sentence about it.
import { Label, Radio, RadioGroup } from "react-aria-components";
import "./RadioCards.css";

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string; readonly about: string }[];
  readonly onChange: (value: Value) => void;
}

export function RadioCards<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <RadioGroup
      className="radio-cards"
      value={value}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen);
        if (option) onChange(option.value);
      }}
    >
      <Label>{label}</Label>
      {options.map(({ value: each, name, about }) => (
        <Radio key={each} value={each} className="radio-card">
          <span className="radio-card-name">{name}</span>
          <span className="small">{about}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
