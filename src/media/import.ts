// Downloads a file from an approved host, and never from a private address (D32).
import type { IncomingMessage } from "node:http";
import https from "node:https";
import ipaddr from "ipaddr.js";
import type { Clock } from "../clock.ts";
import { Problem } from "../errors.ts";
import {
  AddressRefusedError,
  checkedUrl,
  guardedLookup,
  systemResolve,
  type Resolve,
} from "../networks/client/address.ts";

export interface Imported {
  /** The last part of the address; may be "". */
  readonly filename: string;
  readonly bytes: Uint8Array;
}

/** @throws Problem invalid_request, host_not_approved, media_too_large or import_failed */
export type Import = (url: string) => Promise<Imported>;

export interface ImportDeps {
  /** Whether a host (as `new URL` writes it) is on the operator's list. */
  readonly isApproved: (hostname: string) => Promise<boolean>;
  readonly ports: readonly number[];
  readonly limitBytes: number;
  readonly clock: Clock;
  readonly version: string;
  /** Approved hosts that may be private as well. Default: none. */
  readonly mayBePrivate?: (url: URL) => boolean;
  /** Default: the system's. */
  readonly resolve?: Resolve | undefined;
  /** Certificates to trust beside the system's, PEM. */
  readonly ca?: string | undefined;
}

const TIMEOUT_MS = 10_000;

export function openImport(deps: ImportDeps): Import {
  return async (text) => {
    const { url, isPrivate } = await approved(text, deps);
    const bytes = await fetched(url, isPrivate, deps);
    return { filename: nameIn(url), bytes };
  };
}

async function approved(text: string, deps: ImportDeps): Promise<{ url: URL; isPrivate: boolean }> {
  // The URL parser mends these in silence; an address that needs mending is none of ours.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text)) throw invalid("an address without spaces and control characters");
  const url = URL.parse(text);
  if (url?.protocol !== "https:") throw invalid("an https address");
  if (url.username || url.password || /^https:\/*[^/?#]*@/i.test(text))
    throw invalid("an address without a password");
  if (!deps.ports.includes(Number(url.port || 443))) {
    throw invalid(`an address on port ${deps.ports.join(", ")}`);
  }
  const isNumber = ipaddr.isValid(url.hostname.replace(/^\[|\]$/g, ""));
  if (isNumber || !(await deps.isApproved(url.hostname))) {
    throw new Problem("host_not_approved", `The operator has not approved ${url.hostname || "this host"}.`);
  }
  const { open } = checkedUrl(url.href, deps.mayBePrivate ?? (() => false));
  return { url, isPrivate: open };
}

function fetched(url: URL, isPrivate: boolean, deps: ImportDeps): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const { hostname } = url;
  const call = https.get(url, {
    // A connection of its own, to the very address that was checked, whatever a proxy setting says.
    agent: false,
    lookup: guardedLookup(deps.resolve ?? systemResolve, isPrivate),
    headers: {
      accept: "image/*, video/*",
      "accept-encoding": "identity",
      "user-agent": `Crier/${deps.version}`,
    },
    ...(deps.ca !== undefined && { ca: deps.ca }),
  });
  const stopTimer = deps.clock.after(TIMEOUT_MS, () =>
    fail(`did not give the file in ${TIMEOUT_MS / 1000} s`),
  );
  call.on("error", (error) => fail(reasonOf(error)));
  call.on("close", () => fail("closed the connection before the file was whole"));
  call.on("response", (response) => {
    collect(response, hostname, deps.limitBytes).then((bytes) => end(() => resolve(bytes)), refuse);
  });
  return promise;

  function fail(words: string): void {
    refuse(new Problem("import_failed", `${hostname} ${words}.`));
  }
  function refuse(problem: unknown): void {
    end(() => reject(problem instanceof Problem ? problem : failed(hostname, reasonOf(problem))));
  }
  function end(settle: () => void): void {
    stopTimer();
    settle();
    call.destroy();
  }
}

async function collect(response: IncomingMessage, host: string, limitBytes: number): Promise<Uint8Array> {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400)
    throw failed(host, "answered with a redirect, which Crier does not follow");
  if (statusCode !== 200) throw failed(host, `answered with status ${statusCode}`);
  const tooLarge = () =>
    new Problem("media_too_large", `The file at ${host} is larger than ${limitBytes} bytes.`, {
      limit: limitBytes,
    });
  if (Number(headers["content-length"] ?? 0) > limitBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  if (!response.complete) throw failed(host, "broke off before the file was whole");
  return Buffer.concat(chunks, size);
}

/** The last part of the path, as people would write it. */
function nameIn({ pathname }: URL): string {
  const last = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function failed(host: string, words: string): Problem {
  return new Problem("import_failed", `${host} ${words}.`);
}

function invalid(message: string): Problem {
  const errors = [{ pointer: "/url", message: `must be ${message}` }];
  return new Problem("invalid_request", `The request is not valid: /url: must be ${message}.`, { errors });
}

/** Without the address in it, which may carry a token. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefusedError) return "is not on the public internet";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return `gave no file${code === "" ? "" : ` (${code})`}`;
}
