// What the person who is signed in may do: the one place where the app asks about that.
import { useSession, type Session } from "./session.tsx";

type Permission = Session["allowed"][number];

/** Whether their role allows something. */
export function useMay(): (permission: Permission) => boolean {
  const { allowed } = useSession();
  return (permission) => allowed.includes(permission);
}

/** Who made a post, as its record says. */
interface Made {
  readonly status: string;
  readonly createdBy: { readonly kind: string; readonly name: string | null };
}

/** Whether they may change or delete it: who may not publish, only drafts of their own. */
export function useMayChange(): (post: Made) => boolean {
  const { allowed, owner } = useSession();
  return ({ status, createdBy: { kind, name } }) =>
    allowed.includes("publish") ||
    (allowed.includes("draft") && status === "draft" && kind === "person" && name === owner.email);
}
