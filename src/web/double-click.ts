// Keeps the second click of a double-click from what came under the pointer with the first one.

/** A press this soon after another, in ms, is the second of a double-click: Windows' own limit. */
const SOON_MS = 500;
/** And this near, in pixels. Windows allows 4, which is too few for fingers. */
const NEAR = 10;
/** What lies over the page: dialogs, menus and messages. */
const LAYERS = ".scrim, .menu-popover, .notices";

interface Press {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** The page itself is null. */
  readonly layer: Element | null;
}

/**
 * A dialog's button that closes it would let the second click through to the page, where it opens or deletes something;
 * one that opens a dialog would have the second click answer it. So a double-click stays in the layer where it began.
 */
export function keepDoubleClicks(): void {
  let last: Press | null = null;
  let isStray = false;
  const hear = (event: MouseEvent) => {
    if (event.type === "pointerdown") {
      const press = pressOf(event);
      const first = last !== null && event.button === 0 && isDouble(last, press) ? last : press;
      isStray = first.layer !== press.layer;
      // A third click belongs to the first, too.
      last = { ...press, layer: first.layer };
    }
    // A click made with the keyboard has a count of 0 and is never the second of a double-click.
    if (!isStray || (event.type === "click" && event.detail === 0)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const early = { capture: true };
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const)
    window.addEventListener(type, hear, early);
  // Whoever presses a key or points elsewhere in between does not double-click.
  window.addEventListener("keydown", () => (last = null), early);
  const leave = (event: PointerEvent) => {
    if (last !== null && !isNear(last, pressOf(event))) last = null;
  };
  window.addEventListener("pointermove", leave, early);
}

function pressOf({ timeStamp, clientX, clientY, target }: MouseEvent): Press {
  const layer = target instanceof Element ? target.closest(LAYERS) : null;
  return { at: timeStamp, x: clientX, y: clientY, layer };
}

const isDouble = (first: Press, second: Press) => second.at - first.at < SOON_MS && isNear(first, second);
const isNear = (one: Press, other: Press) => Math.hypot(other.x - one.x, other.y - one.y) < NEAR;
