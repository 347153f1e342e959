// One quiet line: which plan there is, and where it is changed.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { planQuery } from "../plan/queries.ts";
import { usePath } from "../profile.tsx";
import { systemWords as words } from "../words/system.ts";

export function PlanLine() {
  const { data } = useQuery(planQuery);
  const path = usePath();
  if (!data) return null;
  return (
    <p className="small">
      {words.plan(data.plan)} ·{" "}
      <Link href={path("plan")} aria-label={words.changePlanLabel}>
        {words.changePlan}
      </Link>
    </p>
  );
}
