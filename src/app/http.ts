// Opens everything that answers requests: the API, administration, sign-ins, MCP, pages and status.
import { openFoundPictures, type FoundPictures } from "../accounts/found-pictures.ts";
import { openOAuthResults, type OAuthResults } from "../accounts/oauth-results.ts";
import type { Applications } from "../accounts/applications.ts";
import type { Connections } from "../accounts/connect.ts";
import type { OAuthFlow } from "../accounts/oauth-flow.ts";
import type { AttentionDeps } from "../admin/attention.ts";
import type { Setup } from "../admin/setup.ts";
import { avatarsBy } from "../api/views/account.ts";
import type { Account } from "../domain/account.ts";
import type { Accounts } from "../domain/store/accounts.ts";
import { openDevices } from "../auth/known-devices.ts";
import { openSignIn, type SignIn } from "../auth/session.ts";
import { openThrottle } from "../auth/login-throttle.ts";
import { openAddresses } from "../api/http/client-address.ts";
import type { AdminDeps } from "../api/admin/deps.ts";
import { openHttp } from "../api/index.ts";
import type { PostsDeps } from "../api/requests/posts.ts";
import { machineZone, type AppBackups } from "./backups.ts";
import type { Config } from "./config.ts";
import type { Delivery } from "./delivery.ts";
import type { OpenWorkspace } from "./workspace.ts";
import type { Log } from "../log.ts";
import type { Mcp, McpDeps, OpenMcp } from "../mcp/index.ts";
import type { ServedMedia } from "./media.ts";
import type { Registry } from "../networks/index.ts";
import { diskSpace } from "../ops/disk.ts";
import { openSharedLocks } from "../shared-locks.ts";
import { metricsOf, statusOf, systemOf } from "./monitoring.ts";
import type { Counters } from "../ops/counters.ts";
import type { LogTail } from "../ops/log-tail.ts";
import type { Reachability } from "../ops/reachability.ts";
import { pauseView } from "../api/admin/pause.ts";
import { openLiveHub } from "../publishing/live/hub.ts";
import { BEHAVIOURS } from "../simulator/behaviours.ts";
import { accountQuota } from "../publishing/quota.ts";
import type { Simulation } from "./simulation.ts";
import { version } from "../version.ts";
import type { AppWebhooks } from "./webhooks.ts";
import { openWebApp } from "./web-app.ts";

export interface HttpParts {
  readonly config: Config;
  readonly workspace: OpenWorkspace;
  readonly networks: Registry;
  readonly applications: Applications;
  readonly connections: Connections;
  readonly oauthFlow: OAuthFlow;
  readonly media: ServedMedia;
  readonly delivery: Delivery;
  readonly backups: AppBackups;
  readonly simulation: Simulation;
  readonly webhooks: AppWebhooks;
  readonly log: Log;
  readonly logTail: LogTail;
  readonly counters: Counters;
  readonly longestStall: () => number;
  /** Public address of the appliance, known once it listens. */
  readonly baseUrl: () => string;
  readonly setup: Setup;
  /** Whether simulated posts are visible without signing in. */
  readonly isDemo: boolean;
  /** Whether networks could fetch files from here. */
  readonly reachable: () => Promise<Reachability>;
  /** Throws when the appliance can't do its work now. */
  readonly ready: () => Promise<void>;
  /** Aborted when this server closes: streams end. */
  readonly closing: AbortSignal;
}

export function openHttpApi(parts: HttpParts) {
  const { config, workspace, media, delivery, simulation, log, baseUrl } = parts;
  const { store, clock, newId, vault, apiKeys } = workspace;
  const network = (platform: string) => parts.networks.find(platform) ?? null;
  const quota = (account: Account) => accountQuota(account, { network, usage: store.journal.usage, clock });
  const avatarUrl = avatarsBy(media.links);
  const { accountOptions } = delivery;
  const accounts = { accounts: store.accounts, network, quota, avatarUrl, accountOptions };
  const posts = postsOf(parts);
  const visitors: Visitors = {
    door: openSignIn(store.people, store.sessions, clock, newId),
    addressOf: openAddresses(config.CRIER_TRUSTED_PROXIES, log),
    place: { host: config.CRIER_HOST, publicUrl: config.CRIER_URL },
  };
  const { door, addressOf, place } = visitors;
  const oauthResults = openOAuthResults({ stored: store.oauthResults, vault, clock });
  const foundPictures = openFoundPictures(vault);
  const status = statusOf(parts);
  const mcp = lateMcp({ accounts, media, posts, place, baseUrl, log });
  return openHttp({
    apiKeys,
    clock,
    newId,
    log,
    posts,
    media: { ...media, accounts: withFound(store.accounts, foundPictures) },
    baseUrl,
    version,
    webhooks: parts.webhooks.manage,
    admin: adminOf(parts, visitors, { quota, oauthResults, foundPictures, status, agentTools: mcp.tools }),
    accounts,
    connect: connectPagesOf(parts, door, oauthResults),
    ratePerMinute: config.CRIER_RATE_LIMIT,
    processes: workspace.store.nodes.count,
    addressOf,
    mcp: mcp.answer,
    pages: {
      ready: parts.ready,
      simulator: simulation,
      version,
      baseUrl,
      people: store.people,
      viewers: { door, place, baseUrl, openToAll: parts.isDemo },
    },
    status,
    metrics: { token: config.CRIER_METRICS_TOKEN, text: metricsOf(parts) },
    jwks: { signingKeys: store.workspace.signingKeys },
    web: { webApp: openWebApp() },
  });
}

/** Also accounts that were found and are not connected. */
function withFound({ find }: Pick<Accounts, "find">, found: Pick<FoundPictures, "find">) {
  return { find: async (id: string) => (await find(id)) ?? found.find(id) };
}

function postsOf({ config, delivery, media, networks, workspace, baseUrl }: HttpParts): PostsDeps {
  return {
    ...delivery.publishing,
    watch: delivery.watch,
    retryPolicy: delivery.retryPolicy,
    wake: delivery.wake,
    links: media.links,
    platforms: networks.list.map(({ id }) => id),
    nowWaitMs: config.CRIER_NOW_WAIT_MS,
    signing: workspace.signing,
    baseUrl,
    profiles: workspace.store.profiles,
    queue: workspace.store.queue,
    labels: workspace.store.labels,
    actions: workspace.store.actions,
    locks: openSharedLocks(workspace.store.sharedLocks, workspace.clock, workspace.newId),
  };
}

/** What recognises people: their session, their address, and where this server is. */
interface Visitors {
  readonly door: SignIn;
  readonly addressOf: (request: Request) => string;
  readonly place: { readonly host: string; readonly publicUrl: string | null };
}

function adminOf(
  parts: HttpParts,
  visitors: Visitors,
  own: Pick<AdminDeps, "quota" | "oauthResults" | "foundPictures" | "status" | "agentTools">,
): AdminDeps {
  const { workspace, applications, connections, oauthFlow, media, log, baseUrl, reachable } = parts;
  const { store, clock, newId, vault } = workspace;
  return {
    ...visitors,
    ...own,
    store,
    applications,
    connections,
    networks: parts.networks.list,
    behaviours: BEHAVIOURS,
    simulator: parts.simulation.control,
    avatarUrl: avatarsBy(media.links),
    links: media.links,
    clock,
    newId,
    log,
    baseUrl,
    oauthFlow,
    reachable,
    deleteWithFiles: media.deleteWithFiles,
    setup: parts.setup,
    throttle: openThrottle(store.signInTries, clock),
    devices: openDevices(vault),
    live: openLiveHub({
      changes: store.changes,
      paused: async () => {
        const pause = await store.workspace.pause();
        return pause && pauseView(pause);
      },
      backups: parts.backups.own,
      clock,
      log,
      closing: parts.closing,
    }),
    attention: attentionDeps(parts),
    system: systemOf(parts),
    wake: parts.delivery.wake,
    backups: parts.backups,
    logTail: parts.logTail,
    processName: parts.workspace.place.processName,
    settings: parts.config.origins,
    timezone: machineZone(),
  };
}

function attentionDeps({ config, workspace, networks, backups }: HttpParts): AttentionDeps {
  const { store, clock } = workspace;
  return {
    store,
    clock,
    nameOf: (platform) => networks.find(platform)?.name ?? platform,
    disk: () => diskSpace(config.CRIER_DATA, config.CRIER_MIN_FREE_MB * 1e6),
    backup: backups.standing,
  };
}

function connectPagesOf(parts: HttpParts, door: SignIn, oauthResults: OAuthResults) {
  const { workspace, connections, oauthFlow, log, baseUrl } = parts;
  const { store } = workspace;
  const networks = parts.networks.list;
  return { oauthFlow, oauthResults, connections, networks, profiles: store.profiles, door, log, baseUrl };
}

/** Loaded when it is first asked for: the protocol's library costs a quarter of a second and 25 MB. */
function lateMcp(deps: McpDeps): { readonly answer: Mcp; readonly tools: AdminDeps["agentTools"] } {
  let opened: Promise<OpenMcp> | null = null;
  const mcp = () => (opened ??= import("../mcp/index.ts").then(({ openMcp }) => openMcp(deps)));
  return {
    answer: async (...call) => await (await mcp()).answer(...call),
    tools: async () => (await mcp()).tools,
  };
}
