// The script of most pages: copy buttons, and the current entry of a long navigation in view. Nothing depends on it.

/** Exactly what stands in the page's script element: its policy knows it by this text. */
export const SCRIPT = `
const aside = document.querySelector("aside");
const here = aside?.querySelector("nav [aria-current]");
if (here) aside.scrollTop = here.offsetTop - aside.clientHeight / 3;
for (const pre of document.querySelectorAll("pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copier";
  button.textContent = "Copy";
  button.ariaLive = "polite";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = "Copied";
    } catch {
      // Over plain http only the machine itself may use the clipboard: the text is selected instead.
      getSelection().selectAllChildren(pre);
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  const frame = document.createElement("div");
  frame.className = "code";
  pre.replaceWith(frame);
  frame.append(pre, button);
}
`;
