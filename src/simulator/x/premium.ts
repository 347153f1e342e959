// Which simulated accounts have a subscription: those with `premium` in their handle, such as `ok-premium`.

/** They write longer posts and show longer videos. */
export function paysX(handle: string): boolean {
  return handle.toLowerCase().split("-").includes("premium");
}
