// Ends a key at once, after it was said what stops.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { admin, call } from "../api.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { keyWords as words } from "../words/keys.ts";
import { LastUse } from "./LastUse.tsx";
import type { Key } from "./queries.ts";

interface Props {
  readonly of: Key;
  readonly onClose: () => void;
}

export function RevokeKey({ of: key, onClose }: Props) {
  const queries = useQueryClient();
  const notice = useNotice();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const revoke = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await call(() => admin().keys({ id: key.id }).revoke.post());
      notice({ text: words.revoked(key.name) });
      onClose();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey: ["listKeys"] });
  };
  return (
    <Dialog title={words.revokeTitle(key.name)} isOpen onClose={onClose}>
      <p>{words.revokeMore}</p>
      <p>
        {key.lastUsedAt === null ? (
          words.revokeNever
        ) : (
          <>
            {words.revokeUsed} <LastUse of={key} />.
          </>
        )}
      </p>
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button onPress={onClose} autoFocus>
          {words.keep}
        </Button>
        <Button kind="danger" isPending={isBusy} onPress={() => void revoke()}>
          {words.revokeButton}
        </Button>
      </div>
    </Dialog>
  );
}
