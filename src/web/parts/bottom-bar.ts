// A bar that stays at the end of the window, and keeps messages above its buttons.
import "./BottomBar.css";

/** Goes as `ref` to the bar: as long as it is there, `--end` says how much of the window's end it takes. */
export function keepMessagesAbove(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const measure = () => {
    const end = bar.offsetHeight + Number.parseFloat(getComputedStyle(bar).bottom);
    if (bar.offsetHeight === 0) style.removeProperty("--end");
    else style.setProperty("--end", `${end}px`);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--end");
  };
}
