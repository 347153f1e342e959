// One quiet line: which plan there is, and where it is changed.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { planQuery } from "../plan/queries.ts";
import { usePath } from "../profile.tsx";
import { planWords as words } from "../words/plan.ts";

export function PlanLine() {
  const { data } = useQuery(planQuery);
  const path = usePath();
  if (!data) return null;
  return (
    <p className="small plan-line">
      {words.title}: {words.line[data.plan]} ·{" "}
      <Link href={path("plan")} aria-label={words.changeLabel}>
        {words.change}
      </Link>
    </p>
  );
}
