// What the admin API is made from.
import type { OAuthResults } from "../../accounts/oauth-results.ts";
import type { OAuthFlow } from "../../accounts/oauth-flow.ts";
import type { Applications } from "../../accounts/applications.ts";
import type { Connections } from "../../accounts/connect.ts";
import type { Scope } from "../../domain/api-key.ts";
import type { Account } from "../../domain/account.ts";
import type { Changes } from "../../domain/store/changes.ts";
import type { Posts } from "../../domain/store/posts.ts";
import type { Sessions } from "../../domain/store/sessions.ts";
import type { AttentionDeps } from "../../admin/attention.ts";
import type { AdminStore } from "../../admin/deps.ts";
import type { Setup } from "../../admin/setup.ts";
import type { Devices } from "../../auth/known-devices.ts";
import type { SignIn } from "../../auth/session.ts";
import type { Throttle } from "../../auth/login-throttle.ts";
import type { Clock } from "../../clock.ts";
import { Problem } from "../../errors.ts";
import type { LogRouteDeps } from "./log.ts";
import type { NetworkStatusDeps } from "./network-status.ts";
import type { SettingsRouteDeps } from "./settings.ts";
import type { SimulatorControl } from "../../admin/simulator.ts";
import type { NewId } from "../../id.ts";
import type { FoundPictures } from "../../accounts/found-pictures.ts";
import type { AvatarUrl } from "../views/account.ts";
import type { Place } from "../http/host.ts";
import type { Log } from "../../log.ts";
import type { MediaLinks } from "../../media/links.ts";
import type { DeleteWithFiles } from "../../media/delete-profile.ts";
import type { Network } from "../../networks/network.ts";
import type { Backups } from "../../ops/backups.ts";
import type { System } from "../../ops/system.ts";
import type { Reachability } from "../../ops/reachability.ts";
import type { LiveHub } from "../../publishing/live/hub.ts";
import type { QuotaUse } from "../../publishing/quota.ts";

export interface AdminDeps extends LogRouteDeps, SettingsRouteDeps, NetworkStatusDeps {
  readonly attention: AttentionDeps;
  readonly system: () => Promise<System>;
  readonly backups: Backups;
  /** The machine's, for times of day that concern the whole server. */
  readonly timezone: string;
  readonly store: AdminStore & {
    readonly sessions: Sessions;
    readonly posts: Posts;
    readonly changes: Pick<Changes, "newest">;
  };
  /** Deletes a profile's records by `remove`, and the bytes of its media with them. */
  readonly deleteWithFiles: DeleteWithFiles;
  readonly applications: Applications;
  readonly connections: Connections;
  readonly oauthFlow: OAuthFlow;
  readonly oauthResults: OAuthResults;
  readonly networks: readonly Network[];
  /** What simulated accounts can do, by the handle that makes them do it. */
  readonly behaviours: Readonly<Record<string, string>>;
  readonly simulator: SimulatorControl;
  readonly quota: (account: Account) => Promise<QuotaUse | null>;
  readonly avatarUrl: AvatarUrl;
  readonly links: Pick<MediaLinks, "avatar">;
  readonly foundPictures: Pick<FoundPictures, "name">;
  readonly door: SignIn;
  readonly setup: Setup;
  readonly throttle: Throttle;
  readonly devices: Devices;
  /** Where a request comes from. */
  readonly addressOf: (request: Request) => string;
  readonly place: Place;
  /** Asks through the internet whether this appliance can be reached. */
  readonly reachable: () => Promise<Reachability>;
  /** The tools that agents get at /mcp. */
  readonly agentTools: () => Promise<readonly AgentTool[]>;
  readonly live: LiveHub;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** Public address, without a trailing slash. */
  readonly baseUrl: () => string;
}

interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** What a key needs to call it. */
  readonly scope: Scope;
}

/** A field of the body that its schema can't judge. */
export function faultAt(pointer: string, message: string): Problem {
  const errors = [{ pointer, message }];
  return new Problem("invalid_request", `The request is not valid: ${pointer}: ${message}.`, { errors });
}
