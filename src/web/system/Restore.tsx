// How a backup is restored: the exact command, and what it holds back. Restoring is never done from here.
import { Button } from "../parts/Button.tsx";
import { Command } from "../parts/Command.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { backupWords as words } from "../words/backups.ts";
import type { Backup } from "./backups.ts";
import { quote } from "./shell.ts";

interface Props {
  readonly backup: Backup;
  readonly onClose: () => void;
}

export function Restore({ backup: { path }, onClose }: Props) {
  return (
    <Dialog title={words.restoreTitle} isOpen onClose={onClose}>
      <div className="form">
        <p>{words.restoreMore}</p>
        <Command text={`crier restore ${quote(path)} --force`} />
        <p className="small">{words.restoreForce}</p>
        <ul className="bullets">
          {words.restoreHeld.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <div className="row end">
          <a href="/docs/backup#restoring">{words.guide}</a>
          <Button onPress={onClose} autoFocus>
            {words.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
