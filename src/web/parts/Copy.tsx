// A short text with a button that copies it.
import { useState } from "react";
import { regionWords as words } from "../words/region.ts";
import { Button } from "./Button.tsx";

export function Copy({ text, children }: { readonly text: string; readonly children?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <>
      {children === undefined && <code>{text}</code>}
      <Button
        kind="quiet"
        size="small"
        onPress={() => void copy()}
        aria-label={`${words.copy} ${children ?? text}`}
      >
        {isCopied ? words.copied : (children ?? words.copy)}
      </Button>
    </>
  );
}
