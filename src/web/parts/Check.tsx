// A box to tick, with its words.
import type { ReactNode } from "react";
import { Checkbox } from "react-aria-components";
import "./Check.css";

/** One of a CheckboxGroup. */
export const Check = ({ value, children }: { readonly value: string; readonly children: ReactNode }) => (
  <Checkbox value={value} className="check-item">
    <span className="check-item-box" aria-hidden="true" />
    <span dir="auto">{children}</span>
  </Checkbox>
);
