// One file: large, with what is known about it, what it shows in words, and which posts use it.
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { isProblem } from "../api.ts";
import { mediaQuery, type LibraryMedia } from "./queries.ts";
import { Button } from "../parts/Button.tsx";
import { Dialog } from "../parts/Dialog.tsx";
import { Empty, ErrorBox, Skeleton } from "../parts/Region.tsx";
import { useMay } from "../may.ts";
import { useProfile } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import type { AskedShape } from "./crop/geometry.ts";
import { canCrop } from "./facts.ts";
import { FilePanel } from "./FilePanel.tsx";
import { FileView } from "./FileView.tsx";
import "./FileSheet.css";

const Crop = lazy(() => import("./crop/Crop.tsx").then(({ Crop: cropper }) => ({ default: cropper })));

interface Props {
  readonly id: string;
  /** In the order in which one goes through them. */
  readonly files: readonly LibraryMedia[];
  /** Where it begins; null with a look at the file. */
  readonly begin: "alt" | "crop" | null;
  readonly onShow: (id: string) => void;
  readonly onDelete: (file: LibraryMedia) => void;
  readonly onClose: () => void;
}

export function FileSheet(props: Props) {
  const { id, files, onClose } = props;
  const { data, error, refetch } = useQuery(mediaQuery(useProfile().id, id));
  const file = data ?? files.find((each) => each.id === id);
  const isGone = isProblem(error, "not_found");
  if (file === undefined || isGone)
    return (
      <Dialog title={isGone ? words.gone : words.title} isOpen onClose={onClose}>
        {isGone ? (
          <Empty title={words.gone}>
            <p>{words.goneMore}</p>
          </Empty>
        ) : error ? (
          <ErrorBox error={error} retry={refetch} />
        ) : (
          <Skeleton rows={3} />
        )}
        <div className="row end">
          <Button onPress={onClose}>{words.close}</Button>
        </div>
      </Dialog>
    );
  return <Sheet {...props} file={file} />;
}

/** The file that is cropped, and the shape that is asked for. */
interface Cropping {
  readonly id: string;
  readonly asked: AskedShape | null;
}

function Sheet({ file, files, begin, onShow, onDelete, onClose }: Props & { readonly file: LibraryMedia }) {
  const [cropping, setCropping] = useState<Cropping | null>(
    begin === "crop" ? { id: file.id, asked: null } : null,
  );
  const alt = useRef<HTMLTextAreaElement>(null);
  const place = files.findIndex(({ id }) => id === file.id);
  const mayCrop = useMay()("draft") && canCrop(file);
  const isCropping = cropping?.id === file.id && mayCrop;
  const crop = (asked: AskedShape | null) => setCropping({ id: file.id, asked });
  const sheet = useFocusInside(`${file.id} ${isCropping}`);
  const step = (by: 1 | -1) => {
    const next = place === -1 ? undefined : files[place + by];
    if (next) onShow(next.id);
  };
  const acts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    a: () => alt.current?.focus(),
    c: () => crop(null),
  };
  const hear = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isTaken = target instanceof Element && target.closest("input, textarea, video, .crop") !== null;
    if (isCropping && key === "Escape") {
      // One level out: back to the file.
      event.stopPropagation();
      setCropping(null);
      return;
    }
    if (isTaken || isCropping || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = acts[key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  return (
    <Dialog
      title={isCropping ? words.cropTitle(file.filename) : file.filename}
      kind="wide"
      isOpen
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="file-sheet" ref={sheet} tabIndex={-1} onKeyDown={hear}>
        <div className="file-sheet-nav row">
          {!isCropping && place !== -1 && files.length > 1 && (
            <Steps {...{ place, count: files.length, step }} />
          )}
          <Button kind="quiet" aria-label={words.close} onPress={onClose}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
        {isCropping ? (
          <Suspense fallback={<Skeleton rows={4} />}>
            <Crop
              file={file}
              asked={cropping.asked}
              uses={[{ label: words.saveCrop, run: (made) => onShow(made.id) }]}
              onBack={() => setCropping(null)}
            />
          </Suspense>
        ) : (
          <div className="file-columns" key={file.id}>
            <FileView file={file} />
            <FilePanel
              file={file}
              alt={alt}
              startsWithAlt={begin === "alt"}
              onCrop={crop}
              onDelete={() => onDelete(file)}
              onShow={onShow}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The keyboard stays in the sheet, whatever it shows: its keys work, and Tab goes on from there. */
function useFocusInside(shown: string) {
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!sheet.current?.contains(document.activeElement)) sheet.current?.focus();
    // What had the focus may have gone with what was shown before.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [shown]);
  return sheet;
}

interface StepsProps {
  readonly place: number;
  readonly count: number;
  readonly step: (by: 1 | -1) => void;
}

function Steps({ place, count, step }: StepsProps) {
  return (
    <>
      <Button kind="quiet" aria-label={words.previous} isDisabled={place === 0} onPress={() => step(-1)}>
        <ChevronLeft size={18} aria-hidden="true" />
      </Button>
      <span className="small number" role="status">
        {words.place(place + 1, count)}
      </span>
      <Button kind="quiet" aria-label={words.next} isDisabled={place === count - 1} onPress={() => step(1)}>
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </>
  );
}
