// The list of hosts that files may be imported from (D32).
import type { ImportHost } from "../domain/import-host.ts";
import type { AuditEntry } from "../domain/audit.ts";
import { Problem } from "../errors.ts";
import { importHost, isImportHost } from "../media/import-hosts.ts";
import { entryOf, invalid, type AdminDeps } from "./deps.ts";

/**
 * @param text an exact name, or `*.name` for every name below it
 * @throws Problem invalid_request, already_exists
 */
export async function addImportHost(actor: string, text: string, deps: AdminDeps): Promise<ImportHost> {
  const host = importHost(text.trim());
  if (host === null) {
    const detail = `${text} is not a host name; use media.example.com or *.example.com.`;
    throw invalid("/host", "must be a host name such as media.example.com or *.example.com", detail);
  }
  const record = { host, createdAt: deps.clock.now() };
  if (!(await deps.store.importHosts.add(record, hostEntry(actor, "import_host.add", host, deps))))
    throw new Problem("already_exists", `${host} is on the list already.`);
  return record;
}

/** @throws Problem not_found. @returns the host as it was on the list */
export async function removeImportHost(actor: string, text: string, deps: AdminDeps): Promise<string> {
  const host = importHost(text.trim());
  if (host !== null) {
    const entry = hostEntry(actor, "import_host.remove", host, deps);
    if (await deps.store.importHosts.remove(host, entry)) return host;
  }
  throw new Problem("not_found", "This host is not on the list.");
}

/** Whether files may be imported from a host, written as `new URL` writes it. */
export async function isApprovedHost(
  hostname: string,
  { store }: Pick<AdminDeps, "store">,
): Promise<boolean> {
  const approved = await store.importHosts.list();
  return isImportHost(
    approved.map(({ host }) => host),
    hostname,
  );
}

function hostEntry(actor: string, action: string, host: string, deps: AdminDeps): AuditEntry {
  return entryOf(actor, deps, { action, profileId: null, subject: host, detail: null });
}
