// Moves the focus once a dialog or menu is gone: as long as it is open, it keeps the focus inside.
import { topDialog } from "../keys.tsx";

/** Frames in which a closed dialog may still give the focus back to something that is gone. */
const SETTLING_FRAMES = 5;
/** So many, about ten seconds, are waited for an element that does not come. */
const MOST_FRAMES = 600;

/** @param id of the element that gets the focus, as soon as it is there */
export function focusAfterDialog(id: string): void {
  let left = SETTLING_FRAMES;
  let frames = 0;
  const look = () => {
    if (++frames > MOST_FRAMES) return;
    const isOpen = topDialog() !== null;
    const goal = document.getElementById(id);
    if (isOpen || goal === null) {
      requestAnimationFrame(look);
      return;
    }
    if (document.activeElement === document.body || left === SETTLING_FRAMES) goal.focus();
    left -= 1;
    if (left > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
