// A labelled text field with its hint and its problem.
import { useState, type HTMLInputAutoCompleteAttribute, type Ref } from "react";
import { FieldError, Input, Label, Text, TextField } from "react-aria-components";
import { Button } from "./Button.tsx";
import "./Field.css";

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "email" | "password" | "url" | "time";
  readonly hint?: string;
  /** What is wrong with the value; null when nothing is. It is shown until the value changes. */
  readonly problem?: string | null;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  readonly placeholder?: string;
  readonly list?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function Field({
  label,
  hint,
  problem = null,
  type = "text",
  inputRef,
  list,
  placeholder,
  ...props
}: Props) {
  const [isShown, setShown] = useState(false);
  const [refused, setRefused] = useState({ problem, value: props.value });
  if (refused.problem !== problem) setRefused({ problem, value: props.value });
  const shownProblem = refused.value === props.value ? problem : null;
  const isPassword = type === "password";
  return (
    <TextField
      {...props}
      type={isPassword && isShown ? "text" : type}
      isInvalid={shownProblem !== null}
      className="field"
    >
      <Label>{label}</Label>
      <div className="field-row">
        <Input
          ref={inputRef ?? null}
          spellCheck={false}
          {...(list !== undefined && { list })}
          {...(placeholder !== undefined && { placeholder })}
        />
        {isPassword && (
          <Button kind="quiet" size="small" onPress={() => setShown(!isShown)}>
            {isShown ? "Hide" : "Show"}
          </Button>
        )}
      </div>
      {hint !== undefined && shownProblem === null && (
        <Text slot="description" className="small">
          {hint}
        </Text>
      )}
      <FieldError className="problem">{shownProblem}</FieldError>
    </TextField>
  );
}
