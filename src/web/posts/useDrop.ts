// A file that is dropped on the list is looked at on the screen for imports.
import type { DragEvent } from "react";
import { useLocation } from "wouter";
import { handOver } from "../import/dropped.ts";
import { usePath } from "../profile.tsx";

interface Drop {
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

export function useDrop(): Drop {
  const path = usePath();
  const [, navigate] = useLocation();
  return {
    onDragOver(event) {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    onDrop(event) {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      handOver(file);
      navigate(path("posts/import"));
    },
  };
}
