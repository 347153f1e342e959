// The accounts of the profile, and their networks, as choices of a filter.
import { useQuery } from "@tanstack/react-query";
import { useNetworkNames } from "./networks.ts";
import { useProfile } from "./profile.tsx";
import { accountsQuery } from "./today/queries.ts";

interface Option {
  readonly value: string;
  readonly name: string;
  readonly note?: string;
}

export function useAccountOptions(): readonly Option[] {
  const nameOf = useNetworkNames();
  const { data } = useQuery(accountsQuery(useProfile().id));
  return (data?.accounts ?? []).map(({ id, handle, platform }) => ({
    value: id,
    name: handle,
    note: nameOf(platform),
  }));
}

/** Those of which an account is connected, by name. */
export function useNetworkOptions(): readonly Option[] {
  const nameOf = useNetworkNames();
  const { data } = useQuery(accountsQuery(useProfile().id));
  const ids = [...new Set((data?.accounts ?? []).map(({ platform }) => platform))];
  return ids
    .map((value) => ({ value, name: nameOf(value) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en-GB"));
}
