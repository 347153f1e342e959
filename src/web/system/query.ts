// The state of the whole appliance.
import { queryOptions } from "@tanstack/react-query";
import { admin, call } from "../api.ts";

const readSystem = () => call(() => admin().system.get());

export type SystemFacts = Awaited<ReturnType<typeof readSystem>>;

export const systemQuery = queryOptions({ queryKey: ["getSystem"], queryFn: readSystem });
