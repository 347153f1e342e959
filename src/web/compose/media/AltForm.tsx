// What a file shows, in words that go with it to every post.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Label, Text, TextArea, TextField } from "react-aria-components";
import { call } from "../../api.ts";
import { Button } from "../../parts/Button.tsx";
import { useNotice } from "../../parts/Notices.tsx";
import { ErrorBox } from "../../parts/Region.tsx";
import { noteMedia, type Media } from "../../media/queries.ts";
import { useApi, useProfile } from "../../profile.tsx";
import { composeWords as words } from "../../words/compose.ts";

/** As the server allows, characters. */
export const LONGEST_ALT = 1500;

interface Props {
  readonly file: Media;
  readonly onDone: () => void;
}

export function AltForm({ file, onDone }: Props) {
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
      <TextField className="field" value={text} onChange={setText} maxLength={LONGEST_ALT} autoFocus>
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
