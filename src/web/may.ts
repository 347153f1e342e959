// What the person who is signed in may do: the one place where the app asks about that.
import { useSession, type Session } from "./session.tsx";

type Permission = Session["allowed"][number];

/** Whether their role allows something. */
export function useMay(): (permission: Permission) => boolean {
  const { allowed } = useSession();
  return (permission) => allowed.includes(permission);
}

/** Whether a screen has something for them. That of the simulator holds the posts of all profiles. */
export function useMaySee(): (screen: { readonly screen: string; readonly needs: Permission }) => boolean {
  const { allowed, allProfiles } = useSession();
  return ({ screen, needs }) => allowed.includes(needs) && (screen !== "simulator" || allProfiles);
}

/** Something with its maker, as its record says. */
interface Made {
  readonly createdBy: { readonly kind: string; readonly name: string | null };
}

/** Whether they may change what this one has made: who may not publish, only what they have made themselves. */
function mayChangeOf({ allowed, owner }: Session, { createdBy: { kind, name } }: Made): boolean {
  if (allowed.includes("publish")) return true;
  return allowed.includes("draft") && kind === "person" && name === owner.email;
}

/** Whether they may change or delete a post: who may not publish, only drafts. */
export function useMayChange(): (post: Made & { readonly status: string }) => boolean {
  const session = useSession();
  return (post) =>
    mayChangeOf(session, post) && (post.status === "draft" || session.allowed.includes("publish"));
}

interface MadeFile extends Made {
  readonly usedIn: { readonly waiting: number };
}

/** Whether they may describe or delete a file: who may not publish describes none that a waiting post sends. */
export function useMayChangeFile(): (file: MadeFile, change: "describe" | "delete") => boolean {
  const session = useSession();
  return (file, change) =>
    mayChangeOf(session, file) &&
    (change === "delete" || file.usedIn.waiting === 0 || session.allowed.includes("publish"));
}
