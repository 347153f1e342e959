// Measures what people need for the tasks that they have most: clicks, keys and seconds, in the web app in Chromium.
import { chromium as driver, type Browser } from "playwright-core";
import { chromium } from "../../tests/support/browser.ts";
import { makeOwner, signIn } from "../../tests/support/owner.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { openWorld } from "../../tests/support/world.ts";
import { readOptions } from "../options.ts";
import { personAt, type Effort } from "./person.ts";
import { NETWORKS, TASKS, type Task } from "./tasks.ts";

const HELP = `  --rounds N     how often each task is done; the median of the app's seconds counts (3)

Each task begins on Today or on the post's page, with everything connected. \`hands\` is what a practised person needs by the
keystroke-level model, without reading; \`app\` is how long the app took to follow. A file is chosen with three clicks, two
of them in the system's dialog.

Bound: a post for five networks with a photo, two forks and a slot takes 55 s of hands at most, which leaves 5 of a minute
to the app. How fast that is depends on the machine and on what else it does: it is reported, and no bound.`;

const MAX_WRITE_SECONDS = 55;

const { rounds } = readOptions("tasks", HELP, { rounds: 3 });

if (chromium === null) throw new Error("Chromium is not installed (apt-get install chromium)");
const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
try {
  process.exitCode = await run(browser);
} finally {
  await browser.close();
}

async function run(chrome: Browser): Promise<number> {
  let isSlow = false;
  for (const [n, task] of TASKS.entries()) {
    const efforts: Effort[] = [];
    for (let round = 0; round < rounds; round++) efforts.push(await measure(chrome, task));
    const median = efforts.toSorted((a, b) => a.appSeconds - b.appSeconds)[Math.floor(rounds / 2)];
    if (median === undefined) continue;
    const { clicks, keys, drags, handSeconds, appSeconds } = median;
    const all = handSeconds + appSeconds;
    isSlow ||= n === 0 && handSeconds > MAX_WRITE_SECONDS;
    console.log(
      `${task.name}\n  ${clicks} clicks, ${keys} keys, ${drags} drags; hands ${handSeconds.toFixed(1)} s, app ${appSeconds.toFixed(1)} s, together ${all.toFixed(1)} s`,
    );
  }
  console.log(isSlow ? "FAILED" : "ok");
  return isSlow ? 1 : 0;
}

/** In a world of its own. @throws Error when the task was not done in the end */
async function measure(chrome: Browser, task: Task): Promise<Effort> {
  await using world = await openWorld();
  for (const network of NETWORKS) await world.account(network, "ok");
  await makeOwner(world);
  const { cookie } = await signIn(world);
  const { path, act, isDone } = await task.prepare(world);
  const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: world.url }]);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(`${world.url}/p/test${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const person = personAt(page);
  person.effort();
  await act(person);
  const effort = person.effort();
  await waitUntil(isDone);
  await context.close();
  return effort;
}
