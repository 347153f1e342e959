// One setting: a choice, a switch, a number, or words.
import { useState, type ComponentProps } from "react";
import { composeWords as words } from "../../words/compose.ts";
import { at, choicesOf, type Around, type Choice, type OptionSchema } from "./schema.ts";

interface Props {
  readonly id: string;
  readonly option: OptionSchema;
  readonly around: Around;
  readonly value: unknown;
  readonly isRequired: boolean;
  /** It is required, and not chosen yet. */
  readonly isMissing: boolean;
  /** @param value undefined takes it back */
  readonly onChange: (value: unknown) => void;
}

export function OptionInput(props: Props) {
  const { id, option, around, value, isRequired, isMissing, onChange } = props;
  const { title, "x-widget": widget, "x-locked": locked, "x-preset": preset } = option;
  const isLocked = locked !== undefined && at(around.values, locked) === true;
  const common = {
    id,
    disabled: isLocked,
    "aria-describedby": `${id}-about`,
    "aria-required": isRequired,
    "aria-invalid": isMissing,
  };
  const about = <About id={id} text={aboutOf(option, isLocked)} />;
  if (widget === "rows") return null;
  if (widget === "choices") return <Choices {...props} />;
  if (widget === "switch") {
    const set = preset === undefined ? undefined : at(around.values, preset);
    const usual = set ?? option.default;
    const isBarred = isTrueBarred(option, around);
    return (
      <div className="field option-switch">
        <label htmlFor={id}>
          <input
            {...common}
            aria-required={undefined}
            disabled={isLocked || (isBarred && value !== true)}
            type="checkbox"
            checked={typeof value === "boolean" ? value : usual === true}
            onChange={({ target }) => onChange(target.checked)}
          />
          {title}
        </label>
        {about}
      </div>
    );
  }
  return (
    <div className={`field ${isMissing ? "missing" : ""}`}>
      <label htmlFor={id}>
        {title} {isRequired && <span className="small">{words.required}</span>}
      </label>
      <Input common={common} {...{ option, around, value, onChange, isRequired }} />
      {about}
    </div>
  );
}

function aboutOf(option: OptionSchema, isLocked: boolean): string {
  const { description = "", "x-widget": widget, "x-values": values } = option;
  if (isLocked) return words.locked;
  // Of choices that the account names, the description says where a program finds them.
  if (values !== undefined) return "";
  // Whatever unit the network has, people enter seconds.
  return widget === "videoTime" ? words.inSeconds : description;
}

/** Whether it can't be turned on together with what else is chosen. */
function isTrueBarred(option: OptionSchema, around: Around): boolean {
  const yes = { ...option, anyOf: [{ const: true }] };
  return choicesOf(yes, around)?.some(({ isBarred }) => isBarred) ?? false;
}

/** The descriptions are Markdown, of which only code is used. */
const About = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <p id={`${id}-about`} className="small">
    {text.replaceAll("`", "")}
  </p>
);

type Common = Pick<
  ComponentProps<"input">,
  "id" | "disabled" | "aria-describedby" | "aria-required" | "aria-invalid"
>;

interface InputProps extends Pick<Props, "option" | "around" | "value" | "isRequired" | "onChange"> {
  readonly common: Common;
}

function Input(props: InputProps) {
  const { common, option, around, value, isRequired, onChange } = props;
  const { type, minimum = 0, "x-widget": widget, "x-unit": unit } = option;
  const choices = choicesOf(option, around);
  if (widget === "yesNo") return <Select {...{ common, value, onChange, isRequired }} choices={YES_NO} />;
  if (widget === "mediaIndex")
    return <Select {...{ common, value, onChange, isRequired }} choices={filesFrom(minimum, around)} />;
  if (choices !== null && choices.length > 0)
    return <Select {...{ common, value, onChange, isRequired, choices }} />;
  if (widget === "videoTime")
    return <NumberInput {...{ common, option, value, onChange }} scale={unit === "ms" ? 1000 : 1} />;
  if (type === "integer" || type === "number")
    return <NumberInput {...{ common, option, value, onChange }} scale={1} />;
  if (type === "array") return <ListInput {...{ common, value, onChange }} />;
  return <TextInput {...{ common, option, value, onChange }} />;
}

const YES_NO: readonly Choice[] = [
  { value: true, name: words.yes, isBarred: false },
  { value: false, name: words.no, isBarred: false },
];

/** The files of the post, as the network numbers them. */
const filesFrom = (first: number, { kinds }: Around): readonly Choice[] =>
  kinds.map((_, n) => ({ value: first + n, name: words.fileNumber(n + 1), isBarred: false }));

interface SelectProps extends Pick<InputProps, "common" | "value" | "onChange" | "isRequired"> {
  readonly choices: readonly Choice[];
}

function Select({ common, value, onChange, isRequired, choices }: SelectProps) {
  const known = choices.findIndex((choice) => choice.value === value);
  return (
    <select
      {...common}
      value={known === -1 ? "" : String(known)}
      onChange={({ target }) =>
        onChange(target.value === "" ? undefined : choices[Number(target.value)]?.value)
      }
    >
      <option value="">{isRequired ? words.notChosen : words.usual}</option>
      {choices.map(({ name, value: each, isBarred }, n) => (
        <option key={String(each)} value={String(n)} disabled={isBarred}>
          {name}
        </option>
      ))}
    </select>
  );
}

type PlainProps = Pick<InputProps, "common" | "value" | "onChange">;

/** @param scale how many of the option's units are one that people enter */
function NumberInput({
  common,
  option,
  value,
  onChange,
  scale,
}: PlainProps & Pick<InputProps, "option"> & { readonly scale: number }) {
  const { minimum, maximum, type } = option;
  return (
    <input
      {...common}
      type="number"
      min={minimum === undefined ? undefined : minimum / scale}
      max={maximum === undefined ? undefined : maximum / scale}
      step={type === "integer" ? 1 / scale : "any"}
      value={typeof value === "number" ? value / scale : ""}
      onChange={({ target }) =>
        onChange(target.value === "" ? undefined : Math.round(target.valueAsNumber * scale))
      }
    />
  );
}

function TextInput({ common, option, value, onChange }: PlainProps & Pick<InputProps, "option">) {
  const text = typeof value === "string" ? value : "";
  const { "x-widget": widget } = option;
  const change = (typed: string) => onChange(typed === "" ? undefined : typed);
  return widget === "multiline" ? (
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
      type={widget === "url" ? "url" : "text"}
      dir="auto"
      value={text}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** Apart by commas. What is typed stays as it is typed. */
function ListInput({ common, value, onChange }: PlainProps) {
  const [text, setText] = useState(() => (Array.isArray(value) ? value.join(", ") : ""));
  const change = (typed: string) => {
    setText(typed);
    const whole = typed
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "");
    onChange(whole.length === 0 ? undefined : whole);
  };
  return (
    <input {...common} type="text" dir="auto" value={text} onChange={({ target }) => change(target.value)} />
  );
}

/** Several of its choices. */
function Choices({ id, option, around, value, onChange }: Props) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (each: unknown, isOn: boolean) => {
    const next = isOn ? [...chosen, each] : chosen.filter((other) => other !== each);
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>{option.title}</legend>
      {(choicesOf(option, around) ?? []).map(({ value: each, name, isBarred }) => (
        <div key={String(each)} className="option-switch">
          <label>
            <input
              type="checkbox"
              disabled={isBarred}
              checked={chosen.includes(each)}
              onChange={({ target }) => toggle(each, target.checked)}
            />
            {name}
          </label>
        </div>
      ))}
      <About id={id} text={option.description ?? ""} />
    </fieldset>
  );
}
