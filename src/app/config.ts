// Reads the settings from the environment and from crier.env; all faults are reported at once.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { dataFolder } from "./data-folder.ts";
import { OperatorError, messageOf } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { SettingsFile } from "./settings-file.ts";
import { originsOf, type Given, type KnownSetting, type SettingOrigin } from "./setting-origins.ts";
import { SETTINGS, webAddress } from "./settings.ts";

type SettingName = keyof typeof SETTINGS;
type ValueOf<N extends SettingName> = ReturnType<(typeof SETTINGS)[N]["read"]>;
type Optional =
  | "CRIER_URL"
  | "CRIER_PROFILE"
  | "CRIER_LOG_FORMAT"
  | "CRIER_METRICS_TOKEN"
  | "CRIER_DATABASE"
  | "CRIER_SECRET_KEY"
  | "CRIER_BACKUP_EVERY"
  | "CRIER_BACKUP_KEEP"
  | "CRIER_BACKUP_FOLDER"
  | "CRIER_S3_BUCKET"
  | "CRIER_S3_ENDPOINT"
  | "CRIER_S3_ACCESS_KEY"
  | "CRIER_S3_SECRET_KEY"
  | "CRIER_SIMULATOR"
  | "CRIER_CRASH_AT";

export type Config = { readonly [N in Exclude<SettingName, Optional>]: ValueOf<N> } & {
  readonly [N in Optional]: ValueOf<N> | null;
} & {
  /** Base URLs that replace a network's own, by network id and purpose (CRIER_ENDPOINT_<NETWORK>[_<PURPOSE>]). */
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The operator's applications, by network id (CRIER_<NETWORK>_CLIENT_ID, _CLIENT_SECRET and _SCOPES). */
  readonly applications: Readonly<Record<string, NamedApplication>>;
  /** Where each setting comes from. */
  readonly origins: readonly SettingOrigin[];
};
interface NamedApplication {
  readonly id: string;
  readonly secret: string;
  /** In place of what the network's connector asks for. */
  readonly scopes?: readonly string[];
}

/** A network, as far as it has settings. */
export interface Named {
  readonly id: string;
  /** Base URLs by purpose. */
  readonly endpoints: Readonly<Record<string, string>>;
}
interface OwnSetting {
  readonly name: string;
  readonly secret: boolean;
}

/** By purpose: `api` has the network's plain name. */
function endpointNames({ id, endpoints }: Named): Record<string, string> {
  const plain = `CRIER_ENDPOINT_${id.toUpperCase()}`;
  const named = Object.keys(endpoints).map((purpose) => [
    purpose,
    purpose === "api" ? plain : `${plain}_${purpose.toUpperCase()}`,
  ]);
  return Object.fromEntries(named);
}

function applicationNames({ id }: Named): [id: string, secret: string, scopes: string] {
  const plain = `CRIER_${id.toUpperCase()}`;
  return [`${plain}_CLIENT_ID`, `${plain}_CLIENT_SECRET`, `${plain}_SCOPES`];
}

function ownSettings(network: Named): OwnSetting[] {
  const [idName, secretName, scopesName] = applicationNames(network);
  const plain = [...Object.values(endpointNames(network)), idName, scopesName];
  return [...plain.map((name) => ({ name, secret: false })), { name: secretName, secret: true }];
}

/**
 * Reads all settings.
 * @param env the environment, which wins over the file
 * @param networks for the settings that each of them has
 * @param file crier.env of the data folder
 * @throws OperatorError that lists every fault
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  networks: readonly Named[],
  file: SettingsFile | null = null,
): Config {
  const faults: string[] = [...(file?.faults ?? [])];
  const own = networks.flatMap(ownSettings);
  const entries = withFiles(givenIn(env, file), own, faults);
  const usual = { CRIER_DATA: dataFolder(env) };
  const origins = originsOf(knownSettings(own, usual), entries);
  if (!entries.has("CRIER_DATA")) entries.set("CRIER_DATA", { value: usual.CRIER_DATA, from: null });
  const endpoints: Record<string, Record<string, string>> = {};
  const applications: Record<string, NamedApplication> = {};

  for (const network of networks) {
    for (const [purpose, name] of Object.entries(endpointNames(network))) {
      const where = labelOf(name, entries);
      attempt(where, () => {
        const value = take(name);
        if (value !== undefined)
          endpoints[network.id] = { ...endpoints[network.id], [purpose]: webAddress(value) };
      });
    }
    const [idName, secretName, scopesName] = applicationNames(network);
    const [id, secret] = [take(idName), take(secretName)];
    const scopes = (take(scopesName) ?? "").split(/[\s,]+/).filter((scope) => scope !== "");
    if (id && secret) applications[network.id] = { id, secret, ...(scopes.length > 0 && { scopes }) };
    else if (id || secret) faults.push(`${id ? secretName : idName} is missing; set both or neither`);
    else if (scopes.length > 0) faults.push(`${scopesName} needs ${idName}`);
  }
  const values: Record<string, unknown> = { endpoints, applications, origins };
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const where = labelOf(name, entries);
    const value = take(name) ?? setting.default;
    attempt(where, () => (values[name] = value === null ? null : setting.read(value)));
  }
  faults.push(...halfStorage(values), ...halfServer(values));
  for (const name of entries.keys())
    faults.push(`${labelOf(name, entries)} is not a setting${didYouMean(name, own)}`);
  if (faults.length > 0) throw new OperatorError(`Invalid settings:\n  ${faults.join("\n  ")}`);
  return values as Config;

  function take(name: string): string | undefined {
    const found = entries.get(name);
    entries.delete(name);
    return found?.value;
  }

  function attempt(where: string, read: () => void) {
    try {
      read();
    } catch (error) {
      faults.push(`${where} ${error instanceof OperatorError ? error.message : String(error)}`);
    }
  }
}

/** The bucket that holds the media; null when they are in the data folder. */
export function bucketOf(config: Config) {
  const { CRIER_S3_BUCKET: bucket, CRIER_S3_REGION: region, CRIER_S3_PREFIX: prefix } = config;
  if (bucket === null) return null;
  return {
    bucket,
    region,
    prefix,
    endpoint: config.CRIER_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    accessKey: config.CRIER_S3_ACCESS_KEY ?? "",
    secretKey: config.CRIER_S3_SECRET_KEY ?? "",
    cacheBytes: config.CRIER_S3_CACHE_MB * 1e6,
  };
}

/** A bucket needs its keys, and its keys a bucket: with only half of them, media would end up in the wrong place. */
function halfStorage(values: Readonly<Record<string, unknown>>): string[] {
  const [bucket, ...keys] = ["CRIER_S3_BUCKET", "CRIER_S3_ACCESS_KEY", "CRIER_S3_SECRET_KEY"];
  const isGiven = (name = "") => values[name] !== null && values[name] !== "";
  if (isGiven(bucket)) return keys.filter((name) => !isGiven(name)).map((name) => `${name} is missing`);
  return [...keys, "CRIER_S3_ENDPOINT"].filter(isGiven).map((name) => `${name} needs CRIER_S3_BUCKET`);
}

/** Several processes share a database on a server, so they share everything else too. */
function halfServer(values: Readonly<Record<string, unknown>>): string[] {
  if (values["CRIER_DATABASE"] === null) return [];
  const shared = ["CRIER_SECRET_KEY", "CRIER_S3_BUCKET", "CRIER_URL"];
  return shared.filter((name) => values[name] === null).map((name) => `CRIER_DATABASE needs ${name}`);
}

/** Those of tests are nobody's business. */
const UNLISTED = ["CRIER_CRASH_AT"];

/** @param usual defaults that depend on the environment */
function knownSettings(
  own: readonly OwnSetting[],
  usual: Readonly<Record<string, string>>,
): readonly KnownSetting[] {
  const common = Object.entries(SETTINGS).filter(([name]) => !UNLISTED.includes(name));
  return [
    ...common.map(([name, { help, secret = false, default: standard }]) => ({
      name,
      help,
      isSecret: secret,
      default: usual[name] ?? standard,
    })),
    ...own.map(({ name, secret }) => ({ name, help: null, isSecret: secret, default: null })),
  ];
}

/** All CRIER_* settings; what the environment says of one, the file's NAME and NAME_FILE do not change. */
function givenIn(env: Readonly<Record<string, string | undefined>>, file: SettingsFile | null) {
  const values = new Map<string, Given>();
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith("CRIER_") && value !== undefined) values.set(name, { value, from: null });
  }
  const inEnv = new Set([...values.keys()].map(plain));
  for (const [name, { value, line }] of file?.settings ?? []) {
    if (!inEnv.has(plain(name))) values.set(name, { value, from: { path: file?.path ?? "", line } });
  }
  return values;
}

const plain = (name: string) => name.replace(/_FILE$/, "");

/** What a fault is about: the name, and where it stands when that is not the environment. */
function labelOf(name: string, values: ReadonlyMap<string, Given>): string {
  const from = (values.get(name) ?? values.get(`${name}_FILE`))?.from;
  return from ? `${name} (crier.env line ${from.line})` : name;
}

/** NAME_FILE of a secret replaced by the content of that file; a path in crier.env begins at its folder. */
function withFiles(
  values: Map<string, Given>,
  own: readonly OwnSetting[],
  faults: string[],
): Map<string, Given> {
  const all = [...Object.entries(SETTINGS).map(([name, { secret = false }]) => ({ name, secret })), ...own];
  for (const { name, secret } of all) {
    const file = values.get(`${name}_FILE`);
    if (file === undefined || !secret) continue;
    const where = labelOf(`${name}_FILE`, values);
    values.delete(`${name}_FILE`);
    try {
      const path = file.from ? resolve(dirname(file.from.path), file.value) : file.value;
      values.set(name, { value: readFileSync(path, "utf8").trim(), from: file.from });
    } catch (error) {
      faults.push(`${where} can't be read: ${messageOf(error)}`);
    }
  }
  return values;
}

function didYouMean(name: string, own: readonly OwnSetting[]): string {
  const known = [...Object.keys(SETTINGS), ...own.map((setting) => setting.name)];
  const near = nearest(name, known, 5);
  return near === null ? "; see crier serve --help" : `; did you mean ${near}?`;
}
