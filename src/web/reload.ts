// Loads the page again when the app was bundled again. Only in development.
const EVERY_MS = 700;

/** As long as the page is open. */
export function reloadAfterChanges(): void {
  let known: string | null = null;
  setInterval(() => {
    fetch("/p", { method: "HEAD", cache: "no-store" })
      .then(({ headers }) => {
        const etag = headers.get("etag");
        if (known !== null && etag !== null && etag !== known) location.reload();
        known = etag ?? known;
      })
      // The server is starting again.
      .catch(() => {});
  }, EVERY_MS);
}
