// The code of each screen, loaded when it is first shown; that of the first one as early as can be.

export const SCREENS = {
  today: () => import("../today/Today.tsx").then(({ Today: screen }) => ({ default: screen })),
  calendar: () => import("../calendar/Calendar.tsx").then(({ Calendar: screen }) => ({ default: screen })),
  queue: () => import("../queue/Queue.tsx").then(({ Queue: screen }) => ({ default: screen })),
  posts: () => import("../posts/Posts.tsx").then(({ Posts: screen }) => ({ default: screen })),
  import: () => import("../import/Import.tsx").then(({ Import: screen }) => ({ default: screen })),
  post: () => import("../post/Post.tsx").then(({ Post: screen }) => ({ default: screen })),
  media: () => import("../media/Media.tsx").then(({ Media: screen }) => ({ default: screen })),
  accounts: () => import("../accounts/Accounts.tsx").then(({ Accounts: screen }) => ({ default: screen })),
  account: () => import("../accounts/Account.tsx").then(({ Account: screen }) => ({ default: screen })),
  connect: () => import("../connect/Connect.tsx").then(({ Connect: screen }) => ({ default: screen })),
  settle: () => import("../settle/Settle.tsx").then(({ Settle: screen }) => ({ default: screen })),
  write: () => import("../compose/Compose.tsx").then(({ Compose: screen }) => ({ default: screen })),
  settings: () => import("../settings/Settings.tsx").then(({ Settings: screen }) => ({ default: screen })),
  system: () => import("../system/System.tsx").then(({ System: screen }) => ({ default: screen })),
};

/** Screens below another one. */
const BELOW: Readonly<Record<string, (id: string) => string>> = {
  posts: (id) => (id === "import" ? id : "post"),
  accounts: (id) => (id === "connect" ? id : "account"),
};

/** Begins to load the screen of an address, before it is known who is signed in. */
export function loadScreenOf(path: string): void {
  const [, isProfile, , screen = "today", id] = path.split("/");
  if (isProfile !== "p") return;
  const name = (id !== undefined && BELOW[screen]?.(id)) || screen;
  const load = Object.entries(SCREENS).find(([each]) => each === name)?.[1];
  // Whoever shows it says that it could not be loaded.
  load?.().catch(() => {});
}
