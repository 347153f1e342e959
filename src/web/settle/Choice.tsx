// A large card to choose, which opens what follows from the choice.
import type { ReactNode } from "react";
import { Button } from "react-aria-components";

interface Props {
  readonly title: string;
  readonly more: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

export function Choice({ title, more, isOpen, onOpen, children }: Props) {
  return (
    <div className={`choice ${isOpen ? "open" : ""}`}>
      <Button className="choice-head" aria-expanded={isOpen} onPress={onOpen}>
        <b>{title}</b>
        <span className="small">{more}</span>
      </Button>
      {children}
    </div>
  );
}
