// The checks of `crier doctor`: what works, what does not, and how to fix it. Changes nothing.
import { storeFiles } from "../store/index.ts";
import { commit, version } from "../version.ts";
import {
  aboutDatabase,
  attempt,
  dataFolder,
  mediaStorage,
  secretKey,
  server,
  space,
  webhooks,
  type KnownFacts,
} from "./data-checks.ts";
import { aboutServer } from "./server-checks.ts";
import type { DoctorDeps, QuickDeps } from "./doctor-deps.ts";
import { ok, wrong, type Finding } from "./finding.ts";
import { address, clock, images, proxy, videos } from "./host-checks.ts";

/** One finding for each thing, in an order to read. */
export function examine(deps: DoctorDeps): Finding[] {
  const { folder, abilities } = deps;
  const engine = storeFiles.engine();
  const { findings, known } = deps.server ? aboutServer(deps.server) : aboutFolder(folder);
  return [
    ok("crier", `${version} (${commit}), Bun ${Bun.version}, ${process.platform}-${process.arch}`),
    engine.fault === null
      ? ok("sqlite", engine.version)
      : wrong("sqlite", engine.fault, "Use the Bun that Crier comes with."),
    dataFolder(folder),
    space(deps),
    mediaStorage(deps),
    ...findings,
    secretKey(deps, known),
    clock(deps.now, known),
    images(abilities),
    videos(abilities),
    address(deps),
    proxy(deps),
    ...webhooks(known),
  ];
}

/** The database in the data folder, and who delivers from it. */
function aboutFolder(folder: string): { findings: Finding[]; known: KnownFacts | null } {
  const database = attempt(() => storeFiles.checkUp(folder));
  if ("value" in database)
    return { findings: [aboutDatabase(database.value), server(folder)], known: database.value };
  const fault = wrong("database", database.fault, "Restore a backup: crier restore.");
  return { findings: [fault, server(folder)], known: null };
}

/** What of the checks a server can do whenever it is asked: they read neither the database nor the network. */
export function quickFindings(deps: QuickDeps): Finding[] {
  const { folder, now, url } = deps;
  const isPublic = url?.startsWith("https:") ?? false;
  return [
    dataFolder(folder),
    space(deps),
    secretKey(deps, null),
    clock(now, null),
    // Whether a public address answers, its own check says.
    ...(isPublic ? [] : [address({ url, reach: null })]),
    proxy(deps),
  ];
}
