// Fetches what a person, a page or a network names: only from public addresses, and never more or longer than allowed (D32).
import type { IncomingMessage } from "node:http";
import https from "node:https";
import http from "node:http";
import ipaddr from "ipaddr.js";
import type { Clock } from "../../clock.ts";
import { codeOf } from "../../errors.ts";
import {
  AddressRefusedError,
  checkedUrl,
  guardedLookup,
  systemResolve,
  type Resolve,
} from "../../networks/client/address.ts";

export interface RemoteDeps {
  /** On which public hosts may be called. */
  readonly ports: readonly number[];
  readonly clock: Clock;
  readonly version: string;
  /** Hosts that may be private and plain http, on any port. Default: none. */
  readonly mayBePrivate?: ((url: URL) => boolean) | undefined;
  /** Default: the system's. */
  readonly resolve?: Resolve | undefined;
  /** Certificates to trust beside the system's, PEM. */
  readonly ca?: string | undefined;
}

export interface RemoteRequest {
  /** The header Accept. */
  readonly accept: string;
  readonly limitBytes: number;
  /** Of a larger answer, whether the beginning is enough. Default: no. */
  readonly takesBeginning?: boolean;
  /** Looks at the answer before its body is read; throws to refuse it. */
  readonly check?: (headers: IncomingMessage["headers"]) => void;
  /** For everything, redirects included. */
  readonly timeoutMs: number;
  /** How many are followed; each address is checked like the first. */
  readonly redirects: number;
}

export interface RemoteFile {
  /** Where the bytes came from, after redirects. */
  readonly url: URL;
  /** The header Content-Type; "" without one. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Why nothing was fetched. The message names the host and nothing else of the address, which may carry a token. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";
  constructor(
    readonly reason: "address" | "number" | "too_large" | "failed",
    message: string,
  ) {
    super(message);
  }
}

/**
 * An address that may be called, as far as can be seen from it: https on an allowed port, a host name, no password.
 * `open` means that the operator allows it to be private. @throws RemoteError, its message what the address must be
 */
export function remoteAddress(
  text: string,
  deps: Pick<RemoteDeps, "ports" | "mayBePrivate">,
): { url: URL; open: boolean } {
  // The URL parser corrects these silently; no address that needs it is called.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text)) throw wrong("an address without spaces and control characters");
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong("an https address");
  if (url.username || url.password || /^https?:\/*[^/?#]*@/i.test(text))
    throw wrong("an address without a password");
  const open = deps.mayBePrivate?.(url) ?? false;
  if (open) return { url, open };
  if (url.protocol !== "https:") throw wrong("an https address");
  if (!deps.ports.includes(Number(url.port || 443)))
    throw wrong(`an address on port ${deps.ports.join(", ")}`);
  // A number is connected to without being looked up, so that nothing would check it.
  if (ipaddr.isValid(url.hostname.replace(/^\[|\]$/g, "")))
    throw new RemoteError("number", `${url.hostname} is a number, not the name of a host`);
  return { url: checkedUrl(url.href, () => false).url, open };
}

const wrong = (message: string) => new RemoteError("address", message);

/** @throws RemoteError */
export function fetchRemote(text: string, request: RemoteRequest, deps: RemoteDeps): Promise<RemoteFile> {
  const { promise, resolve, reject } = Promise.withResolvers<RemoteFile>();
  let call: http.ClientRequest | null = null;
  let host = "";
  let isOver = false;
  const stopTimer = deps.clock.after(request.timeoutMs, () =>
    fail(`did not answer in ${request.timeoutMs / 1000} s`),
  );
  begin(text, request.redirects);
  return promise;

  function begin(address: string, redirects: number): void {
    try {
      const { url, open } = remoteAddress(address, deps);
      host = url.hostname;
      call =
        open && url.protocol === "http:"
          ? http.get(url.href, optionsOf(open))
          : https.get(url.href, optionsOf(open));
      listen(call, url, redirects);
    } catch (cause) {
      refuse(cause);
    }
  }

  function optionsOf(open: boolean): https.RequestOptions {
    return {
      // A connection of its own, to the very address that was checked, whatever a proxy setting says.
      agent: false,
      lookup: guardedLookup(deps.resolve ?? systemResolve, open),
      headers: {
        accept: request.accept,
        "accept-encoding": "identity",
        "user-agent": `Crier/${deps.version}`,
      },
      ...(deps.ca !== undefined && { ca: deps.ca }),
    };
  }

  function listen(own: http.ClientRequest, url: URL, redirects: number): void {
    own.on("error", (error) => own === call && fail(reasonOf(error)));
    own.on("close", () => own === call && fail("closed the connection before everything had arrived"));
    own.on("response", (response) => {
      if (isOver || own !== call) return;
      const next = redirectOf(response);
      if (next !== null && redirects > 0) {
        call = null;
        own.destroy();
        begin(URL.parse(next, url.href)?.href ?? next, redirects - 1);
      } else {
        collect(response, host, request).then((file) => end(() => resolve({ ...file, url })), refuse);
      }
    });
  }

  function fail(words: string): void {
    refuse(new RemoteError("failed", `${host} ${words}`));
  }
  function refuse(cause: unknown): void {
    end(() =>
      reject(cause instanceof RemoteError ? cause : new RemoteError("failed", `${host} ${reasonOf(cause)}`)),
    );
  }
  function end(settle: () => void): void {
    if (isOver) return;
    isOver = true;
    stopTimer();
    settle();
    call?.destroy();
  }
}

/** Where an answer leads instead; null when it is none. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  const leads = [301, 302, 303, 307, 308].includes(statusCode);
  return leads && headers.location !== undefined ? headers.location : null;
}

async function collect(
  response: IncomingMessage,
  host: string,
  { limitBytes, takesBeginning = false, check }: RemoteRequest,
): Promise<Omit<RemoteFile, "url">> {
  const { statusCode = 0, headers } = response;
  const failure = (words: string) => new RemoteError("failed", `${host} ${words}`);
  if (statusCode >= 300 && statusCode < 400)
    throw failure("answered with a redirect, which Crier does not follow");
  if (statusCode !== 200) throw failure(`answered with status ${statusCode}`);
  // What is small when it arrives could be huge once it is unpacked.
  if (!/^(identity)?$/i.test(headers["content-encoding"] ?? "")) throw failure("sent something compressed");
  check?.(headers);
  const tooLarge = () =>
    new RemoteError("too_large", `The file at ${host} is larger than ${limitBytes} bytes.`);
  if (!takesBeginning && Number(headers["content-length"] ?? 0) > limitBytes) throw tooLarge();
  const type = headers["content-type"] ?? "";
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const room = limitBytes - size;
    if (chunk.byteLength > room && !takesBeginning) throw tooLarge();
    chunks.push(chunk.subarray(0, room));
    size += Math.min(chunk.byteLength, room);
    if (chunk.byteLength > room) return { type, bytes: Buffer.concat(chunks, size) };
  }
  if (!response.complete) throw failure("broke off before everything had arrived");
  return { type, bytes: Buffer.concat(chunks, size) };
}

/** Without the address in it. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefusedError) return "is not on the public internet";
  const code = codeOf(error);
  return `gave no file${code === "" ? "" : ` (${code})`}`;
}
