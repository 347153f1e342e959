// The people of this Crier, and the invitations that are open.
import { infiniteQueryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import type { Session } from "../session.tsx";

export type Role = Session["role"];
export const ROLES = ["owner", "manager", "editor", "author", "viewer"] as const satisfies readonly Role[];

/** @param profiles ids; null: all */
export interface Access {
  readonly role: Role;
  readonly profiles: readonly string[] | null;
}

const readPeople = (cursor: string | null) =>
  call(() => admin().people.get({ query: { limit: "100", ...(cursor !== null && { cursor }) } }));
export type Person = Awaited<ReturnType<typeof readPeople>>["people"][number];

const readInvites = (cursor: string | null) =>
  call(() => admin().invites.get({ query: { limit: "100", ...(cursor !== null && { cursor }) } }));

export const peopleQuery = infiniteQueryOptions({
  queryKey: ["listPeople"],
  queryFn: ({ pageParam }) => readPeople(pageParam),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export const invitesQuery = infiniteQueryOptions({
  queryKey: ["listInvites"],
  queryFn: ({ pageParam }) => readInvites(pageParam),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** As a request has it. */
export const bodyOf = ({ role, profiles }: Access) => ({ role, profiles: profiles && [...profiles] });

/** Whether it names at least one profile. */
export const isWhole = ({ profiles }: Access): boolean => profiles === null || profiles.length > 0;

export const nameOf = ({ name, email }: Pick<Person, "name" | "email">): string => name ?? email;
