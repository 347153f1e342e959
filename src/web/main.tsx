// Starts the web app on its page.
import { createRoot } from "react-dom/client";
import { App, queries } from "./app.tsx";
import { keepDoubleClicks } from "./double-click.ts";
import { readFirstScreen } from "./shell/first-screen.ts";
import "./shell/shared.ts";

/** Set by the build. */
declare const IS_DEVELOPMENT: boolean;

/** The page stays empty for at most so long, ms. */
const EMPTY_MS = 500;

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the app");
showIcon();
keepDoubleClicks();
void soon(readFirstScreen(queries, new URL(location.href))).then(() => createRoot(place).render(<App />));

if (IS_DEVELOPMENT) void import("./reload.ts").then((reload) => reload.reloadAfterChanges());

/** The bundler would not let the page itself name an icon of the server's. */
function showIcon(): void {
  const link = document.createElement("link");
  link.rel = "icon";
  link.href = "/favicon.svg";
  document.head.append(link);
}

/** What is there before the page is drawn need not be drawn twice; but nobody looks at an empty page for long. */
async function soon(all: Promise<void>): Promise<void> {
  const longEnough = new Promise((resolve) => setTimeout(resolve, EMPTY_MS));
  await Promise.race([all, longEnough]);
}
