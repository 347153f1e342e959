// Starts the OAuth server in a process of its own: PKCE required, one-time codes, rotating refresh tokens.
import { createRequire } from "node:module";
import { join } from "node:path";

interface Context {
  readonly path: string;
  readonly req: unknown;
  readonly res: unknown;
}
interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}
interface Interaction {
  readonly prompt: { name: string; details: { missingOIDCScope?: string[] } };
  readonly params: { client_id: string; login_hint?: string };
  readonly grantId?: string;
  readonly session: { accountId: string };
}
interface Provider {
  use(act: (context: Context, next: () => Promise<void>) => Promise<void>): void;
  interactionDetails(req: unknown, res: unknown): Promise<Interaction>;
  interactionFinished(req: unknown, res: unknown, result: object, options: object): Promise<void>;
  Grant: (new (of: { accountId: string; clientId: string }) => Grant) & { find(id: string): Promise<Grant> };
  listen(port: number, host: string, then: () => void): void;
}

const [folder = "", port = "", redirectUri = "", accessSeconds = ""] = process.argv.slice(2);
const path = createRequire(join(folder, "package.json")).resolve("oidc-provider");
const { Provider } = (await import(path)) as { Provider: new (issuer: string, settings: object) => Provider };

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: "crier-at-guild",
      client_secret: "guild-application-secret",
      token_endpoint_auth_method: "client_secret_post",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  ],
  pkce: { required: () => true },
  scopes: ["openid", "offline_access", "posts.write"],
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  ttl: {
    AccessToken: Number(accessSeconds),
    AuthorizationCode: 60,
    RefreshToken: 86_400,
    Grant: 86_400,
    Session: 3600,
  },
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    userinfo: { enabled: true },
  },
  findAccount: async (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  cookies: { keys: ["bench"] },
});
// Whom the `login_hint` names agrees to everything; `nobody` to nothing.
provider.use(async ({ path, req, res }, next) => {
  if (!path.startsWith("/interaction/")) return await next();
  const { prompt, params, grantId, session } = await provider.interactionDetails(req, res);
  await provider.interactionFinished(req, res, await decided(), { mergeWithLastSubmission: true });

  async function decided(): Promise<object> {
    const who = params.login_hint ?? "alice";
    if (who === "nobody") return { error: "access_denied", error_description: "the user said no" };
    if (prompt.name === "login") return { login: { accountId: who } };
    const of = { accountId: session.accountId, clientId: params.client_id };
    const grant = grantId === undefined ? new provider.Grant(of) : await provider.Grant.find(grantId);
    grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(" "));
    return { consent: { grantId: await grant.save() } };
  }
});
provider.listen(Number(port), "127.0.0.1", () => console.log("ready"));
