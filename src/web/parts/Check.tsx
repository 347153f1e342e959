// A box to tick, with its words.
import type { ReactNode } from "react";
import { Checkbox } from "react-aria-components";
import "./Check.css";

type Props = { readonly children: ReactNode } & (
  | { /** As one of a CheckboxGroup. */ readonly value: string }
  | { readonly isSelected: boolean; readonly onChange: (isSelected: boolean) => void }
);

export const Check = ({ children, ...props }: Props) => (
  <Checkbox {...props} className="check-item">
    <span className="check-item-box" aria-hidden="true" />
    <span dir="auto">{children}</span>
  </Checkbox>
);
