// Every setting: name, default, check and one line of help.
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { isRhythm, MOST_KEPT, RHYTHMS } from "../domain/backup.ts";
import { UPLOAD_TARGETS, type UploadTarget } from "../domain/upload.ts";
import { OperatorError } from "../errors.ts";
import { LEVELS, type Level, LOG_FORMATS, type LogFormat } from "../log.ts";
import { durationOf } from "../time.ts";

interface Setting<T> {
  readonly help: string;
  readonly default: string | null;
  /** May also be given as NAME_FILE, whose content is the value. */
  readonly secret?: boolean;
  /** Throws an OperatorError that ends the sentence "CRIER_X must …". */
  read(text: string): T;
}

const text: Setting<string>["read"] = (value) => value;
const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new OperatorError(`must be a whole number from ${min} to ${max}`);
  }
  return number;
};
export const webAddress = (value: string) => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new OperatorError("must be an http(s) address");
  return value.replace(/\/+$/, "");
};
const oneOf =
  <T extends string>(names: readonly T[]) =>
  (value: string): T => {
    const found = names.find((name) => name === value);
    if (found === undefined) throw new OperatorError(`must be one of ${names.join(", ")}`);
    return found;
  };
const durations = (value: string) =>
  list(value).map((each) => {
    const ms = durationOf(each);
    if (ms === null) throw new OperatorError("must be durations such as 35s, 5m, 2h or 1d");
    return ms;
  });
const list = (value: string) => value.split(/[\s,]+/).filter((part) => part !== "");
const addresses = (value: string) => {
  const wrong = list(value).find((each) => !ipaddr.isValid(each) && !ipaddr.isValidCIDR(each));
  if (wrong !== undefined) throw new OperatorError("must be addresses such as 10.0.0.1 or 10.0.0.0/8");
  return list(value);
};

/** A `host` or `host:port` as addresses write it. An IPv6 address stands in brackets when a port follows. */
const hostOf = (value: string) => {
  const [, host = "", port] = ipaddr.IPv6.isValid(value)
    ? [value, `[${value}]`]
    : (/^(\[[\da-f:.]+\]|[^\s:/@?#*[\]\\]+)(?::(\d{1,5}))?$/i.exec(value) ?? []);
  const url = URL.parse(`http://${host}`);
  if (!url || host === "" || Number(port ?? 0) > 65_535)
    throw new OperatorError("must be hosts such as mastodon.lan or 192.168.1.5:3000, without https://");
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`;
};

export const SETTINGS = {
  CRIER_DATA: {
    help: "Folder for the database, media, secret key and crier.env; default: $STATE_DIRECTORY, else ./data if it holds Crier data, else $XDG_DATA_HOME/crier",
    default: null,
    read(value) {
      if (value === "") throw new OperatorError("must be a folder");
      return resolve(value);
    },
  } as Setting<string>,
  CRIER_HOST: { help: "Address to listen on", default: "127.0.0.1", read: text } as Setting<string>,
  CRIER_PORT: {
    help: "Port to listen on; 0 chooses a free one",
    default: "4040",
    read: wholeNumber(0, 65535),
  } as Setting<number>,
  CRIER_URL: {
    help: "Public address of this server; default: the address it listens on",
    default: null,
    read: webAddress,
  } as Setting<string>,
  CRIER_DATABASE: {
    help: "PostgreSQL database that several processes share, postgres://…; default: a file in the data folder",
    default: null,
    secret: true,
    read(value) {
      if (!URL.canParse(value) || !/^postgres(ql)?:$/.test(new URL(value).protocol))
        throw new OperatorError("must be an address such as postgres://user:password@host/name");
      return value;
    },
  } as Setting<string>,
  CRIER_SECRET_KEY: {
    help: "Key that encrypts credentials, 64 hex digits; default: the file secret.key in the data folder, created on first start",
    default: null,
    secret: true,
    read(value) {
      if (!/^[0-9a-f]{64}$/i.test(value))
        throw new OperatorError("must be 64 hex digits (openssl rand -hex 32)");
      return value.toLowerCase();
    },
  } as Setting<string>,
  CRIER_PROFILE: {
    help: "Default profile for commands without --profile, by name or id",
    default: null,
    read: text,
  } as Setting<string>,
  CRIER_NOW_WAIT_MS: {
    help: "How long POST /posts with schedule `now` waits for the networks, ms",
    default: "20000",
    read: wholeNumber(0, 120_000),
  } as Setting<number>,
  CRIER_DRAIN_MS: {
    help: "How long a server that is asked to end still takes requests while /readyz answers 503, so that proxies turn to another one, ms",
    default: "0",
    read: wholeNumber(0, 120_000),
  } as Setting<number>,
  CRIER_LATE_MINUTES: {
    help: "How late a post may still be published after an outage, minutes",
    default: "60",
    read: wholeNumber(0, 10_080),
  } as Setting<number>,
  CRIER_RETRY_TRIES: {
    help: "Maximum automatic attempts when it is certain that nothing was published",
    default: "5",
    read: wholeNumber(1, 20),
  } as Setting<number>,
  CRIER_RETRY_MINUTES: {
    help: "Minutes after the first attempt during which automatic retries continue",
    default: "120",
    read: wholeNumber(0, 10_080),
  } as Setting<number>,
  CRIER_ASK_AFTER: {
    help: "Delays between checks after a lost response; after the last, a person must decide",
    default: "35s 1m 5m 30m 2h 6h 24h",
    read: durations,
  } as Setting<readonly number[]>,
  CRIER_MIN_FREE_MB: {
    help: "Minimum free disk space, MB; below it nothing new is published. A quarter of it is kept in reserve",
    default: "256",
    read: wholeNumber(0, 1_000_000),
  } as Setting<number>,
  CRIER_KEEP_MEDIA_DAYS: {
    help: "Days after its last use until a file that no post needs is deleted; 0: never",
    default: "0",
    read: (value) => (value === "" ? 0 : wholeNumber(0, 36_500)(value)),
  } as Setting<number>,
  CRIER_MEDIA_QUOTA_MB: {
    help: "Media quota of each profile, MB; 0: unlimited",
    default: "0",
    read: wholeNumber(0, 1_000_000_000),
  } as Setting<number>,
  CRIER_BACKUP_EVERY: {
    help: "When the server makes backups: a time of day such as 03:15, or a duration such as 6h; default: as set on the System page",
    default: null,
    read(value) {
      if (!isRhythm(value)) throw new OperatorError(`must be ${RHYTHMS}`);
      return value;
    },
  } as Setting<string>,
  CRIER_BACKUP_KEEP: {
    help: "How many backups stay in the folder; 0: all; default: as set on the System page",
    default: null,
    read: wholeNumber(0, MOST_KEPT),
  } as Setting<number>,
  CRIER_BACKUP_FOLDER: {
    help: "Folder for the backups that the server makes; default: as set on the System page, else backups in the data folder",
    default: null,
    read(value) {
      if (value === "") throw new OperatorError("must be a folder");
      return resolve(value);
    },
  } as Setting<string>,
  CRIER_S3_BUCKET: {
    help: "S3 bucket for media; default: the data folder",
    default: null,
    read: text,
  } as Setting<string>,
  CRIER_S3_ENDPOINT: {
    help: "Address of the S3 storage; default: Amazon S3 in CRIER_S3_REGION",
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
    help: "Prefix of all object names; each installation needs its own",
    default: "crier",
    read(value) {
      if (!/^[\w.-]+(\/[\w.-]+)*$/.test(value))
        throw new OperatorError("must be letters, digits, . _ - and single slashes between them");
      return value;
    },
  } as Setting<string>,
  CRIER_S3_UPLOADS: {
    help: "Where programs send large files: to the bucket, or to this server where they can't reach the bucket",
    default: "bucket",
    read: oneOf(UPLOAD_TARGETS),
  } as Setting<UploadTarget>,
  CRIER_S3_CACHE_MB: {
    help: "Size of the local cache for files in the bucket, MB",
    default: "2048",
    read: wholeNumber(0, 100_000_000),
  } as Setting<number>,
  CRIER_RATE_LIMIT: {
    help: "Requests a minute per key (half of it at once); 0 turns limits off",
    default: "120",
    read: wholeNumber(0, 1_000_000),
  } as Setting<number>,
  CRIER_ALLOW_PRIVATE_HOSTS: {
    help: "Private hosts that networks may be on (host or host:port, separated by commas); also allows plain http",
    default: "",
    read: (value) => list(value).map(hostOf),
  } as Setting<readonly string[]>,
  CRIER_IMPORT_PORTS: {
    help: "Ports from which files may be imported from approved hosts, separated by commas",
    default: "443",
    read: (value) => list(value).map(wholeNumber(1, 65_535)),
  } as Setting<readonly number[]>,
  CRIER_TRUSTED_PROXIES: {
    help: "Proxies whose X-Forwarded-For is trusted (address or address/bits, separated by commas)",
    default: "",
    read: addresses,
  } as Setting<readonly string[]>,
  CRIER_METRICS_TOKEN: {
    help: "Token with which monitoring may read /metrics; default: only this machine may",
    default: null,
    secret: true,
    read(value) {
      if (!/^[\x21-\x7e]{16,}$/.test(value))
        throw new OperatorError("must be at least 16 characters without spaces (openssl rand -hex 32)");
      return value;
    },
  } as Setting<string>,
  CRIER_LOG: {
    help: `Minimum log level: ${LEVELS.join(", ")}`,
    default: "info",
    read: oneOf(LEVELS),
  } as Setting<Level>,
  CRIER_LOG_FORMAT: {
    help: "Log lines as json, or as text for people; default: text on a terminal, else json",
    default: null,
    read: oneOf(LOG_FORMATS),
  } as Setting<LogFormat>,
  CRIER_SIMULATOR: {
    help: "Address of a simulator that several processes share (crier simulator); default: the built-in one",
    default: null,
    read: webAddress,
  } as Setting<string>,
  CRIER_CRASH_AT: {
    help: "For tests: crash at a named step, as step or step:N for the N-th time",
    default: null,
    read: text,
  } as Setting<string>,
};
