// A file that is dropped on a part of the page.
import { useState, type DragEvent } from "react";

interface FileDrop {
  /** For the element that takes the file. */
  readonly drop: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
  /** A file is held over it. */
  readonly isOver: boolean;
}

export function useFileDrop(take: (file: File) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    drop: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop(event) {
        const [file] = event.dataTransfer.files;
        setOver(false);
        if (!file) return;
        event.preventDefault();
        take(file);
      },
    },
  };
}
