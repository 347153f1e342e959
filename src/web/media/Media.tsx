// The media library: found, described, cropped, uploaded and deleted.
import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef } from "react";
import { bytes } from "../bytes.ts";
import { useKeys } from "../keys.tsx";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { useKeptRow } from "../parts/useKeptRow.ts";
import { useProfile } from "../profile.tsx";
import { useLibraryUploads } from "../uploads/library-uploads.ts";
import { mediaWords as words } from "../words/media.ts";
import { CLEARED, isNarrowed, useFilter } from "./filter.ts";
import { Filters } from "./Filters.tsx";
import { Files } from "./Files.tsx";
import { usageQuery, type UsageOfMedia } from "./queries.ts";
import { useDropFiles } from "./useDropFiles.ts";
import { FileInput } from "../uploads/FileInput.tsx";
import "./Media.css";

export function Media() {
  const [filter, change] = useFilter();
  const { data: usage } = useQuery(usageQuery(useProfile().id));
  const hasFiles = usage?.files !== 0;
  const { add } = useLibraryUploads();
  const may = useMay();
  const isDropping = useDropFiles(may("draft") ? add : () => {});
  const search = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  useKeptRow(screen);
  const choose = () => input.current?.click();
  useKeys([
    { key: "f", does: words.keys.search, run: () => search.current?.focus() },
    ...(may("draft") ? [{ key: "u", does: words.keys.upload, run: choose }] : []),
  ]);
  return (
    <div className="media" ref={screen}>
      <div className="media-head">
        <h1>{words.title}</h1>
        <div className="media-usage small number">{hasFiles && usage && <Usage usage={usage} />}</div>
        <FileInput label={words.chooseFiles} input={input} onFiles={add} />
        {may("draft") && (
          <Button kind="primary" onPress={choose}>
            <Upload size={16} aria-hidden="true" />
            {words.upload}
          </Button>
        )}
      </div>
      {(hasFiles || isNarrowed(filter)) && <Filters filter={filter} change={change} search={search} />}
      <Files key={JSON.stringify(filter)} filter={filter} onClear={() => change(CLEARED)} onUpload={choose} />
      {isDropping && may("draft") && (
        <div className="media-drop" aria-hidden="true">
          <p>
            <b>{words.dropHere}</b>
            <span>{words.dropMore}</span>
          </p>
        </div>
      )}
    </div>
  );
}

const NEARLY_FULL = 0.9;

/** How much space the files take, of what they could. */
function Usage({ usage: { files, bytes: size, diskFreeBytes } }: { readonly usage: UsageOfMedia }) {
  const part = size / Math.max(1, size + diskFreeBytes);
  const text = words.usageOf(bytes(size), bytes(size + diskFreeBytes));
  return (
    <>
      <p>
        {words.usage(files, bytes(size))} <span>· {words.free(bytes(diskFreeBytes))}</span>
      </p>
      <div
        role="meter"
        aria-label={words.space}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(part * 100)}
        aria-valuetext={text}
        title={text}
        className={`usage-bar ${part > NEARLY_FULL ? "nearly-full" : ""}`}
      >
        <span style={{ width: `${part * 100}%` }} />
      </div>
    </>
  );
}
