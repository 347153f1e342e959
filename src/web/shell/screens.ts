// The code of each screen, loaded when it is first shown; that of the first one as early as can be.

export const SCREENS = {
  today: () => import("../today/Today.tsx").then(({ Today: screen }) => ({ default: screen })),
  calendar: () => import("../calendar/Calendar.tsx").then(({ Calendar: screen }) => ({ default: screen })),
  queue: () => import("../queue/Queue.tsx").then(({ Queue: screen }) => ({ default: screen })),
  posts: () => import("../posts/Posts.tsx").then(({ Posts: screen }) => ({ default: screen })),
  import: () => import("../import/Import.tsx").then(({ Import: screen }) => ({ default: screen })),
  post: () => import("../post/Post.tsx").then(({ Post: screen }) => ({ default: screen })),
  media: () => import("../media/Media.tsx").then(({ Media: screen }) => ({ default: screen })),
  settle: () => import("../settle/Settle.tsx").then(({ Settle: screen }) => ({ default: screen })),
  write: () => import("../compose/Compose.tsx").then(({ Compose: screen }) => ({ default: screen })),
  settings: () => import("../settings/Settings.tsx").then(({ Settings: screen }) => ({ default: screen })),
  webhooks: () => import("../webhooks/Webhooks.tsx").then(({ Webhooks: screen }) => ({ default: screen })),
  system: () => import("../system/System.tsx").then(({ System: screen }) => ({ default: screen })),
};

/** Begins to load the screen of an address, before it is known who is signed in. */
export function loadScreenOf(path: string): void {
  const [, isProfile, , screen = "today", id] = path.split("/");
  if (isProfile !== "p") return;
  const name = screen !== "posts" || id === undefined ? screen : id === "import" ? id : "post";
  const load = Object.entries(SCREENS).find(([each]) => each === name)?.[1];
  // Whoever shows it says that it could not be loaded.
  load?.().catch(() => {});
}
