// What lets people choose photos and videos: a button or a key opens it.
import type { RefObject } from "react";

interface Props {
  readonly label: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
}

/** What the dialog offers. The server decides by what a file contains. */
const ACCEPTED = "image/*,video/*";

export function FileInput({ label, input, onFiles }: Props) {
  return (
    <input
      type="file"
      multiple
      accept={ACCEPTED}
      className="hidden"
      tabIndex={-1}
      aria-label={label}
      ref={input}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        // The same file can be chosen again.
        target.value = "";
      }}
    />
  );
}
