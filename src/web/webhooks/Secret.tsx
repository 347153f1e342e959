// Shows a secret, once.
import { Button } from "../parts/Button.tsx";
import { Copy } from "../parts/Copy.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { webhookWords as words } from "../words/webhooks.ts";

interface Props {
  /** Null: none is shown. */
  readonly secret: string | null;
  readonly onClose: () => void;
}

/** It stays until the person says so: a click beside it must not lose the secret. */
export function Secret({ secret, onClose }: Props) {
  return (
    <Dialog title={words.secretTitle} isOpen={secret !== null}>
      <p>{words.secretMore}</p>
      <div className="hook-secret">
        <Copy text={secret ?? ""} />
      </div>
      <div className="row end">
        <Button kind="primary" onPress={onClose}>
          {words.secretDone}
        </Button>
      </div>
    </Dialog>
  );
}
