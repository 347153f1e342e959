// The guides: every document of docs/ with its address below /docs, its name and its place in the navigation.
import { documents } from "./embedded-files.ts" with { type: "macro" };

export interface Guide {
  /** Below docs/, such as `networks/x.md`. */
  readonly path: string;
  /** Where it is served, such as `/docs/networks/x`. */
  readonly address: string;
  /** In the navigation. */
  readonly name: string;
  /** One sentence for the overview; "" when its name says enough. */
  readonly about: string;
  readonly source: string;
}

export interface Group {
  readonly name: string;
  readonly guides: readonly Guide[];
}

const files: Readonly<Record<string, string>> = documents();

/** In the order people read them, by path without its ending. What is not listed joins the group that its path belongs to. */
const LISTED: Readonly<Record<string, Readonly<Record<string, readonly [name: string, about: string]>>>> = {
  Start: {
    "getting-started": ["Getting started", "From an empty folder to a first post, in ten minutes."],
  },
  Guides: {
    programs: ["Using the API", "Keys, idempotency, waiting, errors and rate limits."],
    clients: ["Clients and examples", "A package for TypeScript, and programs for other languages to copy."],
    app: ["The web app", "What its screens show, and how to settle a lost answer."],
    people: ["People and roles", "Who may do what, invitations, reviews and the audit log."],
    connect: ["Connecting accounts", "Passwords, sign-in pages and tokens, and how access is renewed."],
    media: ["Media files", "What is converted, what is refused, and how to crop or pad."],
    delivery: ["Delivery", "How Crier avoids duplicates and losses, and how that is proven."],
    receipts: ["Receipts", "A signed statement of what was delivered, and how to verify it."],
    webhooks: ["Webhooks", "Tell your own programs what happens, signed, and how to verify it."],
    mcp: ["Agents (MCP)", "Let an assistant post for you, with a key of its own."],
  },
  Operation: {
    operate: ["Running Crier", "As a service, with upgrades, logs and monitoring."],
    metrics: ["Metrics", "What Prometheus can read, and five alarms."],
    proxy: ["Behind a proxy", "HTTPS with Caddy, nginx or Docker."],
    storage: ["Storage", "Media files on disk or in an S3 bucket, and quotas."],
    backup: ["Backups", "Create, verify and restore them."],
    scale: ["Several processes", "A PostgreSQL server: what it needs, moving there and back, and backups."],
    CHANGELOG: ["What changed", "What each version brought."],
  },
  Networks: {
    "networks/README": ["All networks", "What you need for each, and what you can publish there."],
  },
  "For engineers": {
    architecture: ["Architecture", "The parts of Crier, and which may use which."],
    decisions: ["Contract and decisions", "The rules that the API follows."],
  },
};

const isFacts = (path: string) => path.includes(".facts.");
const GROUP_OF_UNLISTED: readonly (readonly [group: string, fits: (path: string) => boolean])[] = [
  ["For engineers", (path) => isFacts(path) || path === "third-party.md"],
  ["Networks", (path) => path.startsWith("networks/")],
  ["Guides", () => true],
];

export const groups: readonly Group[] = groupDocuments();
export const guides: readonly Guide[] = groups.flatMap((group) => group.guides);

const byAddress = new Map(guides.map((guide) => [guide.address, guide]));

export function guideAt(address: string): Guide | null {
  return byAddress.get(address) ?? null;
}

/** A picture of a guide; null when there is none with this path. */
export function pictureAt(path: string): string | null {
  return path.endsWith(".svg") && Object.hasOwn(files, path) ? (files[path] ?? null) : null;
}

/** `networks/x.md` → `/docs/networks/x`, `networks/README.md` → `/docs/networks`. */
export function addressOf(path: string): string {
  return `/docs/${path.replace(/\.md$/, "").replace(/\/README$/, "")}`;
}

function groupDocuments(): Group[] {
  const listed = new Set(Object.values(LISTED).flatMap((some) => Object.keys(some).map(fileOf)));
  const rest = Object.keys(files).filter((path) => path.endsWith(".md") && !listed.has(path));
  return Object.entries(LISTED).map(([name, documents]) => {
    const first = Object.entries(documents).filter(([id]) => Object.hasOwn(files, fileOf(id)));
    const more = rest.filter((path) => groupOf(path) === name);
    return {
      name,
      guides: [
        ...first.map(([id, [label, about]]) => guideOf(fileOf(id), label, about)),
        ...more.map((path) => guideOf(path, titleOf(path), "")),
      ],
    };
  });
}

function fileOf(id: string): string {
  return `${id}.md`;
}

function groupOf(path: string): string {
  return GROUP_OF_UNLISTED.find(([, fits]) => fits(path))?.[0] ?? "";
}

function guideOf(path: string, name: string, about: string): Guide {
  return { path, address: addressOf(path), name, about, source: files[path] ?? "" };
}

/** The document's first heading. */
function titleOf(path: string): string {
  return /^# (.+)$/m.exec(files[path] ?? "")?.[1] ?? path;
}
