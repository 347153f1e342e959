// Starts the web app on its page.
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { loadScreenOf } from "./shell/screens.ts";

/** Set by the build. */
declare const IS_DEVELOPMENT: boolean;

const place = document.getElementById("app");
if (!place) throw new Error("the page has no place for the app");
loadScreenOf(location.pathname);
createRoot(place).render(<App />);

if (IS_DEVELOPMENT) void import("./reload.ts").then((reload) => reload.reloadAfterChanges());
