// Hears from the server what has changed, and has the screens read it again.
import { useQueryClient, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { now } from "./api.ts";
import { sessionQuery } from "./session.tsx";

export type LiveState =
  | { readonly kind: "live" }
  | { readonly kind: "reconnecting" }
  /** @param since ms since 1970 */
  | { readonly kind: "offline"; readonly since: number };

/**
 * A hidden tab stops listening after so long, and reads everything again when it is shown, ms. Browsers open only six
 * connections to one server without HTTP/2: tabs in the background must not take them from the one that is looked at.
 */
const HIDDEN_MS = 10_000;
/** Until then it asks this often what needs a person, which stands in its title, ms. */
const HIDDEN_POLL_MS = 60_000;
/** So often everything is read again while the stream does not open, ms. */
const POLL_MS = 10_000;
/**
 * While much happens, screens read again at most this often, ms: a session has 600 requests a minute. After a quiet time
 * they do at once.
 */
const SPACING_MS = 1000;
/** Without the stream for so long, people see that they are offline, ms. */
const OFFLINE_AFTER_MS = 5000;

/** What each message makes stale, by the first word of a query's key. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  post: [
    "getPost",
    "listPosts",
    "countPosts",
    "getCalendar",
    "getQueue",
    "listPostEvents",
    "getPostEvidence",
    "listMediaUses",
    "listProfileAccounts",
  ],
  journal: ["listPostEvents", "getPostEvidence"],
  account: [
    "listAccounts",
    "listProfileAccounts",
    "listAccountHistory",
    "checkPost",
    "getProviderOptions",
    "getPlan",
    "listNetworkStatus",
  ],
  media: ["listMedia", "getMedia", "getMediaUsage", "listMediaUses"],
  queue: ["getQueue", "getCalendar", "previewSlots", "checkPost"],
  labels: ["listLabels"],
  attention: ["getAttention", "listNetworkStatus"],
  plan: ["getPlan", "checkPost"],
  profile: ["getSession"],
  backups: ["listBackups"],
  system: ["getSystem", "getSession"],
};

/** Listens as long as the component lives. */
export function useLive(profileId: string): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>({ kind: "reconnecting" });
  useEffect(() => listen(profileId, queries, setState), [profileId, queries]);
  return state;
}

function listen(profileId: string, queries: QueryClient, report: (state: LiveState) => void): () => void {
  let source: EventSource | null = null;
  // From the session, which is read before anything else: the stream then includes what changes before it opens.
  let position = queries.getQueryData(sessionQuery.queryKey)?.livePosition;
  const refresh = () => readAgain(queries, () => true);
  const news = openNews(queries);
  const hear = async (kind: string, keys: readonly string[], data: string) => {
    // Every stream begins with the state of the system.
    if (kind === "system" && (await isKnownSystem(queries, data))) return;
    news.add({ keys, ...subjectOf(data) });
  };
  const open = () => {
    source?.close();
    const query = new URLSearchParams({
      profile: profileId,
      ...(position !== undefined && { after: position }),
    });
    source = new EventSource(`/admin/live?${query}`);
    source.addEventListener("open", () => outage.end());
    source.addEventListener("error", () => outage.begin());
    source.addEventListener("reset", refresh);
    for (const [kind, keys] of Object.entries(STALE)) {
      source.addEventListener(kind, ({ data, lastEventId }) => {
        if (lastEventId !== "") position = lastEventId;
        void hear(kind, keys, String(data));
      });
    }
  };
  const close = () => {
    source?.close();
    source = null;
  };
  const outage = openOutage(report, refresh, () => {
    // A browser gives up on a stream that was refused.
    if (source?.readyState === EventSource.CLOSED) open();
  });
  let wasHidden = false;
  const stopWatching = whileShown({
    shown() {
      if (source !== null) return;
      open();
      if (wasHidden) refresh();
    },
    hidden() {
      wasHidden = true;
      close();
    },
    meanwhile: () => void queries.invalidateQueries({ queryKey: ["getAttention"] }),
  });
  return () => {
    stopWatching();
    outage.stop();
    news.stop();
    close();
  };
}

/** The time without a stream: everything is read again every now and then, and people see how old it is. */
function openOutage(report: (state: LiveState) => void, refresh: () => void, retry: () => void) {
  let notice: Timer | undefined;
  let poll: Timer | undefined;
  return {
    begin() {
      if (poll !== undefined) return;
      const since = now();
      report({ kind: "reconnecting" });
      notice = setTimeout(() => report({ kind: "offline", since }), OFFLINE_AFTER_MS);
      poll = setInterval(() => {
        refresh();
        retry();
      }, POLL_MS);
    },
    end() {
      const wasOut = poll !== undefined;
      this.stop();
      if (wasOut) refresh();
      report({ kind: "live" });
    },
    stop() {
      clearTimeout(notice);
      clearInterval(poll);
      poll = undefined;
    },
  };
}

interface Watch {
  readonly shown: () => void;
  readonly hidden: () => void;
  /** Every minute while it is hidden. */
  readonly meanwhile: () => void;
}

/** Follows whether the tab is looked at, from now on. @returns what ends that */
function whileShown({ shown, hidden, meanwhile }: Watch): () => void {
  let leaving: Timer | undefined;
  let poll: Timer | undefined;
  const leave = () => {
    hidden();
    poll ??= setInterval(meanwhile, HIDDEN_POLL_MS);
  };
  const change = () => {
    clearTimeout(leaving);
    if (document.hidden) {
      leaving = setTimeout(leave, HIDDEN_MS);
      return;
    }
    clearInterval(poll);
    poll = undefined;
    shown();
  };
  if (document.hidden) leave();
  else shown();
  document.addEventListener("visibilitychange", change);
  return () => {
    document.removeEventListener("visibilitychange", change);
    clearTimeout(leaving);
    clearInterval(poll);
  };
}

type Timer = ReturnType<typeof setTimeout>;

interface News {
  /** The operations whose results are out of date. */
  readonly keys: readonly string[];
  /** Of a single post: only its own queries, and every list. */
  readonly postId?: string;
}

/** Has the screens read again what is out of date. */
function openNews(queries: QueryClient) {
  let waiting: readonly News[] = [];
  let timer: Timer | undefined;
  let last = -Infinity;
  const tell = () => {
    const all = waiting;
    waiting = [];
    timer = undefined;
    last = performance.now();
    readAgain(queries, (key) => all.some((news) => concerns(news, key)));
  };
  return {
    add(news: News) {
      waiting = [...waiting, news];
      // What arrives together is read together.
      timer ??= setTimeout(tell, Math.max(0, last + SPACING_MS - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** Has these queries read again. An answer that is on its way may say how things were: it is read once more after it. */
function readAgain(queries: QueryClient, isStale: (key: QueryKey) => boolean): void {
  const predicate = ({ queryKey }: { readonly queryKey: QueryKey }) => isStale(queryKey);
  // Of those that have data and are shown, `invalidateQueries` cancels the read under way.
  const underWay = queries
    .getQueryCache()
    .findAll({ predicate, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined || !query.isActive());
  void queries.invalidateQueries({ predicate });
  for (const { promise, queryKey } of underWay) {
    void promise?.then(
      () => queries.invalidateQueries({ queryKey, exact: true }),
      () => {},
    );
  }
}

function concerns({ keys, postId }: News, [operation, , subject]: readonly unknown[]): boolean {
  if (!keys.includes(String(operation))) return false;
  return typeof subject !== "string" || postId === undefined || subject === postId;
}

/** Whether the page shows already what the message says. */
async function isKnownSystem(queries: QueryClient, data: string): Promise<boolean> {
  const { paused } = JSON.parse(data) as { paused: unknown };
  const known = await queries.ensureQueryData(sessionQuery).catch(() => undefined);
  return JSON.stringify(paused) === JSON.stringify(known?.paused);
}

function subjectOf(data: string): { readonly postId?: string } {
  const { id, postId = id } = JSON.parse(data) as { id?: string; postId?: string };
  return postId === undefined ? {} : { postId };
}
