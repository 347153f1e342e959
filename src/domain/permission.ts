// Who may do what: one table of roles and permissions, for the web app, /admin, and /v1 with a session (D49).
import { Problem } from "../errors.ts";

export const ROLES = ["owner", "manager", "editor", "author", "viewer"] as const;
export type Role = (typeof ROLES)[number];

const ALL = ROLES;
const WRITERS = ["owner", "manager", "editor", "author"] as const;
const EDITORS = ["owner", "manager", "editor"] as const;
const MANAGERS = ["owner", "manager"] as const;
const OWNERS = ["owner"] as const;

const TABLE = {
  /** One's own session, settings and password. */
  self: ALL,
  /** Everything of a profile. */
  read: ALL,
  /** Make, edit and delete drafts and media; authors: their own ones. */
  draft: WRITERS,
  /** Ask for a review. */
  ask_review: WRITERS,
  /** Approve, schedule, publish, cancel, retry, reconcile, and order the queue. */
  publish: EDITORS,
  /** Accounts, slots, keys, webhooks and profiles. */
  manage: MANAGERS,
  /** People, plan, network applications, import hosts, backups, the system, and the audit log of everything. */
  administer: OWNERS,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof TABLE;
export const PERMISSIONS = Object.keys(TABLE) as readonly Permission[];

/** Who has a permission. */
export const rolesWith = (permission: Permission): readonly Role[] => TABLE[permission];

export const roleMay = (role: Role, permission: Permission): boolean => rolesWith(permission).includes(role);

export const permissionsOf = (role: Role): Permission[] =>
  PERMISSIONS.filter((permission) => roleMay(role, permission));

/** Whether `draft` covers only what the person has made. */
export const onlyOwn = (role: Role): boolean => role === "author";

/**
 * @param why a sentence about what was asked for, where that is not plain
 * @returns the refusal of a request by a person whose role does not allow it
 */
export function notAllowed(role: Role, permission: Permission, why?: string): Problem {
  const may = rolesWith(permission).map((each) => `${each}s`);
  const last = may.pop();
  const who = may.length === 0 ? `Only ${last}` : `Only ${may.join(", ")} and ${last}`;
  const detail = `${why === undefined ? "" : `${why} `}${who} may do this; you are ${withArticle(role)}.`;
  return new Problem("not_allowed", detail, { permission, role });
}

const withArticle = (role: Role) => `${/^[aeio]/.test(role) ? "an" : "a"} ${role}`;

/** @throws Problem not_allowed */
export function requirePermission(role: Role, permission: Permission, why?: string): void {
  if (!roleMay(role, permission)) throw notAllowed(role, permission, why);
}

/** What somebody else has made is not an author's to change. */
export const notYourOwn = (role: Role): Problem =>
  new Problem(
    "not_allowed",
    `Somebody else has made this; as ${withArticle(role)} you change only what you have made.`,
    {
      permission: "draft",
      role,
    },
  );
