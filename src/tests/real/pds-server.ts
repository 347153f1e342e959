// Runs the Bluesky PDS with its own identity directory on loopback, in Node.js; started by pds.ts.
// Arguments: folder with the packages, port, port of the directory, folder for data.
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { Server, type ListenOptions } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Of the packages' own types, what is used here: they are not installed where this file is checked. */
interface Startable {
  start(): Promise<unknown>;
}
interface PdsPackage {
  PDS: { fromEnv(settings: Record<string, unknown>): Promise<Startable> };
}
interface PlcPackage {
  PlcServer: { create(options: { db: unknown; port: number }): Startable };
  Database: { mock(): unknown };
}

const [packages = "", port = "", plcPort = "", data = ""] = process.argv.slice(2);
listenOnLoopback();
// Whoever started this holds its standard input open: however that ends, this ends too.
process.stdin.on("end", () => process.exit(0)).resume();

const plc = createRequire(join(packages, "package.json"))("@did-plc/server") as PlcPackage;
const entry = pathToFileURL(join(packages, "node_modules/@atproto/pds/dist/index.js"));
const { PDS } = (await import(entry.href)) as PdsPackage;

await plc.PlcServer.create({ db: plc.Database.mock(), port: Number(plcPort) }).start();
const nowhere = { url: "http://127.0.0.1:9", did: "did:example:nowhere" };
const pds = await PDS.fromEnv({
  devMode: true,
  port: Number(port),
  hostname: "localhost",
  dataDirectory: data,
  blobstoreDiskLocation: join(data, "blobs"),
  didPlcUrl: `http://localhost:${plcPort}`,
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString("hex"),
  adminPassword: randomBytes(16).toString("hex"),
  jwtSecret: randomBytes(32).toString("hex"),
  dpopSecret: randomBytes(32).toString("hex"),
  serviceHandleDomains: [".test"],
  inviteRequired: false,
  disableSsrfProtection: true,
  bskyAppViewUrl: nowhere.url,
  bskyAppViewDid: nowhere.did,
  bskyAppViewCdnUrlPattern: `${nowhere.url}/%s/%s/%s`,
  modServiceUrl: nowhere.url,
  modServiceDid: nowhere.did,
  rateLimitsEnabled: false,
  crawlers: [],
});
await pds.start();
console.log("ready");

/** Both servers would listen on every interface of the machine, and have no setting for it. */
function listenOnLoopback(): void {
  const listen = Reflect.get(Server.prototype, "listen") as (this: Server, ...args: unknown[]) => Server;
  Reflect.set(Server.prototype, "listen", function (this: Server, first: unknown, ...rest: unknown[]) {
    const options: ListenOptions =
      typeof first === "object" && first !== null ? first : { port: Number(first) };
    const then = rest.filter((each) => typeof each === "function");
    return listen.call(this, { ...options, host: "127.0.0.1" }, ...then);
  });
}
