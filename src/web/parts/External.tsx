// A link out of Crier: to a web address only, and the other page learns nothing of where it was opened.
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";

/** Networks and people hand addresses in: only http and https are followed. */
export function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.hostname !== "";
}

interface Props {
  readonly href: string;
  readonly children: ReactNode;
  /** As a button, the primary one or a plain one; a plain link without. */
  readonly kind?: "primary" | "plain";
}

/** Nothing where the address can't be followed. */
export function External({ href, children, kind }: Props) {
  if (!isWebAddress(href)) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={kind === undefined ? undefined : `button ${kind}`}
    >
      {children} <ExternalLink size={14} aria-hidden="true" />
    </a>
  );
}

/** Opens it as a click on such a link does. */
export function openExternal(address: string): void {
  if (isWebAddress(address)) window.open(address, "_blank", "noreferrer,noopener");
}
