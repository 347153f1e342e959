// A button: one primary per screen, quiet ones for the rest.
import { Button as AriaButton, type ButtonProps } from "react-aria-components";
import "./Button.css";

interface Props extends Omit<ButtonProps, "className" | "style"> {
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly size?: "small";
}

export function Button({ kind = "plain", size, ...props }: Props) {
  return <AriaButton {...props} className={`button ${kind} ${size ?? ""}`} />;
}
