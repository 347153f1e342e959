// How a receiver verifies messages, in several languages.
import { useState } from "react";
import { Choice } from "../parts/Choice.tsx";
import { Copy } from "../parts/Copy.tsx";
import { SNIPPETS } from "../words/webhook-snippets.ts";
import { webhookWords as words } from "../words/webhooks.ts";

export function Verify() {
  const [first] = SNIPPETS;
  const [language, setLanguage] = useState<string>(first.name);
  const { code } = SNIPPETS.find(({ name }) => name === language) ?? first;
  return (
    <details className="card hook-verify">
      <summary>
        <h2>{words.verify}</h2>
      </summary>
      <p>{words.verifyMore}</p>
      <div className="row">
        <Choice
          label={words.language}
          value={language}
          usual={language}
          options={SNIPPETS.map(({ name }) => ({ value: name as string, name }))}
          onChange={setLanguage}
        />
        <Copy text={code}>Copy</Copy>
      </div>
      <pre>{code}</pre>
      <p className="small">
        {words.verifyLibraries} <a href="/docs/webhooks#verify-the-signature">{words.guide}</a>
      </p>
    </details>
  );
}
