// Hosts from which files may be imported (D32): exact names, or all subdomains of one.

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A wished entry of the list in its one form (`host` or `*.host`, small letters, ASCII); null when it is none. */
export function importHost(text: string): string | null {
  const wild = text.startsWith("*.");
  const name = wild ? text.slice(2) : text;
  // An address, a port, a path or a credential is not a host name; the URL parser also turns ünï.example into ASCII.
  if (/[/:@?#\\\s%[\]]/.test(name) || !URL.canParse(`https://${name}/`)) return null;
  const host = new URL(`https://${name}/`).hostname.replace(/\.$/, "");
  const labels = host.split(".");
  const isAddress = /^\d+$/.test(labels.at(-1) ?? "");
  if (isAddress || labels.length < 2 || host.length > 253 || !labels.every((label) => LABEL.test(label)))
    return null;
  return wild ? `*.${host}` : host;
}

/** Whether a host (as `new URL` writes it) is on the list. `*.a.example` is every name below a.example, not itself. */
export function isImportHost(list: readonly string[], hostname: string): boolean {
  return list.some((entry) =>
    entry.startsWith("*.") ? hostname.endsWith(entry.slice(1)) : hostname === entry,
  );
}
