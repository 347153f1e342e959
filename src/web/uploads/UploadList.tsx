// Files on their way, each with how far it is, and what to do when the connection breaks.
import { Button } from "../parts/Button.tsx";
import { composeWords as words } from "../words/compose.ts";
import type { Upload } from "./uploader.ts";
import "./UploadList.css";

interface Props {
  readonly list: readonly Upload[];
  readonly resume: (key: string) => void;
  readonly forget: (key: string) => void;
}

export function UploadList({ list, resume, forget }: Props) {
  if (list.length === 0) return null;
  return (
    <ul className="upload-list">
      {list.map((upload) => (
        <li key={upload.key} className={`upload ${upload.state}`}>
          <Line upload={upload} />
          <span className="row">
            {upload.state === "broken" && (
              <Button size="small" onPress={() => resume(upload.key)}>
                {words.resume}
              </Button>
            )}
            <Button
              size="small"
              kind="quiet"
              aria-label={words.forgetUpload(upload.name)}
              onPress={() => forget(upload.key)}
            >
              ✕
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

const percentOf = ({ sent, size }: Upload): number => (size === 0 ? 0 : Math.floor((sent / size) * 100));

function Line({ upload }: { readonly upload: Upload }) {
  const { name, state, problem } = upload;
  const percent = percentOf(upload);
  if (state === "absent")
    return (
      <p dir="auto" className="small">
        {words.chooseAgain(name, percent)}
      </p>
    );
  if (state === "refused")
    return (
      <p dir="auto" className="problem" role="alert">
        <b>{name}.</b> {problem}
      </p>
    );
  return (
    // The keyboard comes here when a post can't go out because of it.
    <div className="upload-line" data-upload="" tabIndex={-1}>
      <span dir="auto" className="upload-name">
        {name}
      </span>
      <progress max={100} value={percent} aria-label={words.uploading(name, percent)} />
      <span className="small number">{noteOf(upload, percent)}</span>
    </div>
  );
}

function noteOf({ state }: Upload, percent: number): string {
  if (state === "waiting") return words.waitingToSend;
  if (state === "finishing") return words.finishing;
  if (state === "broken") return words.broken;
  return state === "resuming" ? words.resuming : `${percent} %`;
}
