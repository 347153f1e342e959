// Downloads a file from an approved host, and never from a private address (D32).
import { Problem } from "../errors.ts";
import { fetchRemote, remoteAddress, RemoteError, type RemoteDeps } from "./remote/fetch.ts";

export interface Imported {
  /** The last part of the address; may be "". */
  readonly filename: string;
  readonly bytes: Uint8Array;
}

/** @throws Problem invalid_request, host_not_approved, media_too_large or import_failed */
export type Import = (url: string) => Promise<Imported>;

export interface ImportDeps extends RemoteDeps {
  /** Whether a host (as `new URL` writes it) is on the operator's list. */
  readonly isApproved: (hostname: string) => Promise<boolean>;
  readonly limitBytes: number;
}

const TIMEOUT_MS = 10_000;

export function openImport(deps: ImportDeps): Import {
  return async (text) => {
    try {
      const url = await approve(text, deps);
      const { bytes } = await fetchRemote(url.href, requestOf(deps), deps);
      return { filename: nameIn(url), bytes };
    } catch (cause) {
      throw cause instanceof RemoteError ? problemOf(cause, deps) : cause;
    }
  };
}

const requestOf = ({ limitBytes }: ImportDeps) => ({
  accept: "image/*, video/*",
  limitBytes,
  timeoutMs: TIMEOUT_MS,
  redirects: 0,
});

async function approve(text: string, deps: ImportDeps): Promise<URL> {
  // Files come over https from a port on the operator's list, also from the operator's own network.
  const { url } = remoteAddress(text, { ...deps, mayBePrivate: () => false });
  if (await deps.isApproved(url.hostname)) return url;
  throw notApproved(`The operator has not approved ${url.hostname}`);
}

const notApproved = (words: string) => new Problem("host_not_approved", `${words}.`);

function problemOf({ reason, message }: RemoteError, { limitBytes }: ImportDeps): Problem {
  switch (reason) {
    case "address":
      return invalid(message);
    case "number":
      return notApproved(message);
    case "too_large":
      return new Problem("media_too_large", message, { limit: limitBytes });
    case "failed":
      return new Problem("import_failed", `${message}.`);
  }
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

function invalid(message: string): Problem {
  const errors = [{ pointer: "/url", message: `must be ${message}` }];
  return new Problem("invalid_request", `The request is not valid: /url: must be ${message}.`, { errors });
}
