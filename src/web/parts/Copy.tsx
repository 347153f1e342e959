// A short text with a button that copies it.
import { useState } from "react";
import { regionWords as words } from "../words/region.ts";
import { Button } from "./Button.tsx";

interface Props {
  readonly text: string;
  /** What the button says in place of "Copy"; then the text is not shown. */
  readonly children?: string;
  readonly onCopy?: () => void;
  readonly kind?: "primary" | "plain" | "quiet";
}

export function Copy({ text, children, onCopy, kind = "quiet" }: Props) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    onCopy?.();
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <>
      {children === undefined && <code>{text}</code>}
      <Button
        kind={kind}
        {...(kind === "quiet" && { size: "small" })}
        onPress={() => void copy()}
        aria-label={children?.startsWith(words.copy) ? children : `${words.copy} ${children ?? text}`}
      >
        {isCopied ? words.copied : (children ?? words.copy)}
      </Button>
    </>
  );
}
