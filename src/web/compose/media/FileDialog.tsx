// One file of the post: what it shows in words, its place, and which accounts get it.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { CheckboxGroup, Label, Text, TextArea, TextField } from "react-aria-components";
import { call } from "../../api.ts";
import { Button } from "../../parts/Button.tsx";
import { Check } from "../../parts/Check.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { useNotice } from "../../parts/Notices.tsx";
import { ErrorBox } from "../../parts/Region.tsx";
import { noteMedia, type Media } from "../../media/queries.ts";
import { placeOf, useNameOf } from "../../post/places.ts";
import { useApi, useProfile } from "../../profile.tsx";
import type { Account } from "../../today/queries.ts";
import { composeWords as words } from "../../words/compose.ts";
import { mediaOf, type Dispatch, type Draft } from "../draft.ts";
import { moved } from "./order.ts";

interface Props {
  readonly file: Media;
  readonly media: readonly string[];
  readonly options: Draft["options"];
  readonly accounts: readonly Account[];
  readonly dispatch: Dispatch;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function FileDialog({ file, media, options, accounts, dispatch, onRemove, onClose }: Props) {
  const place = media.indexOf(file.id);
  const move = (by: 1 | -1) => dispatch({ type: "media", ids: moved(media, place, place + by) });
  return (
    <Dialog title={file.filename} isOpen onClose={onClose}>
      <Shown file={file} />
      <AltForm file={file} onDone={onClose} />
      {accounts.length > 1 && <GoesTo {...{ file, media, options, accounts, dispatch }} />}
      <div className="row file-acts">
        {media.length > 1 && (
          <>
            <Button size="small" isDisabled={place === 0} onPress={() => move(-1)}>
              {words.moveEarlier}
            </Button>
            <Button size="small" isDisabled={place === media.length - 1} onPress={() => move(1)}>
              {words.moveLater}
            </Button>
          </>
        )}
        <Button size="small" kind="danger" onPress={onRemove}>
          {words.takeOut}
        </Button>
      </div>
    </Dialog>
  );
}

function Shown({ file: { kind, url, thumbnailUrl, altText } }: Pick<Props, "file">) {
  if (kind === "video" && url !== null)
    return <video className="file-shown" src={url} controls muted preload="metadata" />;
  const source = url ?? thumbnailUrl;
  return source === null ? null : <img className="file-shown" src={source} alt={altText ?? ""} />;
}

const LONGEST = 1500;

function AltForm({ file, onDone }: Pick<Props, "file"> & { readonly onDone: () => void }) {
  const api = useApi();
  const { id: profileId } = useProfile();
  const queries = useQueryClient();
  const notice = useNotice();
  const [text, setText] = useState(file.altText ?? "");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const altText = text.trim() === "" ? null : text.trim();
      const { media } = await call(() => api.media({ id: file.id }).patch({ altText }));
      noteMedia(queries, profileId, media);
      // What networks are sent has changed with it.
      await queries.invalidateQueries({ queryKey: ["checkPost", profileId] });
      notice({ text: words.altSaved });
      onDone();
    } catch (fault) {
      setError(fault);
    }
    setBusy(false);
  };
  return (
    <form className="form" onSubmit={(event) => void save(event)}>
      <TextField className="field" value={text} onChange={setText} maxLength={LONGEST} autoFocus>
        <Label>{words.altText}</Label>
        <TextArea rows={3} className="text-area" dir="auto" />
        <Text slot="description" className="small">
          {words.altHint}
        </Text>
      </TextField>
      {error !== null && <ErrorBox error={error} />}
      <div className="row end">
        <Button kind="primary" type="submit" isPending={isBusy}>
          {words.altSave}
        </Button>
      </div>
    </form>
  );
}

type GoesToProps = Pick<Props, "file" | "media" | "options" | "accounts" | "dispatch">;

function GoesTo({ file: { id }, media, options, accounts, dispatch }: GoesToProps) {
  const nameOf = useNameOf();
  const chosenBy = (account: string) => mediaOf({ options }, account) ?? media;
  const change = (chosen: readonly string[]) => {
    for (const { id: accountId } of accounts) {
      const before = chosenBy(accountId);
      if (chosen.includes(accountId) === before.includes(id)) continue;
      // In the order of the post.
      const next = media.filter((each) => (each === id ? chosen.includes(accountId) : before.includes(each)));
      const value = next.length === media.length ? undefined : next;
      dispatch({ type: "option", accountId, name: "media", value });
    }
  };
  return (
    <CheckboxGroup
      className="goes-to"
      value={accounts.filter((account) => chosenBy(account.id).includes(id)).map((account) => account.id)}
      onChange={change}
    >
      <Label>{words.goesTo}</Label>
      {accounts.map((account) => (
        <Check key={account.id} value={account.id}>
          {placeOf(account, nameOf)}
        </Check>
      ))}
    </CheckboxGroup>
  );
}
