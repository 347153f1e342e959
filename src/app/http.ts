// Opens everything that answers requests: the API, administration, sign-ins, MCP, pages and status.
import { openOAuthResults } from "../accounts/oauth-results.ts";
import type { Connections } from "../accounts/connect.ts";
import type { OAuthFlow } from "../accounts/oauth-flow.ts";
import type { Account } from "../accounts/ports.ts";
import { openDevices } from "../auth/known-devices.ts";
import { openSignIn } from "../auth/session.ts";
import { openThrottle } from "../auth/login-throttle.ts";
import { openAddresses } from "../api/http/client-address.ts";
import { openHttp } from "../api/index.ts";
import type { PostsDeps } from "../api/v1/posts.ts";
import type { Config } from "./config.ts";
import type { Delivery } from "./delivery.ts";
import type { OpenWorkspace } from "./workspace.ts";
import type { Log } from "../log.ts";
import type { Mcp, McpDeps } from "../mcp/index.ts";
import type { ServedMedia } from "./media.ts";
import type { Registry } from "../networks/index.ts";
import { withChanges } from "../networks/rules.ts";
import type { Reachability } from "../ops/reachability.ts";
import { openStatus } from "../ops/status.ts";
import { quotaUse } from "../publishing/quota.ts";
import type { Simulation } from "./simulation.ts";
import { version } from "../version.ts";

export interface HttpParts {
  readonly config: Config;
  readonly workspace: OpenWorkspace;
  readonly networks: Registry;
  readonly connections: Connections;
  readonly oauthFlow: OAuthFlow;
  readonly media: ServedMedia;
  readonly delivery: Delivery;
  readonly simulation: Simulation;
  readonly log: Log;
  /** Public address of the appliance, known once it listens. */
  readonly baseUrl: () => string;
  /** Whether what it publishes in simulation is for everybody to see. */
  readonly isDemo: boolean;
  /** Whether networks could fetch files from here. */
  readonly reachable: () => Promise<Reachability>;
  /** Throws when the appliance can't do its work now. */
  readonly ready: () => Promise<void>;
}

export function openHttpApi(parts: HttpParts) {
  const { config, workspace, connections, oauthFlow, media, delivery, simulation, log, baseUrl } = parts;
  const { store, clock, newId } = workspace;
  const networks = parts.networks.list;
  const network = (platform: string) => parts.networks.find(platform) ?? null;
  const door = openSignIn(store.owners, store.sessions, clock);
  const quota = async ({ id, platform, rules }: Account) => {
    const found = network(platform);
    return found && (await quotaUse(id, withChanges(found.rules, rules), store.journal.usage, clock.now()));
  };
  const posts: PostsDeps = {
    ...delivery.publishing,
    ...{ watch: delivery.watch, wake: delivery.wake, links: media.links },
    platforms: networks.map(({ id }) => id),
    nowWaitMs: config.CRIER_NOW_WAIT_MS,
  };
  const accounts = { accounts: store.accounts, network, quota, accountOptions: delivery.accountOptions };
  const addressOf = openAddresses(config.CRIER_TRUSTED_PROXIES, log);
  const place = { host: config.CRIER_HOST, publicUrl: config.CRIER_URL };

  return openHttp({
    ...{ apiKeys: workspace.apiKeys, clock, newId, log, posts, media, baseUrl, version },
    admin: {
      store,
      ...{ connections, networks, quota, clock, newId, log, baseUrl, door, oauthFlow },
      ...{ reachable: parts.reachable, addressOf, place },
      ...{ reachable: parts.reachable, deleteWithFiles: media.deleteWithFiles },
      throttle: openThrottle(clock),
      devices: openDevices(workspace.vault),
    },
    accounts,
    connect: {
      ...{ oauthFlow, oauthResults: openOAuthResults(clock), connections, networks },
      ...{ profiles: store.profiles, door, log, baseUrl },
    },
    ratePerMinute: config.CRIER_RATE_LIMIT,
    addressOf,
    mcp: lateMcp({ accounts, media, posts, place, baseUrl, log }),
    pages: {
      ...{ ready: parts.ready, simulator: simulation, version, baseUrl },
      viewers: { door, place, baseUrl, everyone: parts.isDemo },
    },
    status: openStatus({
      ...{ networks, outcomes: store.outcomes, clock },
      pauses: delivery.breaker.pauses,
      usable: async () => [...Object.keys(config.applications), ...(await store.accounts.platforms())],
    }),
  });
}

/** Loaded when it is first asked for: the protocol's library costs a quarter of a second and 25 MB. */
function lateMcp(deps: McpDeps): Mcp {
  let opened: Promise<Mcp> | null = null;
  return async (...call) => {
    opened ??= import("../mcp/index.ts").then(({ openMcp }) => openMcp(deps));
    return await (
      await opened
    )(...call);
  };
}
