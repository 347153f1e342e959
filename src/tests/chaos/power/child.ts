// Runs the power bench under the shim: child.ts <folder of the meter> <options as JSON>.
import { Database } from "bun:sqlite";
import { campaign, type CampaignOptions } from "./campaign.ts";
import { openMeter } from "./meter.ts";

export interface ChildOptions extends CampaignOptions {
  readonly synchronous: "full" | "normal";
  /** Checkpoint after so many pages; null: as the appliance does. */
  readonly checkpoint: number | null;
}

const [folder = "", json = ""] = process.argv.slice(2);
const options = JSON.parse(json) as ChildOptions;
tune(options);
void outliveNobody();
const result = await campaign(options, folder, openMeter(folder), (cuts, wrong) =>
  console.error(JSON.stringify({ cuts, wrong })),
);
console.log(JSON.stringify(result));
process.exit(0);

/** The bench holds the other end: when it is gone, however it went, so is this. */
async function outliveNobody(): Promise<void> {
  for await (const _ of Bun.stdin.stream());
  process.exit(1);
}

/** Crier has no setting for these, and shall have none: the control of this bench reaches below its store. */
function tune({ synchronous, checkpoint }: ChildOptions): void {
  const requests = [
    ...(synchronous === "normal" ? ["PRAGMA synchronous = NORMAL"] : []),
    ...(checkpoint === null ? [] : [`PRAGMA wal_autocheckpoint = ${checkpoint}`]),
  ];
  if (requests.length === 0) return;
  const tuned = new WeakSet<Database>();
  const run = Database.prototype.run;
  Database.prototype.run = function (this: Database, sql: string, ...bindings) {
    if (sql === "BEGIN IMMEDIATE" && !tuned.has(this)) {
      tuned.add(this);
      for (const request of requests) run.call(this, request);
    }
    return run.call(this, sql, ...bindings);
  };
}
