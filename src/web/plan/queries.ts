// The plan of this Crier, which owners see and set.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { admin, call } from "../api.ts";
import { useMay } from "../may.ts";

const readPlan = () => call(() => admin().plan.get());

export type Plan = Awaited<ReturnType<typeof readPlan>>;

export const planQuery = queryOptions({ queryKey: ["getPlan"], queryFn: readPlan });

/** Whether there is a plan to look at: for owners, once it is known, and not while it allows everything. */
export function useIsPlanShown(): boolean {
  const may = useMay();
  const { data } = useQuery({ ...planQuery, enabled: may("administer") });
  return data !== undefined && data.plan !== "unlimited";
}
