// Every setting: name, default, check and one line of help.
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { Refusal } from "../errors.ts";
import { LEVELS, type Level } from "../log.ts";
import { durationOf } from "../time.ts";

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
export const webAddress = (value: string) => {
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

/** A `host` or `host:port` as addresses write it. An IPv6 address stands in brackets when a port follows. */
const hostOf = (value: string) => {
  const [, host = "", port] = ipaddr.IPv6.isValid(value)
    ? [value, `[${value}]`]
    : (/^(\[[\da-f:.]+\]|[^\s:/@?#*[\]\\]+)(?::(\d{1,5}))?$/i.exec(value) ?? []);
  const url = URL.parse(`http://${host}`);
  if (!url || host === "" || Number(port ?? 0) > 65_535)
    throw new Refusal("must be hosts such as mastodon.lan or 192.168.1.5:3000, without https://");
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
};

export const SETTINGS = {
  CRIER_DATA: {
    help: "Folder of the database, the media, the secret key and crier.env; default: $STATE_DIRECTORY, ./data where it holds a Crier, else $XDG_DATA_HOME/crier",
    default: null,
    read(value) {
      if (value === "") throw new Refusal("must be a folder");
      return resolve(value);
    },
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
  CRIER_PROFILE: {
    help: "Profile that commands mean when they are not given --profile, by name or id",
    default: null,
    read: text,
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
  CRIER_MEDIA_QUOTA_MB: {
    help: "How much media a profile may have, MB; 0: as much as there is room for",
    default: "0",
    read: wholeNumber(0, 1_000_000_000),
  } as Setting<number>,
  CRIER_S3_BUCKET: {
    help: "Bucket of an S3 storage that holds the media; default: they are in the data folder",
    default: null,
    read: text,
  } as Setting<string>,
  CRIER_S3_ENDPOINT: {
    help: "Address of that storage; default: Amazon's in CRIER_S3_REGION",
    default: null,
    read: webAddress,
  } as Setting<string>,
  CRIER_S3_REGION: {
    help: "Region of the bucket",
    default: "us-east-1",
    read: text,
  } as Setting<string>,
  CRIER_S3_ACCESS_KEY: {
    help: "Access key id of the bucket",
    default: null,
    secret: true,
    read: text,
  } as Setting<string>,
  CRIER_S3_SECRET_KEY: {
    help: "Secret access key of the bucket",
    default: null,
    secret: true,
    read: text,
  } as Setting<string>,
  CRIER_S3_PREFIX: {
    help: "What the names of its objects begin with; no two appliances may share one",
    default: "crier",
    read(value) {
      if (!/^[\w.-]+(\/[\w.-]+)*$/.test(value))
        throw new Refusal("must be letters, digits, . _ - and single slashes between them");
      return value;
    },
  } as Setting<string>,
  CRIER_S3_CACHE_MB: {
    help: "How much of the disk copies of files in the bucket may take, MB",
    default: "2048",
    read: wholeNumber(0, 100_000_000),
  } as Setting<number>,
  CRIER_RATE_LIMIT: {
    help: "Requests a minute per key (half of it at once); 0 turns limits off",
    default: "120",
    read: wholeNumber(0, 1_000_000),
  } as Setting<number>,
  CRIER_ALLOW_PRIVATE_HOSTS: {
    help: "Hosts (host or host:port, by comma) that connectors may reach although private, then also by plain http",
    default: "",
    read: (value) => list(value).map(hostOf),
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
