// Moving through the rows of a screen by keyboard: the focus is what is selected.

/** Marks what `moveRow` goes to: the link or button that stands for a row. */
export const ROW = { "data-row": "" } as const;

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("main [data-row]")];

/** The row in which the focus is; null outside of all. */
export function currentRow(): HTMLElement | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-of-row]");
  return row?.querySelector<HTMLElement>("[data-row]") ?? null;
}

/** Focuses the next row, or the first; with -1 the one before. */
export function moveRow(by: 1 | -1): void {
  const all = rows();
  const current = currentRow();
  const place = current === null ? (by === 1 ? 0 : all.length - 1) : all.indexOf(current) + by;
  const next = all[Math.max(0, Math.min(place, all.length - 1))];
  next?.focus();
  next?.closest("[data-of-row]")?.scrollIntoView({ block: "nearest" });
}
