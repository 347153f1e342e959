// Starts an OAuth server for tests, with the connector that signs in at it.
import { join } from "node:path";
import { textOf } from "../../networks/client/json.ts";
import { guildAt } from "../support/oauth-network/network.ts";
import type { Installed } from "./install.ts";
import { freePort } from "../support/free-port.ts";

/** The test network's connector, at the ends that this server has. */
export const member = guildAt({
  ...{ authorize: "/auth", token: "/token", revoke: "/token/revocation" },
  scopes: ["openid", "offline_access", "posts.write"],
  accountsOf(me) {
    const sub = textOf(me["sub"]) ?? "";
    return [{ id: sub, handle: sub, name: sub }];
  },
});

export interface Oidc extends AsyncDisposable {
  readonly url: string;
}

export async function startOidc(
  { node, folder }: Installed & { kind: "here" },
  redirectUri: string,
  accessSeconds: number,
): Promise<Oidc> {
  const port = freePort();
  const args = [
    join(import.meta.dir, "oidc-server.ts"),
    folder,
    String(port),
    redirectUri,
    String(accessSeconds),
  ];
  const child = Bun.spawn([node, ...args], { stdout: "pipe", stderr: "ignore" });
  const reader = child.stdout.getReader();
  for (let output = ""; !output.includes("ready");) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the OAuth server did not start");
    output += new TextDecoder().decode(value);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}
