// The status page and its JSON, also in the shape that Statuspage clients read (D38).
import { Elysia } from "elysia";
import type { NetworkStatus, Status } from "../../ops/status.ts";
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

// ---- what it says

type Health = "operational" | "degraded_performance" | "partial_outage" | "not_offered";

/** A share of so few says nothing. */
const ENOUGH = 5;

function healthOf({ available, pausedUntil, pausedServers, deliveries, successRate }: NetworkStatus): Health {
  if (pausedUntil !== null) return "partial_outage";
  if (!available) return "not_offered";
  if (pausedServers.length > 0) return "degraded_performance";
  if (successRate === null || deliveries < ENOUGH || successRate >= 0.95) return "operational";
  return successRate >= 0.5 ? "degraded_performance" : "partial_outage";
}

function overall({ networks }: Status): { indicator: "none" | "minor" | "major"; description: string } {
  const healths = networks.map(healthOf).filter((health) => health !== "not_offered");
  const ill = healths.filter((health) => health !== "operational").length;
  if (ill === 0) return { indicator: "none", description: "All networks work" };
  if (ill === healths.length) return { indicator: "major", description: "All networks have trouble" };
  return { indicator: "minor", description: "Some networks have trouble" };
}

function statusJson(status: Status) {
  return {
    at: iso(status.at),
    windowMs: status.windowMs,
    status: overall(status),
    networks: status.networks.map(({ pausedUntil, pausedServers, ...network }) => ({
      ...network,
      paused: pausedUntil !== null,
      pausedUntil: pausedUntil === null ? null : iso(pausedUntil),
      pausedServers: pausedServers.map(({ server, until }) => ({ server, until: iso(until) })),
    })),
  };
}

function summaryJson(status: Status, url: string) {
  const updated = iso(status.at);
  const offered = status.networks.filter((network) => healthOf(network) !== "not_offered");
  return {
    page: { id: "crier", name: "Crier", url: `${url}/status`, time_zone: "Etc/UTC", updated_at: updated },
    components: offered.map((network, i) => ({
      id: network.platform,
      name: network.name,
      status: healthOf(network),
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

const iso = (ms: number) => new Date(ms).toISOString();

// ---- the page

function statusPage(status: Status): Response {
  const { indicator, description } = overall(status);
  const main = markup`<h1>Status</h1>
<p class="state"><span class="dot ${INDICATED[indicator]}"></span>${description}</p>
<ul class="networks">${status.networks.map(networkItem)}</ul>
<p class="note updated">As of ${iso(status.at).slice(0, 16).replace("T", " ")} UTC. Numbers are about real accounts in the 24 hours before.
For programs: <a href="/status.json">/status.json</a>, <a href="/api/v2/summary.json">/api/v2/summary.json</a></p>`;
  return page({ title: "Status", here: "/status", main, maxAgeSeconds: MAX_AGE_SECONDS });
}

const DOTS: Readonly<Record<Health, string>> = {
  operational: "good",
  degraded_performance: "fair",
  partial_outage: "bad",
  not_offered: "",
};
const INDICATED = { none: "good", minor: "fair", major: "bad" };
const WORDS: Readonly<Record<Health, string>> = {
  operational: "works",
  degraded_performance: "has trouble",
  partial_outage: "mostly fails",
  not_offered: "not set up",
};
const ACCESS: Readonly<Record<NetworkStatus["access"], string>> = {
  anyone: "anyone can connect",
  own_app: "needs the operator's own application",
  app_review: "needs an application that the network reviewed",
};

function networkItem(network: NetworkStatus): Html {
  const health = healthOf(network);
  const { name, platform, reason, requires, deliveries, successRate, p50Ms, p95Ms } = network;
  const state = network.pausedUntil === null ? WORDS[health] : "paused";
  const facts = [
    ["Access", ACCESS[network.access]],
    ...(requires === null ? [] : [["Requires", requires === "video" ? "a video" : "a photo or video"]]),
    ...(successRate === null ? [] : [["Posted", `${percent(successRate)} of ${deliveries}`]]),
    ...(p50Ms === null || p95Ms === null
      ? []
      : [["Time", `${seconds(p50Ms)}, 95 % within ${seconds(p95Ms)}`]]),
  ];
  return markup`<li id="${platform}"><h3><span class="dot ${DOTS[health]}"></span><span>${name}</span><span>${state}</span></h3>
${reason !== null && markup`<p>${reason}</p>`}
<dl class="facts">${facts.map(([word, value]) => markup`<div><dt>${word}</dt><dd>${value}</dd></div>`)}</dl></li>`;
}

/** Never rounded up to a hundred. */
const percent = (share: number) => `${Math.floor(share * 1000) / 10} %`;
const seconds = (ms: number) => (ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`);
