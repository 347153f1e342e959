// One setting: a choice, a switch, a number, or words.
import { useState } from "react";
import { composeWords as words } from "../../words/compose.ts";
import type { Choice, OptionField } from "./schema.ts";

interface Props {
  readonly id: string;
  readonly field: OptionField;
  readonly value: unknown;
  /** It is required, and not chosen yet. */
  readonly isMissing: boolean;
  /** @param value undefined takes it back */
  readonly onChange: (value: unknown) => void;
}

export function OptionInput(props: Props) {
  const { id, field, value, isMissing, onChange } = props;
  const { title, about, isRequired } = field;
  if (field.kind === "switch")
    return (
      <div className="field option-switch">
        <label htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            checked={typeof value === "boolean" ? value : field.usual}
            aria-describedby={`${id}-about`}
            onChange={({ target }) => onChange(target.checked)}
          />
          {title}
        </label>
        <About id={id} about={about} />
      </div>
    );
  return (
    <div className={`field ${isMissing ? "missing" : ""}`}>
      <label htmlFor={id}>
        {title} {isRequired && <span className="small">{words.required}</span>}
      </label>
      <Input {...props} />
      <About id={id} about={about} />
    </div>
  );
}

function About({ id, about }: { readonly id: string; readonly about: string | null }) {
  return (
    <p id={`${id}-about`} className="small">
      {about === null ? "" : plain(about)}
    </p>
  );
}

/** The descriptions are Markdown, of which only code is used. */
const plain = (text: string): string => text.replaceAll("`", "");

function Input({ id, field, value, isMissing, onChange }: Props) {
  const common = {
    id,
    "aria-describedby": `${id}-about`,
    "aria-required": field.isRequired,
    "aria-invalid": isMissing,
  };
  switch (field.kind) {
    case "choice":
      return <ChoiceInput common={common} field={field} value={value} onChange={onChange} />;
    case "number":
      return (
        <input
          {...common}
          type="number"
          min={field.min}
          max={field.max}
          value={typeof value === "number" ? value : ""}
          onChange={({ target }) => onChange(target.value === "" ? undefined : target.valueAsNumber)}
        />
      );
    case "text": {
      const text = typeof value === "string" ? value : "";
      const change = (next: string) => onChange(next === "" ? undefined : next);
      return field.isLong ? (
        <textarea
          {...common}
          rows={3}
          dir="auto"
          className="text-area"
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      ) : (
        <input
          {...common}
          type="text"
          dir="auto"
          value={text}
          onChange={({ target }) => change(target.value)}
        />
      );
    }
    case "list":
      return <ListInput common={common} value={value} onChange={onChange} />;
    case "switch":
      return null;
  }
}

interface PartProps extends Pick<Props, "value" | "onChange"> {
  readonly common: { readonly id: string; readonly "aria-describedby": string };
}

function ChoiceInput({
  common,
  field,
  value,
  onChange,
}: PartProps & { readonly field: Extract<OptionField, { kind: "choice" }> }) {
  const { choices, isRequired } = field;
  const known = choices.findIndex((choice) => choice.value === value);
  return (
    <select
      {...common}
      value={known === -1 ? "" : String(known)}
      onChange={({ target }) => onChange(valueOf(choices, target.value))}
    >
      <option value="">{isRequired ? words.notChosen : words.usual}</option>
      {choices.map(({ name, value: each }, n) => (
        <option key={String(each)} value={String(n)}>
          {name}
        </option>
      ))}
    </select>
  );
}

const valueOf = (choices: readonly Choice[], place: string): unknown =>
  place === "" ? undefined : choices[Number(place)]?.value;

/** Apart by commas. What is typed stays as it is typed, until the field is left. */
function ListInput({ common, value, onChange }: PartProps) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join(", ") : ""));
  return (
    <input
      {...common}
      type="text"
      dir="auto"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const list = target.value.split(",").map((each) => each.trim());
        const whole = list.filter((each) => each !== "");
        onChange(whole.length === 0 ? undefined : whole);
      }}
    />
  );
}
