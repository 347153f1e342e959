// The plan of this Crier, which owners see and set.
import { queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";

const readPlan = () => call(() => admin().plan.get());

export type Plan = Awaited<ReturnType<typeof readPlan>>;

export const planQuery = queryOptions({ queryKey: ["getPlan"], queryFn: readPlan });
