// A field for words that narrow a list, which follows the typing.
import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { Input, SearchField } from "react-aria-components";
import { regionWords as words } from "../words/region.ts";
import { Button } from "./Button.tsx";
import "./SearchWords.css";

/** The list follows the typing once it rests. */
const REST_MS = 250;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly onChange: (text: string) => void;
  readonly search: RefObject<HTMLInputElement | null>;
}

export function SearchWords({ label, value, maxLength, onChange, search }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  // Cleared elsewhere, or the address was changed.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const send = useEffectEvent(onChange);
  useEffect(() => {
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = text;
      send(text);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      className="search-words"
      aria-label={label}
      value={text}
      onChange={setText}
      maxLength={maxLength}
    >
      <Search size={16} aria-hidden="true" />
      <Input ref={search} placeholder={label} dir="auto" />
      <Button kind="quiet" size="small" aria-label={words.clearSearch}>
        ✕
      </Button>
    </SearchField>
  );
}
