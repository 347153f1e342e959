// Beside the file: its alt text, name, facts and posts, and what can be done with it.
import { Crop, Trash2 } from "lucide-react";
import { useState, type FormEvent, type RefObject } from "react";
import { call, v1 } from "../api.ts";
import type { LibraryMedia } from "./queries.ts";
import { useMay, useMayChangeFile } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { External } from "../parts/External.tsx";
import { Field } from "../parts/Field.tsx";
import { ErrorBox } from "../parts/Region.tsx";
import { Time } from "../parts/Time.tsx";
import { useProfile } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import { AltText } from "./AltText.tsx";
import type { AskedShape } from "./crop/geometry.ts";
import { canCrop, factsOf } from "./facts.ts";
import { useChange } from "./useChange.ts";
import { UsesOf } from "./Uses.tsx";
import { WhereItFits } from "./WhereItFits.tsx";

interface Props {
  readonly file: LibraryMedia;
  readonly alt: RefObject<HTMLTextAreaElement | null>;
  readonly startsWithAlt: boolean;
  /** @param asked a shape to begin with; null for any */
  readonly onCrop: (asked: AskedShape | null) => void;
  readonly onDelete: () => void;
  readonly onShow: (id: string) => void;
}

export function FilePanel({ file, alt, startsWithAlt, onCrop, onDelete, onShow }: Props) {
  const mayCrop = useMay()("draft") && canCrop(file);
  const mayChange = useMayChangeFile();
  return (
    <div className="file-panel">
      {mayChange(file, "describe") ? (
        <>
          <AltText file={file} field={alt} autoFocus={startsWithAlt} />
          <Name file={file} />
        </>
      ) : (
        <section>
          <h3>{words.altText}</h3>
          <p dir="auto">{file.altText ?? words.notDescribed}</p>
        </section>
      )}
      <div className="row">
        {mayCrop && (
          <Button onPress={() => onCrop(null)}>
            <Crop size={16} aria-hidden="true" />
            {words.crop}
          </Button>
        )}
        {mayChange(file, "delete") && (
          <Button kind="danger" onPress={onDelete}>
            <Trash2 size={16} aria-hidden="true" />
            {words.delete}
          </Button>
        )}
      </div>
      <section>
        <h3>{words.fitsTitle}</h3>
        <WhereItFits file={file} onCrop={mayCrop ? onCrop : null} />
      </section>
      <section>
        <h3>{words.uses}</h3>
        <UsesOf mediaId={file.id} />
      </section>
      <Facts file={file} onShow={onShow} />
    </div>
  );
}

function Facts({ file, onShow }: Pick<Props, "file" | "onShow">) {
  const { parentId, url, createdAt, createdBy } = file;
  return (
    <section>
      <h3>{words.facts}</h3>
      <dl className="file-facts">
        {factsOf(file).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
        <div>
          <dt>{words.fact.added}</dt>
          <dd>
            <Time at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>{words.fact.by}</dt>
          <dd dir="auto">{createdBy.name ?? words.fact.makers[createdBy.kind]}</dd>
        </div>
        {parentId !== null && (
          <div>
            <dt>{words.fact.from}</dt>
            <dd>
              <Button kind="quiet" size="small" onPress={() => onShow(parentId)}>
                {words.fact.original}
              </Button>
            </dd>
          </div>
        )}
      </dl>
      {url !== null && (
        <p className="small">
          <External href={url}>{words.download}</External>
        </p>
      )}
    </section>
  );
}

function Name({ file: { id, filename } }: Pick<Props, "file">) {
  const { id: profileId } = useProfile();
  const { change, isBusy, error } = useChange();
  const [name, setName] = useState<string | null>(null);
  const shown = name ?? filename;
  const isChanged = shown.trim() !== "" && shown.trim() !== filename;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged) return;
    const isDone = await change(
      () => call(() => v1(profileId).media({ id }).patch({ filename: shown.trim() })),
      words.renamed,
    );
    if (isDone) setName(null);
  };
  return (
    <form className="file-name-form" onSubmit={(event) => void save(event)}>
      <Field label={words.name} name="filename" value={shown} onChange={setName} maxLength={MOST_LETTERS} />
      {isChanged && (
        <Button type="submit" isPending={isBusy}>
          {words.saveName}
        </Button>
      )}
      {error !== null && <ErrorBox error={error} />}
    </form>
  );
}

const MOST_LETTERS = 1000;
