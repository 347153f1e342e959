// Whether a target that is due may begin: not too late (D25), and only while the plan is live (D26).
import type { Engine } from "./engine.ts";
import type { Due } from "./ports.ts";

/** False when it may not; then the target has failed, retryable, with the reason. */
export async function mayBegin(due: Due, { journal, clock, plans, lateMs }: Engine): Promise<boolean> {
  const at = clock.now();
  const late = at - due.dueAt;
  if (late > lateMs) {
    const minutes = Math.round(late / 60_000);
    const detail = `It was due ${minutes} minutes ago, while Crier was not running. Nothing was sent; retry it if it still makes sense.`;
    const failure = { code: "missed_schedule", category: "missed", detail } as const;
    const facts = { at, dueAt: null, failure, detail };
    if (due.state === "pending") await journal.move(due, "pending", "miss", facts);
    else await journal.move(due, "retrying", "exhaust", facts);
    return false;
  }
  if (due.state === "pending" && (await plans.state(at)) !== "live") {
    const detail = "The plan was not live when it was due. Nothing was sent.";
    const failure = { code: "payment_required", category: "plan", detail } as const;
    await journal.move(due, "pending", "lapse", { at, dueAt: null, failure, detail });
    return false;
  }
  return true;
}
