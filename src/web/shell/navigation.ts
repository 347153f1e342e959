// Which screens stand in the navigation: those that people may see, and the plan only where there is one.
import { useQuery } from "@tanstack/react-query";
import { useMaySee } from "../may.ts";
import { planQuery } from "../plan/queries.ts";

type Screen = Parameters<ReturnType<typeof useMaySee>>[0];

export function useIsListed(): (screen: Screen) => boolean {
  const maySee = useMaySee();
  const { data } = useQuery({ ...planQuery, enabled: maySee({ screen: "plan", needs: "administer" }) });
  const hasPlan = data !== undefined && data.plan !== "unlimited";
  return (screen) => maySee(screen) && (screen.screen !== "plan" || hasPlan);
}
