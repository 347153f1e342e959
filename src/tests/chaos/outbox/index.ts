// Kills the process at random moments while webhooks go out: nothing is lost, and nothing goes out before it happened.
import { randomSeed, readOptions } from "../../../bench/options.ts";
import { programsOf } from "../kill/program.ts";
import { outboxCampaign } from "./campaign.ts";

const HELP = `  --kills N      how often it is killed (500)
  --seed S       repeats a campaign's choices (a new one each time)
  --json         the figures as JSON on standard output`;

const { kills, seed, json } = readOptions("outbox", HELP, { kills: 500, seed: randomSeed(), json: false });
const { engine } = await programsOf(null);
const EVERY = 25;
const result = await outboxCampaign({
  kills,
  seed,
  engine,
  progress(done, arrivals) {
    if (done % EVERY === 0) console.error(`${done} kills, ${arrivals} requests`);
  },
});
const { lost, early, wrong, silent, ...figures } = result;
console.log(
  json
    ? JSON.stringify({ seed, ...result })
    : [
        `seed ${seed}: ${figures.kills} kills, ${figures.interrupted} messages found being sent`,
        `${figures.posts} posts, ${figures.events} events, ${figures.arrivals} requests`,
        `lost ${lost} · before their transaction ${early} · changed or badly signed ${wrong} · settled in silence ${silent}`,
      ].join("\n"),
);
process.exit(lost + early + wrong + silent === 0 ? 0 : 1);
