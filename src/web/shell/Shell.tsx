// The frame: screens to go to, the profile, what needs a person, and whether the page is live.
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck2, Images, List, Search, Settings2, ServerCog } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useKeys } from "../keys.tsx";
import { useLive } from "../live.ts";
import { Button } from "../parts/Button.tsx";
import { attentionQuery } from "../today/attention.ts";
import { usePath, useProfile, useZones } from "../profile.tsx";
import { shellWords as words } from "../words/shell.ts";
import { KeySheet } from "./KeySheet.tsx";
import { LiveMark } from "./LiveMark.tsx";
import { NewVersion } from "./NewVersion.tsx";
import { Palette } from "./Palette.tsx";
import { ProfileMenu } from "./ProfileMenu.tsx";
import { Uploads } from "../uploads/Uploads.tsx";
import { Stopped } from "./Stopped.tsx";
import "./Shell.css";

const SCREENS = [
  { screen: "", name: words.today, Icon: CalendarCheck2 },
  { screen: "posts", name: words.posts, Icon: List },
  { screen: "media", name: words.media, Icon: Images },
  { screen: "system", name: words.system, Icon: ServerCog },
  { screen: "settings", name: words.settings, Icon: Settings2 },
] as const;

export function Shell({ children }: { readonly children: ReactNode }) {
  const profile = useProfile();
  const path = usePath();
  const [address, navigate] = useLocation();
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const live = useLive(profile.id);
  const { data: attention } = useQuery(attentionQuery(profile.id));
  const waiting = attention === undefined ? 0 : attention.counts.now + attention.counts.soon;
  const needsYou = waiting === 0 ? null : waiting;
  useTitle(profile.name, needsYou, attention?.items.some(({ kind }) => kind === "uncertain") ?? false);
  const main = useFocusOnNewScreen(address);
  useKeys([
    { key: "mod+k", does: words.search, run: () => setOpen("palette") },
    { key: "/", does: words.search, run: () => setOpen("palette") },
    { key: "?", does: words.keys, run: () => setOpen("keys") },
    { key: "t", does: words.today, run: () => navigate(path("")) },
    { key: "p", does: words.posts, run: () => navigate(path("posts")) },
    { key: "m", does: words.media, run: () => navigate(path("media")) },
  ]);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <header className="side">
        <ProfileMenu />
        <Button kind="quiet" onPress={() => setOpen("palette")} aria-label={words.search}>
          <Search size={16} aria-hidden="true" />
          <span className="search-word">{words.search}</span>
        </Button>
        <nav aria-label={words.navigation}>
          {SCREENS.map(({ screen, name, Icon }) => (
            <Link
              key={screen}
              href={path(screen)}
              aria-current={isHere(address, path(screen)) ? "page" : undefined}
            >
              <Icon size={18} aria-hidden="true" />
              <span>{name}</span>
              {screen === "" && needsYou !== null && (
                <span className="badge" title={words.needYou(needsYou)}>
                  {needsYou}
                  <span className="hidden"> {words.needYou(needsYou)}</span>
                </span>
              )}
            </Link>
          ))}
        </nav>
        <LiveMark state={live} />
      </header>
      <div className="page">
        <Stopped />
        <NewVersion />
        <main id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
        <ZoneNote />
      </div>
      <Uploads key={profile.id} />
      <Palette isOpen={open === "palette"} onClose={() => setOpen(null)} />
      <KeySheet isOpen={open === "keys"} onClose={() => setOpen(null)} />
    </div>
  );
}

/** Every time on the screen is in this zone. */
function ZoneNote() {
  const { zone, other, swap } = useZones();
  return (
    <footer className="zone small">
      {words.zone(zone)}
      {other !== null && (
        <Button kind="quiet" size="small" onPress={swap}>
          {words.showIn(other)}
        </Button>
      )}
    </footer>
  );
}

const pathOnly = (address: string) => address.replace(/[?#].*$/, "").replace(/\/$/, "");

/** Today is only itself; other screens include what is below them. */
function isHere(address: string, path: string): boolean {
  const here = pathOnly(address);
  return here === path || (path.split("/").length > 3 && here.startsWith(`${path}/`));
}

function useTitle(profile: string, needsYou: number | null, isUnsure: boolean): void {
  useEffect(() => {
    document.title = `${needsYou === null ? "" : `(${needsYou}) `}${profile} · Crier`;
  }, [profile, needsYou]);
  useEffect(() => {
    const link = document.createElement("link");
    link.rel = "icon";
    link.href = isUnsure ? "/favicon.svg?unsure" : "/favicon.svg";
    document.head.append(link);
    return () => link.remove();
  }, [isUnsure]);
}

/** After a change of screens the keyboard and the screen reader begin at its top. */
function useFocusOnNewScreen(address: string) {
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathOnly(address));
  useEffect(() => {
    const here = pathOnly(address);
    if (here === last.current) return;
    last.current = here;
    main.current?.focus();
    scrollTo(0, 0);
  }, [address]);
  return main;
}
