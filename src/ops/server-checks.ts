// The doctor's checks of a database on a server: the server, its replicas, the connection, the clock and the processes.
import type { CrierCheckup, Replication, ServerCheckup } from "../domain/store/server-checkup.ts";
import { aboutClosed, megabytes, type KnownFacts } from "./data-checks.ts";
import type { ServerToExamine } from "./doctor-deps.ts";
import { note, ok, wrong, type Finding } from "./finding.ts";

/** Times of posts are by the machine's own clock. */
const [NOTABLE_MS, WRONG_MS] = [1000, 5000];

export function aboutServer({ name, found, simulator }: ServerToExamine): {
  findings: Finding[];
  known: KnownFacts | null;
} {
  if ("fault" in found)
    return {
      findings: [
        wrong(
          "database",
          `${name} can't be used: ${found.fault}`,
          "Correct CRIER_DATABASE, or start the server.",
        ),
      ],
      known: null,
    };
  const { crier } = found.value;
  const findings = [
    database(name, found.value),
    connection(found.value),
    replication(found.value.replication),
    clockDifference(found.value.clockAheadMs),
    ...(crier ? [processes(crier), ...simulatorFindings(crier, simulator)] : []),
  ];
  return { findings, known: crier };
}

function database(name: string, { version, fault, crier }: ServerCheckup): Finding {
  const found = `${name}, PostgreSQL ${version}`;
  if (fault !== null)
    return wrong("database", `${found}: ${fault}`, "Use a database that fits this program.");
  if (!crier) return ok("database", `${found}: no Crier in it yet; crier serve begins one`);
  if (crier.closed) return aboutClosed(crier.closed);
  return ok("database", `${found}, schema ${crier.schema}, ${megabytes(crier.bytes)}`);
}

function connection({ keepsSessions }: ServerCheckup): Finding {
  return keepsSessions
    ? ok("connection", "each session stays the same")
    : wrong(
        "connection",
        "something between here and the server gives each statement another session",
        "Connect to the server itself, or have the pooler keep a session for each connection (pool_mode = session).",
      );
}

function replication({ synchronous, isDurable, standbys }: Replication): Finding {
  if (!isDurable)
    return wrong(
      "replication",
      "the server does not wait for its disk: after a power cut, posts could go out twice",
      "Set fsync = on and synchronous_commit = on.",
    );
  const count = standbys === null ? "" : `, ${standbys} connected`;
  if (synchronous !== "") return ok("replication", `synchronous: ${synchronous}${count}`);
  return note(
    "replication",
    `no standby is waited for${count}: if the server is lost, so may be what was written last`,
    "Set synchronous_standby_names, or promote standbys only by hand.",
  );
}

function clockDifference(aheadMs: number): Finding {
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const found = `the server's clock is ${seconds} s ${aheadMs < 0 ? "behind" : "ahead of"} this machine's`;
  const todo = "Correct the clocks of both machines (timedatectl set-ntp true).";
  const command = "timedatectl set-ntp true";
  if (Math.abs(aheadMs) >= WRONG_MS) return wrong("clocks", found, todo, command);
  if (Math.abs(aheadMs) >= NOTABLE_MS) return note("clocks", found, todo, command);
  return ok("clocks", "the server and this machine agree");
}

function processes({ nodes }: CrierCheckup): Finding {
  const names = nodes.map(({ name, server }) => `${name}${server ? ` at ${server.url}` : ""}`);
  return nodes.length > 0
    ? ok("servers", names.join(", "))
    : note("servers", "none runs on this database", "Start one with `crier serve` to deliver posts.");
}

/** Each process without a common simulator has simulated networks of its own, and finds only what it published itself. */
function simulatorFindings(
  { nodes, simulatedAccounts: count }: CrierCheckup,
  simulator: string | null,
): Finding[] {
  if (count === 0 || nodes.length < 2 || simulator !== null) return [];
  const accounts = count === 1 ? "1 simulated account" : `${count} simulated accounts`;
  return [
    wrong(
      "simulator",
      `${accounts} and ${nodes.length} processes, each with simulated networks of its own: what one publishes, others can't find`,
      "Run `crier simulator`, and set CRIER_SIMULATOR to its address in all of them.",
    ),
  ];
}
