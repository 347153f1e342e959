// Loads what sends files to the media library: after the page, as most people come for something else.
import { lazy, Suspense, useEffect, useState } from "react";

const Tray = lazy(() =>
  import("./UploadTray.tsx").then(
    ({ UploadTray }) => ({ default: UploadTray }),
    // Without it the rest of the page works; the media screen loads it again.
    () => ({ default: () => null }),
  ),
);

/** The screen comes first, ms. */
const LATER_MS = 1000;

/** What is on its way goes on while one walks through the screens. */
export function Uploads() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{isShown && <Tray />}</Suspense>;
}
