// Whether the secret key is kept somewhere else: asked until somebody confirms it.
import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { Command } from "../parts/Command.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Time } from "../parts/Time.tsx";
import { backupWords as words } from "../words/backups.ts";
import { quote } from "./shell.ts";
import type { BackupActs, BackupFacts } from "./backups.ts";

interface Props {
  readonly secret: BackupFacts["key"];
  readonly acts: BackupActs;
}

export function SecretKey({ secret: { fingerprint, file, kept }, acts }: Props) {
  const [isAsking, setAsking] = useState(false);
  if (fingerprint === null) return null;
  return (
    <div className={`secret-key ${kept === null ? "open" : ""}`}>
      <h3>{kept === null ? words.keyQuestion : words.key}</h3>
      <p className="small">
        {words.fingerprint} <code>{fingerprint}</code>
      </p>
      {kept ? (
        <p>
          <span className="state posted" aria-hidden="true">
            ✓
          </span>{" "}
          {words.keyKept(kept.by)}, <Time at={kept.at} />
        </p>
      ) : (
        <>
          <p>{words.keyMore}</p>
          <div className="row">
            <Button isPending={acts.isBusy} onPress={() => void acts.keepKey(fingerprint)}>
              {words.keyYes}
            </Button>
            <Button kind="quiet" onPress={() => setAsking(true)}>
              {words.keyHow}
            </Button>
          </div>
        </>
      )}
      <Dialog title={words.keyHowTitle} isOpen={isAsking} onClose={() => setAsking(false)}>
        <div className="form">
          <p>{file === null ? words.keySetting : words.keyHowMore}</p>
          {file !== null && <Command text={`cat ${quote(file)}`} />}
          <div className="row end">
            <a href="/docs/backup#the-key">{words.key}</a>
            <Button onPress={() => setAsking(false)} autoFocus>
              {words.close}
            </Button>
          </div>
        </div>
      </Dialog>
    </div>
  );
}
