// Tells an address that belongs to the same screen from one of a new screen, on which the keyboard begins at the top.

/** As the state of a navigation: the screen stays, only its address is another one. */
export const SAME_SCREEN = { isSameScreen: true } as const;

/** Whether the last navigation said so. */
export const isSameScreen = (): boolean =>
  (history.state as { readonly isSameScreen?: boolean } | null)?.isSameScreen === true;
