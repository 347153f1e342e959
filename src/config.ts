// Every setting: name, default, check and one line of help. All faults are reported at once.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { Refusal } from "./errors.ts";
import { LEVELS, type Level } from "./log.ts";
import { durationOf } from "./moment.ts";

interface Setting<T> {
  readonly help: string;
  readonly default: string | null;
  /** May also be given as NAME_FILE, whose content is the value. */
  readonly secret?: boolean;
  /** Throws a Refusal that ends the sentence "CRIER_X must …". */
  read(text: string): T;
}

const text: Setting<string>["read"] = (value) => value;
const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new Refusal(`must be a whole number from ${min} to ${max}`);
  }
  return number;
};
const webAddress = (value: string) => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Refusal("must be an http(s) address");
  return value.replace(/\/+$/, "");
};
const level = (value: string): Level => {
  const found = LEVELS.find((name) => name === value);
  if (!found) throw new Refusal(`must be one of ${LEVELS.join(", ")}`);
  return found;
};
const durations = (value: string) =>
  list(value).map((each) => {
    const ms = durationOf(each);
    if (ms === null) throw new Refusal("must be durations such as 35s, 5m, 2h or 1d");
    return ms;
  });
const list = (value: string) => value.split(/[\s,]+/).filter((part) => part !== "");
const addresses = (value: string) => {
  const wrong = list(value).find((each) => !ipaddr.isValid(each) && !ipaddr.isValidCIDR(each));
  if (wrong !== undefined) throw new Refusal("must be addresses such as 10.0.0.1 or 10.0.0.0/8");
  return list(value);
};

export const SETTINGS = {
  CRIER_DATA: {
    help: "Folder of the database, the media and the secret key",
    default: "./data",
    read: (v) => resolve(v),
  } as Setting<string>,
  CRIER_HOST: { help: "Address to listen on", default: "127.0.0.1", read: text } as Setting<string>,
  CRIER_PORT: {
    help: "Port to listen on; 0 takes a free one",
    default: "4040",
    read: wholeNumber(0, 65535),
  } as Setting<number>,
  CRIER_URL: {
    help: "Public address of this appliance; default: what it listens on",
    default: null,
    read: webAddress,
  } as Setting<string>,
  CRIER_SECRET_KEY: {
    help: "Key that encrypts credentials, 64 hex digits; default: the file secret.key in the data folder, made on first start",
    default: null,
    secret: true,
    read(value) {
      if (!/^[0-9a-f]{64}$/i.test(value)) throw new Refusal("must be 64 hex digits (openssl rand -hex 32)");
      return value.toLowerCase();
    },
  } as Setting<string>,
  CRIER_NOW_WAIT_MS: {
    help: "How long POST /posts with schedule `now` waits for the networks, ms",
    default: "20000",
    read: wholeNumber(0, 120_000),
  } as Setting<number>,
  CRIER_LATE_MINUTES: {
    help: "How late a post may still go out after Crier was down, minutes",
    default: "60",
    read: wholeNumber(0, 10_080),
  } as Setting<number>,
  CRIER_RETRY_TRIES: {
    help: "How often a target is tried by itself when it is certain that nothing was published",
    default: "5",
    read: wholeNumber(1, 20),
  } as Setting<number>,
  CRIER_RETRY_MINUTES: {
    help: "How long after its first try such a target is still tried by itself, minutes",
    default: "120",
    read: wholeNumber(0, 10_080),
  } as Setting<number>,
  CRIER_ASK_AFTER: {
    help: "Waits between the questions to a network about a lost answer; after the last, a person decides",
    default: "35s 1m 5m 30m 2h 6h 24h",
    read: durations,
  } as Setting<readonly number[]>,
  CRIER_MIN_FREE_MB: {
    help: "With less free disk space than this nothing new is published, MB; a quarter of it is kept in reserve",
    default: "256",
    read: wholeNumber(0, 1_000_000),
  } as Setting<number>,
  CRIER_KEEP_MEDIA_DAYS: {
    help: "Days after which a file that no post needs any more is deleted, counted from its last use; 0: never",
    default: "0",
    read: (value) => (value === "" ? 0 : wholeNumber(0, 36_500)(value)),
  } as Setting<number>,
  CRIER_RATE_LIMIT: {
    help: "Requests a minute per key (half of it at once); 0 turns limits off",
    default: "120",
    read: wholeNumber(0, 1_000_000),
  } as Setting<number>,
  CRIER_ALLOW_PRIVATE_HOSTS: {
    help: "Hosts (host or host:port, by comma) that connectors may reach although private, also by plain http",
    default: "",
    read: list,
  } as Setting<readonly string[]>,
  CRIER_IMPORT_PORTS: {
    help: "Ports, by comma, on which approved hosts may offer files for import",
    default: "443",
    read: (value) => list(value).map(wholeNumber(1, 65_535)),
  } as Setting<readonly number[]>,
  CRIER_TRUSTED_PROXIES: {
    help: "Proxies (address or address/bits, by comma) whose X-Forwarded-For is believed",
    default: "",
    read: addresses,
  } as Setting<readonly string[]>,
  CRIER_LOG: {
    help: `Lowest level that is logged: ${LEVELS.join(", ")}`,
    default: "info",
    read: level,
  } as Setting<Level>,
  CRIER_SIMULATOR: {
    help: "Address of a simulator of the networks that runs on its own; default: the one inside",
    default: null,
    read: webAddress,
  } as Setting<string>,
  CRIER_CRASH_AT: {
    help: "For test benches: end as by kill -9 at a named step, as step or step:N for the N-th time",
    default: null,
    read: text,
  } as Setting<string>,
};

type SettingName = keyof typeof SETTINGS;
type ValueOf<N extends SettingName> = ReturnType<(typeof SETTINGS)[N]["read"]>;
type Optional = "CRIER_URL" | "CRIER_SECRET_KEY" | "CRIER_SIMULATOR" | "CRIER_CRASH_AT";

export type Config = { readonly [N in Exclude<SettingName, Optional>]: ValueOf<N> } & {
  readonly [N in Optional]: ValueOf<N> | null;
} & {
  /** Base URLs that replace a network's own, by network id and purpose (CRIER_ENDPOINT_<NETWORK>[_<PURPOSE>]). */
  readonly endpoints: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The operator's applications, by network id (CRIER_<NETWORK>_CLIENT_ID and _CLIENT_SECRET). */
  readonly applications: Readonly<Record<string, { readonly id: string; readonly secret: string }>>;
};

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

function applicationNames({ id }: Named): [string, string] {
  return [`CRIER_${id.toUpperCase()}_CLIENT_ID`, `CRIER_${id.toUpperCase()}_CLIENT_SECRET`];
}

function ownSettings(network: Named): OwnSetting[] {
  const [idName, secretName] = applicationNames(network);
  const endpoints = Object.values(endpointNames(network)).map((name) => ({ name, secret: false }));
  return [...endpoints, { name: idName, secret: false }, { name: secretName, secret: true }];
}

/**
 * Reads all settings from the environment.
 * @param networks for the settings that each of them has
 * @throws Refusal that lists every fault
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  networks: readonly Named[],
): Config {
  const faults: string[] = [];
  const own = networks.flatMap(ownSettings);
  const given = withFiles(env, own, faults);
  const endpoints: Record<string, Record<string, string>> = {};
  const applications: Record<string, { id: string; secret: string }> = {};

  for (const network of networks) {
    for (const [purpose, name] of Object.entries(endpointNames(network))) {
      attempt(name, () => {
        const value = take(name);
        if (value !== undefined)
          endpoints[network.id] = { ...endpoints[network.id], [purpose]: webAddress(value) };
      });
    }
    const [idName, secretName] = applicationNames(network);
    const [id, secret] = [take(idName), take(secretName)];
    if (id && secret) applications[network.id] = { id, secret };
    else if (id || secret) faults.push(`${id ? secretName : idName} is missing: the two go together`);
  }
  const values: Record<string, unknown> = { endpoints, applications };
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const value = given.get(name) ?? setting.default;
    given.delete(name);
    attempt(name, () => (values[name] = value === null ? null : setting.read(value)));
  }
  for (const name of given.keys()) faults.push(`${name} is no setting${didYouMean(name, own)}`);
  if (faults.length > 0) throw new Refusal(`The settings can't be used:\n  ${faults.join("\n  ")}`);
  return values as Config;

  function take(name: string): string | undefined {
    const value = given.get(name);
    given.delete(name);
    return value;
  }

  function attempt(name: string, read: () => void) {
    try {
      read();
    } catch (error) {
      faults.push(`${name} ${error instanceof Refusal ? error.message : String(error)}`);
    }
  }
}

/** All CRIER_* variables, NAME_FILE of a secret replaced by the content of that file. */
function withFiles(
  env: Readonly<Record<string, string | undefined>>,
  own: readonly OwnSetting[],
  faults: string[],
): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith("CRIER_") && value !== undefined) given.set(name, value);
  }
  const all = [...Object.entries(SETTINGS).map(([name, { secret = false }]) => ({ name, secret })), ...own];
  for (const { name, secret } of all) {
    const file = given.get(`${name}_FILE`);
    if (file === undefined || !secret) continue;
    given.delete(`${name}_FILE`);
    try {
      given.set(name, readFileSync(file, "utf8").trim());
    } catch (error) {
      faults.push(`${name}_FILE can't be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return given;
}

function didYouMean(name: string, own: readonly OwnSetting[]): string {
  const known = [...Object.keys(SETTINGS), ...own.map((setting) => setting.name)];
  const near = known
    .map((candidate) => ({ candidate, far: distance(name, candidate) }))
    .toSorted((a, b) => a.far - b.far)[0];
  return near && near.far <= 5 ? `; did you mean ${near.candidate}?` : "; crier serve --help lists them all";
}

/** Levenshtein distance: how many letters differ. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const nextRow = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      nextRow.push(Math.min(swap, (row[j] ?? 0) + 1, (nextRow[j - 1] ?? 0) + 1));
    }
    row = nextRow;
  }
  return row[b.length] ?? 0;
}
