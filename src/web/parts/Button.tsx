// A button: one primary per screen, quiet ones for the rest.
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import "./Button.css";

interface Props extends Omit<ButtonProps, "className" | "style" | "isPending"> {
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly size?: "small";
  /** What it does is being done: it keeps the focus, and does nothing more until that has ended. */
  readonly isPending?: boolean;
}

export function Button({ kind = "plain", size, isPending = false, ...props }: Props) {
  const { onPress, type, ...rest } = props;
  return (
    <AriaButton
      {...rest}
      {...(isPending
        ? { "data-pending": true, "aria-disabled": true }
        : { ...(onPress && { onPress }), ...(type && { type }) })}
      className={`button ${kind} ${size ?? ""}`}
    />
  );
}
