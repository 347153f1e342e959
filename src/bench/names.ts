// The benches, by the names that scripts/bench knows them by.
export const BENCHES = {
  speed: "throughput, as ratios within one run; --against FOLDER compares with another checkout",
  due: "1,000 posts due at the same moment: how late does each one start?",
  processes:
    "several processes over PostgreSQL against one with a file: posts created and delivered in a second",
  live: "live events with 50 readers: how soon do they arrive, and what do the streams cost?",
  screens: "the web app on a slow processor: how soon are its screens there, and how soon does it answer?",
  tasks: "the web app in the hands of people: how many clicks, keys and seconds do their tasks take?",
  stall: "how long can a single request block the event loop?",
  upload: "large uploads: speed and memory",
  hostile: "uploads malicious files and checks which files the server opens",
  kill: "kills the server 1,000 times and compares its records with what the networks hold",
  outbox: "kills it 500 times while webhooks go out: each event arrives, and none before its transaction",
  webhooks: "1,000 events a second to 3 webhooks, one dead and one slow: do posts start later because of it?",
  stops: "suspends it for 20 s during publishing while a second process tries to take over its data folder",
  nodes: "several processes over PostgreSQL of which some die, stop, or lose their sessions or their server",
  power: "simulates power cuts: unsynced writes are lost, and still nothing is sent twice",
  restore: "restores old backups while posts go out; nothing may be published twice",
  refresh: "kills it while it refreshes credentials",
  simulate: "runs the delivery engine in simulated worlds with every fault; each run repeats from its seed",
  mutants: "breaks each guarantee in the code on purpose; the tests must notice",
  transport: "breaks calls at every possible point and counts what arrives",
  answers: "sends every possible response to every network connector and checks the verdict",
  move: "moves a store with many posts to PostgreSQL and back: how long does it take?",
  lost: "loses responses on every network and counts what Crier finds out",
} as const;

export type Bench = keyof typeof BENCHES;
