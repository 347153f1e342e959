// The composition root: opens everything for a command or a server, and closes it in reverse order.
import type { Applications } from "../accounts/applications.ts";
import type { Connections } from "../accounts/connect.ts";
import type { OAuthFlow } from "../accounts/oauth-flow.ts";
import type { Log } from "../log.ts";
import type { DeleteWithFiles } from "../media/delete-profile.ts";
import type { Ingest } from "../media/ingest.ts";
import type { Library } from "../media/library.ts";
import type { MediaLinks } from "../media/links.ts";
import { isPublic, systemResolve } from "../networks/client/address.ts";
import { checkReachability, getBy, type Reachability } from "../ops/reachability.ts";
import type { PublishingDeps } from "../publishing/targets.ts";
import type { RunningServer } from "../domain/store/files.ts";
import type { Config } from "./config.ts";
import { openParts, type ApplianceOptions, type Parts } from "./parts.ts";
import { openServing, type Served } from "./serve.ts";
import type { OpenWorkspace } from "./workspace.ts";

/** An open data folder with everything that publishing needs. */
export interface Appliance extends OpenWorkspace {
  readonly log: Log;
  /** The operator's applications at networks. */
  readonly applications: Applications;
  readonly connections: Connections;
  /** Links with which a person can sign in at a network. */
  readonly oauthFlow: OAuthFlow;
  readonly ingest: Ingest;
  readonly links: MediaLinks;
  readonly library: Library;
  readonly deleteWithFiles: DeleteWithFiles;
  /** Whether networks could fetch files from here; a server has to run for that. */
  reachable(): Promise<Reachability>;
  readonly publishing: PublishingDeps;
  /** The server that runs on this folder, when this is a command next to it. */
  readonly running: RunningServer | null;
  /** Delivers what is due, unless another process does so from this folder. @returns whether this one delivers */
  startDelivery(): Promise<boolean>;
  /** Delivers and answers HTTP. @throws OperatorError when another process serves this folder, or the port is taken */
  serve(): Promise<Served>;
}

/** @throws OperatorError when the data folder can't be used */
export async function openAppliance(config: Config, options: ApplianceOptions): Promise<Appliance> {
  const parts = await openParts(config, options);
  const { workspace, running, log, applications, connections, oauthFlow, delivery } = parts;
  const { ingest, links, library, deleteWithFiles } = parts.media.served;
  const reachable = () => canBeReached(parts);
  const serving = openServing(parts, reachable);
  return {
    ...workspace,
    running,
    log,
    applications,
    connections,
    oauthFlow,
    ingest,
    links,
    library,
    deleteWithFiles,
    publishing: delivery.publishing,
    reachable,
    startDelivery: delivery.start,
    serve: serving.serve,
    [Symbol.asyncDispose]: stop,
  };

  /** HTTP ends last: who waits for a post gets what is known of it, and proxies have gone elsewhere. */
  async function stop(): Promise<void> {
    if (serving.isServing()) log.info("stopping");
    delivery.drain();
    await serving.drain();
    parts.stopping.abort();
    const { media, backups, disk, simulation } = parts;
    const { refresher } = connections;
    await Promise.all([delivery.end(), refresher.idle(), media.end(), backups.end()]);
    await serving.stopHttp();
    parts.ended.abort();
    await simulation.stop();
    await serving.stopSearch();
    media[Symbol.dispose]();
    disk[Symbol.dispose]();
    await delivery[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
    if (serving.isServing()) log.info("stopped");
  }
}

function canBeReached({ config, options, media, call }: Parts): Promise<Reachability> {
  return checkReachability(config.CRIER_URL, {
    resolve: options.internet?.resolve ?? systemResolve,
    isPublic,
    canary: media.served.links.canary,
    get: getBy(call),
  });
}
