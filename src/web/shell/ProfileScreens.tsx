// The screens of one profile inside the frame.
import { lazy, Suspense } from "react";
import { Route, Switch, useLocation } from "wouter";
import { Boundary } from "../parts/Boundary.tsx";
import { Empty, ScreenLoading } from "../parts/Region.tsx";
import { ProfileProvider, usePath, ZonesProvider, type Profile } from "../profile.tsx";
import { shellWords as words } from "../words/shell.ts";
import { Shell } from "./Shell.tsx";

const Today = lazy(() => import("../today/Today.tsx").then(({ Today: screen }) => ({ default: screen })));
const Posts = lazy(() => import("../posts/Posts.tsx").then(({ Posts: screen }) => ({ default: screen })));
const Post = lazy(() => import("../post/Post.tsx").then(({ Post: screen }) => ({ default: screen })));
const Media = lazy(() => import("../media/Media.tsx").then(({ Media: screen }) => ({ default: screen })));
const Settle = lazy(() => import("../settle/Settle.tsx").then(({ Settle: screen }) => ({ default: screen })));
const Settings = lazy(() =>
  import("../settings/Settings.tsx").then(({ Settings: screen }) => ({ default: screen })),
);
const System = lazy(() => import("../system/System.tsx").then(({ System: screen }) => ({ default: screen })));

export function ProfileScreens({ profile }: { readonly profile: Profile }) {
  return (
    <ProfileProvider value={profile}>
      <ZonesProvider>
        <Shell>
          <Screens />
        </Shell>
      </ZonesProvider>
    </ProfileProvider>
  );
}

function Screens() {
  const base = "/p/:profile";
  const [address] = useLocation();
  return (
    <Boundary address={address}>
      <Suspense fallback={<ScreenLoading />}>
        <Switch>
          <Route path={base}>
            <Today />
          </Route>
          <Route path={`${base}/posts`}>
            <Posts />
          </Route>
          <Route path={`${base}/posts/:id`}>{({ id }) => <Post key={id} id={id} />}</Route>
          <Route path={`${base}/media`}>
            <Media />
          </Route>
          <Route path={`${base}/settle/:target?`}>
            {({ target }) => <Settle targetId={target ?? null} />}
          </Route>
          <Route path={`${base}/settings`}>
            <Settings />
          </Route>
          <Route path={`${base}/system`}>
            <System />
          </Route>
          <Route>
            <LostInProfile />
          </Route>
        </Switch>
      </Suspense>
    </Boundary>
  );
}

function LostInProfile() {
  const path = usePath();
  return (
    <Empty isPage title={words.notFound}>
      <p>{words.notFoundMore}</p>
      <a className="button" href={path("")}>
        {words.toToday}
      </a>
    </Empty>
  );
}

export function NotFound() {
  return (
    <main className="lone">
      <Empty isPage title={words.notFound}>
        <p>{words.notFoundMore}</p>
        <a className="button" href="/p">
          {words.toToday}
        </a>
      </Empty>
    </main>
  );
}

/** Until profiles can be made here, the command line makes them. */
export function NoProfile() {
  return (
    <main className="lone">
      <Empty isPage title={words.noProfile}>
        <p>{words.noProfileMore}</p>
        <pre>crier profile create me</pre>
      </Empty>
    </main>
  );
}
