// Connects Mastodon accounts that count as real, on the test's own server, which is explicitly allowed.
import { networks } from "../../networks/index.ts";
import type { World } from "./world.ts";

/** Connects an account of the world's profile. @param server such as http://127.0.0.1:4000; named in CRIER_ALLOW_PRIVATE_HOSTS */
export async function connectReal(world: World, server: string, handle: string): Promise<void> {
  const mastodon = networks.find("mastodon");
  if (!mastodon) throw new Error("there is no Mastodon");
  const account = {
    ...{ remoteId: handle, handle, displayName: "Real", server: new URL(server).host },
    ...{ avatarUrl: null, profileUrl: null, expiresAt: null, rules: {} },
    credentials: { server, token: handle },
  };
  await world.appliance.connections.connect(world.profileId, mastodon, account, "cli");
}
