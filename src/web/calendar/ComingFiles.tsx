// Files on their way to a day, with how far they are, and what was refused of them.
import { useZone } from "../profile.tsx";
import { clockTime } from "../time.ts";
import { useLibraryUploads } from "../uploads/library-uploads.ts";
import { UploadList } from "../uploads/UploadList.tsx";
import { calendarWords as words } from "../words/calendar.ts";
import { useDayFiles, type DayFiles } from "./day-files.ts";
import "./ComingFiles.css";

export function ComingFiles({ day }: { readonly day: string }) {
  const coming = useDayFiles().filter((files) => files.day === day);
  return coming.map((files) => <Coming key={files.key} files={files} />);
}

function Coming({ files: { at, uploads, state } }: { readonly files: DayFiles }) {
  const zone = useZone();
  const { list, resume, forget } = useLibraryUploads();
  const time = clockTime(at, zone);
  return (
    <section className="coming-files" aria-label={words.comingFiles(time)}>
      {state !== "over" && <time dateTime={at}>{time}</time>}
      <UploadList list={list.filter(({ key }) => uploads.includes(key))} {...{ resume, forget }} />
      {state === "making" && (
        <p className="small" role="status">
          {words.makingDraft}
        </p>
      )}
    </section>
  );
}
