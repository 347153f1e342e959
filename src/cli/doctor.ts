// crier doctor: reports what works, what does not, and how to fix it. Changes nothing.
import { Command } from "@commander-js/extra-typings";
import { systemClock } from "../clock.ts";
import { bucketOf, type Config } from "../app/config.ts";
import { codeOf, messageOf, OperatorError } from "../errors.ts";
import { readCapabilities } from "../media/convert/capabilities.ts";
import { openBucket } from "../media/storage/s3.ts";
import { tryBucket } from "../media/storage/s3-check.ts";
import { examine } from "../ops/doctor.ts";
import type { ServerToExamine } from "../ops/doctor-deps.ts";
import type { Finding } from "../ops/finding.ts";
import { placeOf } from "../app/workspace.ts";
import { checkUpServer } from "../store/index.ts";
import { answer, globalsOf, settings, type Context } from "./context.ts";
import { reach } from "./reachability.ts";
import { table, type Cell } from "./table.ts";

export function doctorCommand(context: Context) {
  return new Command("doctor")
    .description(
      "check what works, what does not, and how to fix it; your data is not changed (with S3, one object is written and deleted)",
    )
    .action(async (_, command) => {
      const globals = globalsOf(command);
      const config = await settings(context, globals);
      const place = placeOf(config);
      const { CRIER_DATABASE: database } = config;
      // Why it can't be asked, its own finding says.
      const running = await place.runningServer().catch(() => null);
      const url = running?.publicUrl ?? config.CRIER_URL;
      const findings = examine({
        folder: config.CRIER_DATA,
        configuredKey: config.CRIER_SECRET_KEY,
        url,
        trustedProxies: config.CRIER_TRUSTED_PROXIES,
        minFreeBytes: config.CRIER_MIN_FREE_MB * 1e6,
        now: systemClock.now(),
        server:
          database === null
            ? null
            : { name: place.name, found: await checkDatabase(database), simulator: config.CRIER_SIMULATOR },
        abilities: await readCapabilities(context.env["PATH"]),
        reach: await reach({ ...config, CRIER_URL: url }),
        bucket: await checkBucket(config),
      });
      const faults = findings.filter(({ state }) => state === "wrong");
      const lines = table(["", "state", "what was found", "what to do"], findings.map(row), context.columns);
      answer(context, globals, { sound: faults.length === 0, findings }, lines);
      if (faults.length > 0) throw new OperatorError(`Wrong: ${faults.map(({ what }) => what).join(", ")}.`);
    });
}

async function checkDatabase(database: string): Promise<ServerToExamine["found"]> {
  try {
    return { value: await checkUpServer(database) };
  } catch (error) {
    // Neither the driver's nor the server's messages quote the password.
    return { fault: messageOf(error) || codeOf(error) };
  }
}

async function checkBucket(config: Config) {
  const settings = bucketOf(config);
  if (!settings) return null;
  const bucket = openBucket(settings, systemClock, new AbortController().signal);
  return { place: bucket.place, fault: await tryBucket(bucket, `doctor-${crypto.randomUUID()}`) };
}

const COLOURS = { ok: "green", note: "yellow", wrong: "red" } as const;
const row = ({ what, state, found, todo }: Finding): Cell[] => [
  what,
  { text: state, style: COLOURS[state] },
  found,
  todo ?? "",
];
