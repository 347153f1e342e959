// Marks the place where something that is dragged would land, and says beside the pointer what would become of it.

/** Where what is dragged would land. */
export interface Landing<Goal> {
  readonly goal: Goal;
  /** Marked while it would land there. */
  readonly element: HTMLElement;
  /** Into it, or between it and what is beside it. */
  readonly side: "into" | "before" | "after";
  /** What would become of it, beside the pointer. */
  readonly label: string;
}

export function openMarks<Goal>(root: HTMLElement) {
  const label = document.createElement("div");
  label.className = "drag-label";
  label.setAttribute("aria-hidden", "true");
  return {
    landing: null as Landing<Goal> | null,
    show(landing: Landing<Goal> | null, { clientX, clientY }: DragEvent) {
      if (landing === null) return this.clear();
      if (this.landing?.element !== landing.element) this.landing?.element.removeAttribute("data-landing");
      this.landing = landing;
      landing.element.setAttribute("data-landing", landing.side);
      label.textContent = landing.label;
      label.style.translate = `${clientX + 12}px ${clientY + 16}px`;
      if (!label.isConnected) root.append(label);
    },
    clear() {
      this.landing?.element.removeAttribute("data-landing");
      this.landing = null;
      label.remove();
    },
  };
}
