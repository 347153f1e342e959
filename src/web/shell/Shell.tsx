// The frame: screens to go to, the profile, what needs a person, and whether the page is live.
import { useQuery } from "@tanstack/react-query";
import {
  AtSign,
  CalendarCheck2,
  CalendarDays,
  FlaskConical,
  History,
  IdCard,
  Images,
  KeyRound,
  List,
  ListOrdered,
  PenLine,
  Search,
  Settings2,
  ServerCog,
  Ticket,
  Users,
  Webhook,
} from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useKeys } from "../keys.tsx";
import { useLive } from "../live.ts";
import { useMay } from "../may.ts";
import { Button } from "../parts/Button.tsx";
import { attentionQuery } from "../today/attention.ts";
import { ZoneNote } from "../parts/ZoneNote.tsx";
import { usePath, useProfile } from "../profile.tsx";
import { shellWords as words } from "../words/shell.ts";
import { KeySheet } from "./KeySheet.tsx";
import { useIsListed } from "./navigation.ts";
import { LiveMark } from "./LiveMark.tsx";
import { More } from "./More.tsx";
import { isSameScreen } from "./new-screen.ts";
import { NewVersion } from "./NewVersion.tsx";
import { Palette } from "./Palette.tsx";
import { ProfileMenu } from "./ProfileMenu.tsx";
import { QueuePaused } from "./QueuePaused.tsx";
import { Uploads } from "../uploads/Uploads.tsx";
import { StoppedBar } from "./StoppedBar.tsx";
import "./Shell.css";

/** `isMore`: on phones it is in a menu. `needs`: what a person has to be allowed. */
const SCREENS = [
  { screen: "", name: words.today, Icon: CalendarCheck2, isMore: false, needs: "read" },
  { screen: "calendar", name: words.calendar, Icon: CalendarDays, isMore: false, needs: "read" },
  { screen: "posts", name: words.posts, Icon: List, isMore: false, needs: "read" },
  { screen: "queue", name: words.queue, Icon: ListOrdered, isMore: true, needs: "read" },
  { screen: "media", name: words.media, Icon: Images, isMore: true, needs: "read" },
  { screen: "accounts", name: words.accounts, Icon: AtSign, isMore: true, needs: "read" },
  { screen: "keys", name: words.keysAndAgents, Icon: KeyRound, isMore: true, needs: "manage" },
  { screen: "profile", name: words.profileSettings, Icon: IdCard, isMore: true, needs: "manage" },
  { screen: "webhooks", name: words.webhooks, Icon: Webhook, isMore: true, needs: "manage" },
  { screen: "activity", name: words.activity, Icon: History, isMore: true, needs: "read" },
  { screen: "people", name: words.people, Icon: Users, isMore: true, needs: "administer" },
  { screen: "plan", name: words.plan, Icon: Ticket, isMore: true, needs: "administer" },
  { screen: "simulator", name: words.simulator, Icon: FlaskConical, isMore: true, needs: "read" },
  { screen: "system", name: words.system, Icon: ServerCog, isMore: true, needs: "administer" },
  { screen: "settings", name: words.settings, Icon: Settings2, isMore: true, needs: "self" },
] as const;

export function Shell({ children }: { readonly children: ReactNode }) {
  const profile = useProfile();
  const path = usePath();
  const [address, navigate] = useLocation();
  const [open, setOpen] = useState<"palette" | "keys" | null>(null);
  const may = useMay();
  const screens = SCREENS.filter(useIsListed());
  const inMenu = screens.filter(({ isMore }) => isMore);
  const live = useLive(profile.id);
  const { data: attention } = useQuery(attentionQuery(profile.id));
  const waiting = attention === undefined ? 0 : attention.counts.now + attention.counts.soon;
  const needsYou = waiting === 0 ? null : waiting;
  useTitle(profile.name, needsYou, attention?.items.some(({ kind }) => kind === "uncertain") ?? false);
  const cantPublish = attention?.items.filter(({ kind }) => kind === "account").length ?? 0;
  const badges: Readonly<Record<string, Badge>> = {
    "": { count: waiting, text: words.needYou(waiting) },
    accounts: { count: cantPublish, text: words.cantPublish(cantPublish) },
  };
  const main = useFocusOnNewScreen(address);
  useKeys([
    { key: "mod+k", does: words.search, run: () => setOpen("palette") },
    { key: "/", does: words.search, run: () => setOpen("palette") },
    { key: "?", does: words.keys, run: () => setOpen("keys") },
    ...(may("draft") ? [{ key: "c", does: words.write, run: () => navigate(path("write")) }] : []),
    { key: "g t", does: words.today, run: () => navigate(path("")) },
    { key: "g c", does: words.calendar, run: () => navigate(path("calendar")) },
    { key: "g p", does: words.posts, run: () => navigate(path("posts")) },
    { key: "g q", does: words.queue, run: () => navigate(path("queue")) },
    { key: "g m", does: words.media, run: () => navigate(path("media")) },
    { key: "g a", does: words.accounts, run: () => navigate(path("accounts")) },
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
        {/* On the screen to write there is another first thing to do. */}
        {may("draft") && (
          <Link
            className={`button write-button ${isHere(address, path("write")) ? "plain" : "primary"}`}
            href={path("write")}
          >
            <PenLine size={16} aria-hidden="true" />
            <span>{words.write}</span>
          </Link>
        )}
        <nav aria-label={words.navigation}>
          {screens.map(({ screen, name, Icon, isMore }) => (
            <Link
              key={screen}
              href={path(screen)}
              className={isMore ? "in-menu" : ""}
              aria-current={isHere(address, path(screen)) ? "page" : undefined}
            >
              <Icon size={18} aria-hidden="true" />
              <span>{name}</span>
              <NavBadge badge={badges[screen]} />
            </Link>
          ))}
          <More
            screens={inMenu.map(({ screen, name }) => ({ name, href: path(screen) }))}
            isHere={inMenu.some(({ screen }) => isHere(address, path(screen)))}
          />
        </nav>
        <LiveMark state={live} />
      </header>
      <div className="page">
        <StoppedBar />
        <QueuePaused />
        <NewVersion />
        <main id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
        <footer>
          <ZoneNote />
        </footer>
      </div>
      <Uploads key={profile.id} />
      <Palette isOpen={open === "palette"} onClose={() => setOpen(null)} />
      <KeySheet isOpen={open === "keys"} onClose={() => setOpen(null)} />
    </div>
  );
}

interface Badge {
  readonly count: number;
  /** For those who can't see what the number stands beside. */
  readonly text: string;
}

function NavBadge({ badge }: { readonly badge: Badge | undefined }) {
  if (!badge || badge.count === 0) return null;
  return (
    <span className="badge" title={badge.text}>
      {badge.count}
      <span className="hidden"> {badge.text}</span>
    </span>
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
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const icon = isUnsure ? "/favicon.svg?unsure" : "/favicon.svg";
    if (link?.getAttribute("href") !== icon) link?.setAttribute("href", icon);
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
    if (isSameScreen()) return;
    main.current?.focus();
    scrollTo(0, 0);
  }, [address]);
  return main;
}
