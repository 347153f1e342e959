// Starts the web app.
import { createRoot } from "react-dom/client";
import { Button } from "react-aria-components";
const place = document.getElementById("app");
if (place) createRoot(place).render(<Button>hi</Button>);
