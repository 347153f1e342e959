// The words of the page about the server.
export const systemWords = {
  title: "System",
  healthy: "Healthy",
  attention: "Something needs attention",
  broken: "Something is wrong",
  running: (version: string, since: string) => `Crier ${version}, running for ${since}`,
  address: "Address",
  delivery: "Delivery",
  due: (count: number) =>
    count === 0 ? "Nothing is due" : count === 1 ? "1 delivery is due" : `${count} deliveries are due`,
  runningNow: (count: number) => (count === 0 ? "nothing is being published" : `${count} being published`),
  lateness: (p50: string, p99: string) =>
    `started ${p50} after the planned time at the median, ${p99} for the slowest 1 in 100`,
  pausedServers: "Waiting for",
  storage: "Storage",
  database: "Database",
  media: (files: number) =>
    files === 1 ? "Media (1 file)" : `Media (${files.toLocaleString("en-GB")} files)`,
  disk: "Free disk space",
  backups: "Backups",
  never: "never",
  lastBackup: "Last backup",
  verified: "Last verified",
  backupHow: "To create one:",
  stop: "Stop everything",
  stopMore:
    "Nothing is published until you start it again: not by schedule, not by the API, not by an agent. Posts that are due meanwhile wait.",
  stopReason: "Reason",
  stopHint: "Shown on every page while publishing is stopped.",
  stopButton: "Stop publishing",
  cancel: "Cancel",
  stopped: "Publishing is stopped.",
  start: "Start publishing again",
  started: "Publishing goes on.",
  stoppedSince: (by: string) =>
    `Stopped by ${by === "cli" ? "the command line" : by.slice(by.indexOf(":") + 1)}`,
  of: "of",
} as const;
