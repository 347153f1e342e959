// Files on their way, at the edge of every screen.
import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import { UploadList } from "./UploadList.tsx";
import { isGoing, type Upload } from "./uploader.ts";
import { Button } from "../parts/Button.tsx";
import { useNotice } from "../parts/Notices.tsx";
import { usePath } from "../profile.tsx";
import { mediaWords as words } from "../words/media.ts";
import { useLibraryUploads, type LibraryUploads } from "./library-uploads.ts";
import { FileInput } from "./FileInput.tsx";
import "./UploadTray.css";

export function UploadTray() {
  const uploads = useTrayUploads();
  const [isOpen, setOpen] = useState(() => matchMedia("(min-width: 961px)").matches);
  useAddedNotice(uploads);
  if (uploads.list.length === 0) return null;
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <section className="upload-tray" aria-label={words.tray}>
      <button type="button" className="tray-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{headOf(uploads.list)}</span>
        <Chevron size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <div className="tray-body">
          <UploadList list={uploads.list} resume={uploads.resume} forget={uploads.forget} />
          {uploads.list.some(({ state }) => state === "absent") && <ChooseAgain add={uploads.add} />}
        </div>
      )}
    </section>
  );
}

/** The calendar shows on its days what goes there. */
function useTrayUploads(): LibraryUploads {
  const uploads = useLibraryUploads();
  const path = usePath();
  const [address] = useLocation();
  if (!address.startsWith(path("calendar"))) return uploads;
  return { ...uploads, list: uploads.list.filter(({ key }) => !uploads.elsewhere.has(key)) };
}

/** Such as: 2 files going up, 63 %. */
function headOf(list: readonly Upload[]): string {
  const going = list.filter(isGoing);
  if (going.length === 0) return words.stopped(list.length);
  const sum = (of: "sent" | "size") => going.reduce((all, upload) => all + upload[of], 0);
  const size = sum("size");
  return words.going(going.length, size === 0 ? 0 : Math.floor((sum("sent") / size) * 100));
}

function ChooseAgain({ add }: Pick<LibraryUploads, "add">) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="row">
      <FileInput label={words.chooseAgain} input={input} onFiles={add} />
      <Button size="small" onPress={() => input.current?.click()}>
        {words.chooseAgain}
      </Button>
    </div>
  );
}

/** Says once how many files have arrived: when nothing more is on its way. */
function useAddedNotice({ list, added, noteAdded }: LibraryUploads): void {
  const notice = useNotice();
  const path = usePath();
  const [address, navigate] = useLocation();
  const isBusy = list.some(isGoing);
  const tell = useEffectEvent(() => {
    const isThere = address.startsWith(path("media"));
    const action = { label: words.show, run: () => navigate(path("media")) };
    notice({ text: words.added(added), ...(!isThere && { action }) });
    noteAdded();
  });
  const isDone = added > 0 && !isBusy;
  useEffect(() => {
    if (isDone) tell();
  }, [isDone]);
}
