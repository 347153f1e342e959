// Which simulated accounts pay X: those with `premium` among the words of their handle, as in `ok-premium`.

/** They write longer posts and show longer videos. */
export function paysX(handle: string): boolean {
  return handle.toLowerCase().split("-").includes("premium");
}
