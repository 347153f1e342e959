// Loads the page again when the app was bundled again. Only in development.
const EVERY_MS = 700;

/** As long as the page is open. */
export function reloadAfterChanges(): void {
  let known: string | null = null;
  const look = async () => {
    const etag = await currentEtag();
    if (known !== null && etag !== null && etag !== known) location.reload();
    known = etag ?? known;
  };
  setInterval(() => void look(), EVERY_MS);
}

/** Null while the server is starting again. */
async function currentEtag(): Promise<string | null> {
  try {
    return (await fetch("/p", { method: "HEAD", cache: "no-store" })).headers.get("etag");
  } catch {
    return null;
  }
}
