// A key that was just made, shown this once, with code that uses it.
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { Choice } from "../parts/Choice.tsx";
import { Copy } from "../parts/Copy.tsx";
import { KEY_SNIPPETS, type SnippetFacts } from "../words/key-snippets.ts";
import { keyWords as words } from "../words/keys.ts";
import { NotCopied } from "./NotCopied.tsx";
import type { FreshKey, Key } from "./queries.ts";

interface Props {
  readonly fresh: FreshKey;
  readonly isCopied: boolean;
  /** Whether code of programs that use it is shown, too. */
  readonly hasCode: boolean;
  readonly onCopy: () => void;
  readonly onDone: () => void;
}

/** Of its heading, to which the keyboard goes. */
export const idOfShown = ({ id }: Key): string => `shown-${id}`;

export function ShownKey({ fresh: { key, record }, isCopied, hasCode, onCopy, onDone }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <section className="card key-shown" aria-label={words.shownTitle(record.name)}>
      <h2 id={idOfShown(record)} tabIndex={-1}>
        {words.shownTitle(record.name)}
      </h2>
      <p>{words.shownMore}</p>
      <pre className="key-text">{key}</pre>
      <div className="row">
        <Copy text={key} onCopy={onCopy} kind={isCopied ? "plain" : "primary"}>
          {words.copyKey}
        </Copy>
        {"share" in navigator && <Button onPress={() => void share(key, onCopy)}>{words.share}</Button>}
      </div>
      {hasCode && <Snippets of={record} text={key} onCopy={onCopy} />}
      <div className="row end">
        <Button
          kind={isCopied ? "primary" : "plain"}
          onPress={() => (isCopied ? onDone() : setLeaving(true))}
        >
          {words.done}
        </Button>
      </div>
      <NotCopied isOpen={isLeaving} onStay={() => setLeaving(false)} onLeave={onDone} />
    </section>
  );
}

/** With what the phone has for that. Whoever changes their mind has shared nothing. */
async function share(text: string, onShared: () => void): Promise<void> {
  await navigator.share({ text }).then(onShared, () => {});
}

interface SnippetsProps {
  readonly of: Key;
  readonly text: string;
  readonly onCopy: () => void;
}

function Snippets({ of, text, onCopy }: SnippetsProps) {
  const [language, setLanguage] = useState("curl");
  const schedule = scheduleFor(of);
  const snippet = KEY_SNIPPETS.find(({ name }) => name === language);
  const code = snippet?.code({ origin: location.origin, key: text, schedule }) ?? "";
  return (
    <div className="key-use">
      <div className="row">
        <Choice
          label={words.use}
          value={language}
          usual={language}
          options={KEY_SNIPPETS.map(({ name }) => ({ value: name, name }))}
          onChange={setLanguage}
        />
        <Copy text={code} onCopy={onCopy} kind="plain">
          {words.copySnippet}
        </Copy>
      </div>
      <pre>{code}</pre>
      <p className="small">{noteOn(of, schedule)}</p>
    </div>
  );
}

/** What an example may do without harm: whoever only tries it must not publish it to the world. */
function scheduleFor({ scopes, simulatedOnly }: Key): SnippetFacts["schedule"] {
  if (!scopes.includes("write")) return null;
  return simulatedOnly && scopes.includes("publish") ? "now" : "draft";
}

function noteOn({ scopes }: Key, schedule: SnippetFacts["schedule"]): string {
  if (schedule === null) return words.readNote;
  if (schedule === "now") return words.nowNote;
  return scopes.includes("publish") ? words.draftNote : words.onlyDraftNote;
}
