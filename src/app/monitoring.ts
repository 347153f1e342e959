// Opens what people and programs that watch the server are shown: the status of networks, the state of the server, metrics.
import { openMetrics } from "../ops/metrics.ts";
import { openStatus } from "../ops/status.ts";
import { openSystem } from "../ops/system.ts";
import { bucketOf } from "./config.ts";
import type { HttpParts } from "./http.ts";

export function statusOf({ applications, workspace, networks }: HttpParts) {
  const { store, clock } = workspace;
  return openStatus({
    networks: networks.list,
    outcomes: store.outcomes,
    serverPauses: store.serverPauses,
    clock,
    pause: store.workspace.pause,
    usable: async () => [...(await applications.networks()), ...(await store.accounts.platforms())],
  });
}

export function systemOf({ config, workspace }: HttpParts) {
  const { store, clock } = workspace;
  return openSystem({
    store,
    clock,
    folder: config.CRIER_DATA,
    minFreeBytes: config.CRIER_MIN_FREE_MB * 1e6,
    publicUrl: config.CRIER_URL,
    trustedProxies: config.CRIER_TRUSTED_PROXIES,
    configuredKey: config.CRIER_SECRET_KEY,
    bucket: bucketOf(config),
    mediaQuota: config.CRIER_MEDIA_QUOTA_MB * 1e6 || null,
  });
}

export function metricsOf({ config, workspace, networks, counters, longestStall }: HttpParts) {
  const { store, clock } = workspace;
  const platforms = networks.list.map(({ id }) => id);
  return openMetrics({ store, clock, counters, platforms, folder: config.CRIER_DATA, longestStall });
}
