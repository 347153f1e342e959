// Loads what sends files to the media library: after the page, as most people come for something else.
import { lazy, Suspense } from "react";

const Tray = lazy(() =>
  import("./UploadTray.tsx").then(
    ({ UploadTray }) => ({ default: UploadTray }),
    // Without it the rest of the page works; the media screen loads it again.
    () => ({ default: () => null }),
  ),
);

/** What is on its way goes on while one walks through the screens. */
export function Uploads() {
  return (
    <Suspense>
      <Tray />
    </Suspense>
  );
}
