// The screens, each with code that is loaded when it is first shown; that of the first one as early as can be.
import { createElement, lazy, useState, type ComponentType, type ReactNode } from "react";

interface Screen<Props extends object> {
  (props: Props): ReactNode;
  readonly load: () => Promise<unknown>;
}

/**
 * A screen whose code is there is drawn at once. React's own `lazy` would draw the skeleton first, and keep that for 300 ms.
 */
function screen<Props extends object>(load: () => Promise<ComponentType<Props>>): Screen<Props> {
  let loaded: ComponentType<Props> | null = null;
  const loadOnce = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Waiting = lazy(loadOnce);
  function Shown(props: Props) {
    // The same as long as it is shown: another one would lose its state.
    const [Here] = useState<ComponentType<Props>>(() => loaded ?? (Waiting as ComponentType<Props>));
    return createElement(Here, props);
  }
  return Object.assign(Shown, { load: loadOnce });
}

export const Today = screen(() => import("../today/Today.tsx").then((module) => module.Today));
export const Calendar = screen(() => import("../calendar/Calendar.tsx").then((module) => module.Calendar));
export const Queue = screen(() => import("../queue/Queue.tsx").then((module) => module.Queue));
export const Posts = screen(() => import("../posts/Posts.tsx").then((module) => module.Posts));
export const Import = screen(() => import("../import/Import.tsx").then((module) => module.Import));
export const Post = screen(() => import("../post/Post.tsx").then((module) => module.Post));
export const Media = screen(() => import("../media/Media.tsx").then((module) => module.Media));
export const Accounts = screen(() => import("../accounts/Accounts.tsx").then((module) => module.Accounts));
export const Account = screen(() => import("../accounts/Account.tsx").then((module) => module.Account));
export const Connect = screen(() => import("../connect/Connect.tsx").then((module) => module.Connect));
export const Settle = screen(() => import("../settle/Settle.tsx").then((module) => module.Settle));
export const Compose = screen(() => import("../compose/Compose.tsx").then((module) => module.Compose));
export const Settings = screen(() => import("../settings/Settings.tsx").then((module) => module.Settings));
export const ProfileSettings = screen(() =>
  import("../profile/ProfileSettings.tsx").then((module) => module.ProfileSettings),
);
export const People = screen(() => import("../people/People.tsx").then((module) => module.People));
export const Activity = screen(() => import("../activity/Activity.tsx").then((module) => module.Activity));
export const Networks = screen(() => import("../networks/Networks.tsx").then((module) => module.Networks));
export const Plan = screen(() => import("../plan/Plan.tsx").then((module) => module.Plan));
export const Webhooks = screen(() => import("../webhooks/Webhooks.tsx").then((module) => module.Webhooks));
export const Keys = screen(() => import("../keys/Keys.tsx").then((module) => module.Keys));
export const Simulator = screen(() =>
  import("../simulator/Simulator.tsx").then((module) => module.Simulator),
);
export const System = screen(() => import("../system/System.tsx").then((module) => module.System));

const SCREENS = {
  today: Today,
  calendar: Calendar,
  queue: Queue,
  posts: Posts,
  import: Import,
  post: Post,
  media: Media,
  accounts: Accounts,
  account: Account,
  connect: Connect,
  settle: Settle,
  write: Compose,
  settings: Settings,
  profile: ProfileSettings,
  people: People,
  networks: Networks,
  plan: Plan,
  activity: Activity,
  keys: Keys,
  webhooks: Webhooks,
  simulator: Simulator,
  system: System,
};

export interface Place {
  readonly profileName: string;
  readonly screen: keyof typeof SCREENS;
  /** Of what the screen shows; "" where it shows no single thing. */
  readonly id: string;
}

/** Screens below another one. */
const BELOW: Readonly<Record<string, (id: string) => string>> = {
  posts: (id) => (id === "import" ? id : "post"),
  accounts: (id) => (id === "connect" ? id : "account"),
};

/** The screen of an address below `/p`, as far as it can be told from the address; null for others. */
export function placeOf(pathname: string): Place | null {
  const [, first, profileName = "", word = "", id = ""] = pathname.split("/");
  if (first !== "p") return null;
  const screen = (id !== "" && BELOW[word]?.(id)) || word || "today";
  return isScreen(screen) ? { profileName, screen, id } : null;
}

const isScreen = (name: string): name is keyof typeof SCREENS => Object.hasOwn(SCREENS, name);

/** Loads its code, before it is known who is signed in. Whoever shows it says that it could not be loaded. */
export async function loadScreen({ screen }: Place): Promise<void> {
  await SCREENS[screen].load().catch(() => {});
}
