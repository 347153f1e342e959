// The status page and its JSON, also in the shape that Statuspage clients read (D38).
import { Elysia } from "elysia";
import { ENOUGH_DELIVERIES, type NetworkStatus, type Status } from "../../ops/status.ts";
import { iso } from "../views/shapes.ts";
import { overall, statusJson } from "../views/status.ts";
import { markup, page, type Html } from "./html.ts";

export interface StatusPageDeps {
  readonly status: () => Promise<Status>;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
}

const MAX_AGE_SECONDS = 5;
const headers = {
  "cache-control": `public, max-age=${MAX_AGE_SECONDS}`,
  // Read from other people's dashboards.
  "access-control-allow-origin": "*",
};

export const statusRoutes = ({ status, baseUrl }: StatusPageDeps) =>
  new Elysia({ detail: { hide: true } })
    .get("/status", async () => statusPage(await status()))
    .get("/status.json", async () => Response.json(statusJson(await status()), { headers }))
    .get("/api/v2/summary.json", async () =>
      Response.json(summaryJson(await status(), baseUrl()), { headers }),
    );

function summaryJson(status: Status, url: string) {
  const updated = iso(status.at);
  // The format has no value for a network that was not called: it is left out.
  const called = status.networks.flatMap((network) => {
    const health = healthOf(network);
    return health === null ? [] : [{ network, health }];
  });
  return {
    page: { id: "crier", name: "Crier", url: `${url}/status`, time_zone: "Etc/UTC", updated_at: updated },
    components: called.map(({ network, health }, i) => ({
      id: network.platform,
      name: network.name,
      status: health,
      description: network.reason,
      position: i + 1,
      created_at: null,
      updated_at: updated,
      showcase: true,
      start_date: null,
      group_id: null,
      page_id: "crier",
      group: false,
      only_show_if_degraded: false,
    })),
    incidents: [],
    scheduled_maintenances: [],
    status: overall(status),
  };
}

type Health = "operational" | "degraded_performance" | "partial_outage" | "major_outage";

/** In the words of Statuspage; null for a network of which nothing is known. */
function healthOf({ state, pausedServers, deliveries, successRate }: NetworkStatus): Health | null {
  if (state === "needs_setup" || state === "ready") return null;
  if (state === "paused") return "major_outage";
  if (state === "failing") return "partial_outage";
  const shaky = deliveries >= ENOUGH_DELIVERIES && (successRate ?? 1) < 0.95;
  return pausedServers.length > 0 || shaky ? "degraded_performance" : "operational";
}

// ---- the page

function statusPage(status: Status): Response {
  const { indicator, description } = overall(status);
  const main = markup`<h1>Status</h1>
<p class="state"><span class="dot ${INDICATED[indicator]}"></span><span>${description}<small>As of ${minute(status.at)} UTC.
Real accounts only; numbers cover the 24 hours before.</small></span></p>
<ul class="networks">${status.networks.map((each) => networkItem(each, status.at))}</ul>
<p class="note">What each network needs: <a href="/docs/networks">Networks</a>. For programs:
<a href="/status.json">/status.json</a>, <a href="/api/v2/summary.json">/api/v2/summary.json</a></p>`;
  return page({ title: "Status", here: "/status", main, maxAgeSeconds: MAX_AGE_SECONDS });
}

const DOTS: Readonly<Record<Health, string>> = {
  operational: "good",
  degraded_performance: "fair",
  partial_outage: "bad",
  major_outage: "bad",
};
const INDICATED = { none: "", minor: "fair", major: "bad" };
const ACCESS: Readonly<Record<NetworkStatus["access"], string | null>> = {
  anyone: null,
  own_app: "Needs the operator's own application.",
  app_review: "Needs an application that the network has reviewed.",
};

function networkItem(network: NetworkStatus, at: number): Html {
  const health = healthOf(network);
  const { name, platform, state, reason } = network;
  const dot = health === null ? (state === "ready" ? "idle" : "unset") : DOTS[health];
  const needs = state === "needs_setup" ? ACCESS[network.access] : reason;
  return markup`<li id="${platform}"><h2><span class="dot ${dot}"></span>${name}</h2>
<p><b>${stateWords(network, at)}</b></p>
${[needs, lastWords(network), failureWords(network), countWords(network)].map(
  (line) => line !== null && markup`<p>${line}</p>`,
)}${state !== "needs_setup" && bars(network)}</li>`;
}

function stateWords({ state, lastSuccessAt, pausedUntil }: NetworkStatus, at: number): string {
  switch (state) {
    case "ready":
      return lastSuccessAt === null ? "Ready: nothing delivered yet" : "Ready: nothing delivered in 24 h";
    case "working":
      return "Working";
    case "failing":
      return "Failing";
    case "paused":
      if (pausedUntil === null) return "Paused";
      return pausedUntil > at
        ? `Paused until ${minute(pausedUntil)} UTC`
        : "Paused until the next post has tried it";
    case "needs_setup":
      return "Needs setup";
  }
}

function lastWords({ lastSuccessAt }: NetworkStatus): string | null {
  return lastSuccessAt === null ? null : `Last delivered ${minute(lastSuccessAt)} UTC`;
}

function failureWords({ lastFailureAt, lastFailure }: NetworkStatus): string | null {
  return lastFailureAt === null ? null : `Last failure ${minute(lastFailureAt)} UTC: ${lastFailure ?? ""}`;
}

/** One bar for each hour, the latest on the right: what was delivered, and above it what was not. */
function bars({ history }: NetworkStatus): Html {
  const most = Math.max(...history.map(({ deliveries }) => deliveries), 1);
  const height = (count: number) => (count * BAR_HEIGHT) / most;
  const shown = history.map(({ deliveries, posted }, hour) => {
    if (deliveries === 0) return bar(hour, 0, 1, "none");
    const lost = deliveries - posted;
    return [bar(hour, 0, height(posted), "good"), bar(hour, height(posted), height(lost), "bad")];
  });
  return markup`<svg class="bars" viewBox="0 0 ${history.length * BAR_WIDTH} ${BAR_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${barWords(history)}">${shown}</svg>`;
}

const BAR_WIDTH = 5;
const BAR_HEIGHT = 24;

const bar = (hour: number, from: number, height: number, kind: string): Html | false =>
  height > 0 &&
  markup`<rect class="${kind}" x="${hour * BAR_WIDTH}" y="${BAR_HEIGHT - from - height}" width="${BAR_WIDTH - 1}" height="${height}"/>`;

function barWords(history: NetworkStatus["history"]): string {
  const hours = history.flatMap(({ deliveries, posted }, hour) => {
    const ago = history.length - hour;
    return deliveries === 0 ? [] : `${posted} of ${deliveries} in the hour that began ${ago} h ago`;
  });
  return `Delivered by the hour: ${hours.length === 0 ? "nothing in 24 h" : hours.join(", ")}`;
}

function countWords({ deliveries, posted, successRate, p50Ms, p95Ms }: NetworkStatus): string | null {
  if (successRate === null) return null;
  const times =
    p50Ms === null || p95Ms === null ? "" : `; half within ${seconds(p50Ms)}, 95 % within ${seconds(p95Ms)}`;
  return `${posted} of ${deliveries} delivered${times}`;
}

const minute = (ms: number) => iso(ms).slice(0, 16).replace("T", " ");
const seconds = (ms: number) => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`);
