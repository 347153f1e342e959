// Tests uploads: one large file, many at once, interruptions and resumes, and a server that is killed.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { seedRandom } from "../../tests/chaos/kill/random.ts";
import { makeFilm, type Film } from "./film.ts";
import { growth } from "./memory.ts";
import type { Prepared } from "./sender.ts";
import { openUploadServer, type UploadServer } from "./server.ts";

export interface CampaignOptions {
  readonly program: readonly string[];
  readonly seed: number;
  /** Bytes. */
  readonly size: number;
  readonly rounds: number;
  readonly many: number;
  readonly manySize: number;
  readonly breaks: number;
  readonly kills: number;
  readonly progress: (what: string) => void;
}

export interface Result {
  /** Of `dd conv=fsync` of the same file and of PUT, ms, by round. */
  readonly dd: number[];
  readonly put: number[];
  /** MB that the server grew: during each upload, and during many at once. */
  readonly growth: number[];
  readonly manyGrowth: number;
  readonly manyMs: number;
  readonly resumed: number;
  readonly killed: number;
  /** Bytes that were kept over the kills, of those that were sent. */
  readonly keptShare: number;
  readonly wrong: string[];
}

export async function campaign(request: CampaignOptions): Promise<Result> {
  await using server = await openUploadServer(request.program);
  const chance = seedRandom(request.seed);
  const film = (name: string, size: number) =>
    makeFilm(join(server.folder, name), size, Math.floor(chance() * 2 ** 31));
  const wrong: string[] = [];
  await send(server, await film("first.mp4", 8 << 20), "the first", wrong);

  const large = await film("large.mp4", request.size);
  const rates = await race(server, large, request, wrong);
  request.progress(`${request.many} at once`);
  const many = await atOnce(server, await makeMany(request, film), wrong);
  request.progress("breaks");
  const broken = await film("broken.mp4", request.size);
  const resumed = await breakOff(server, broken, request.breaks, chance, wrong);
  const kills = await killOften(server, request, film, chance, wrong);
  return { ...rates, ...many, resumed, ...kills, wrong };
}

async function race(
  server: UploadServer,
  film: Film,
  { rounds, progress }: CampaignOptions,
  wrong: string[],
) {
  const found = { dd: [] as number[], put: [] as number[], growth: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    progress(`round ${round} of ${rounds}`);
    const copy = join(server.folder, "dd.out");
    const dd = ["dd", `if=${film.path}`, `of=${copy}`, "bs=1M", "conv=fsync"];
    found.dd.push(await timed(async () => void (await Bun.spawn(dd, { stderr: "ignore" }).exited)));
    rmSync(copy);
    const upload = await server.sender.prepare(film);
    const grown = await growth(server.pid, async () => {
      let status = 0;
      found.put.push(await timed(async () => void (status = await server.sender.put(film, upload))));
      if (status !== 204) wrong.push(`PUT ${round}: ${status}`);
    });
    found.growth.push(grown);
    // Completed once: equal bytes are one file.
    if (round === rounds) await finish(server, film, upload, "the large one", wrong);
  }
  return found;
}

async function makeMany(
  { many, manySize }: CampaignOptions,
  film: (name: string, size: number) => Promise<Film>,
) {
  const films: Film[] = [];
  for (let i = 0; i < many; i++) films.push(await film(`many-${i}.mp4`, manySize));
  return films;
}

async function atOnce(server: UploadServer, films: readonly Film[], wrong: string[]) {
  let manyMs = 0;
  const manyGrowth = await growth(server.pid, async () => {
    manyMs = await timed(async () => {
      await Promise.all(films.map((film, i) => send(server, film, `number ${i} of many`, wrong)));
    });
  });
  return { manyGrowth, manyMs };
}

/** Breaks off at random places and goes on where the server says. */
async function breakOff(
  server: UploadServer,
  film: Film,
  breaks: number,
  chance: () => number,
  wrong: string[],
) {
  const upload = await server.sender.prepare(film);
  const ends = Array.from({ length: breaks }, () => Math.floor(chance() * film.size)).toSorted(
    (a, b) => a - b,
  );
  let at = 0;
  for (const end of ends) {
    const before = at;
    if (end > at) await server.sender.piece(film, upload, at, end);
    at = await server.sender.offset(upload);
    if (at < before || at > end) wrong.push(`after a break at ${end} the offset is ${at}, from ${before}`);
  }
  await goOn(server, film, upload, wrong);
  await finish(server, film, upload, "the broken one", wrong);
  return breaks;
}

const TRIES = 20;

/** What a sender does: asks where to go on, and again when more had come than was said. */
async function goOn(server: UploadServer, film: Film, upload: Prepared, wrong: string[]): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const at = await server.sender.offset(upload);
    if (at === film.size) return;
    await server.sender.piece(film, upload, at, film.size);
  }
  wrong.push(`an upload did not come to its end in ${TRIES} tries`);
}

async function killOften(
  server: UploadServer,
  { kills, size, progress }: CampaignOptions,
  film: (name: string, size: number) => Promise<Film>,
  chance: () => number,
  wrong: string[],
) {
  let sent = 0;
  let keptBytes = 0;
  for (let kill = 1; kill <= kills; kill++) {
    progress(`kill ${kill} of ${kills}`);
    const one = await film("killed.mp4", size);
    const before = server.media();
    const upload = await server.sender.prepare(one);
    const end = Math.floor((0.2 + 0.8 * chance()) * size);
    await server.sender.piece(one, upload, 0, end, "open");
    await server.kill();
    const after = server.media();
    if (!Bun.deepEquals(before, after))
      wrong.push(`kill ${kill}: ${JSON.stringify(after)} media, not ${JSON.stringify(before)}`);
    const { status } = await server.sender.complete(upload);
    if (status !== 409) wrong.push(`kill ${kill}: complete of half an upload is ${status}`);
    const at = await server.sender.offset(upload);
    if (at > end) wrong.push(`kill ${kill}: ${at} bytes are promised, ${end} were sent`);
    sent += end;
    keptBytes += at;
    await goOn(server, one, upload, wrong);
    await finish(server, one, upload, `kill ${kill}`, wrong);
  }
  return { killed: kills, keptShare: sent === 0 ? 1 : keptBytes / sent };
}

async function send(server: UploadServer, film: Film, name: string, wrong: string[]): Promise<void> {
  const upload = await server.sender.prepare(film);
  const status = await server.sender.put(film, upload);
  if (status !== 204) wrong.push(`${name}: PUT ${status}`);
  await finish(server, film, upload, name, wrong);
}

async function finish(
  server: UploadServer,
  film: Film,
  upload: Prepared,
  name: string,
  wrong: string[],
): Promise<void> {
  const { status, json } = await server.sender.complete(upload);
  if (status !== 200) return void wrong.push(`${name}: complete ${status} ${JSON.stringify(json)}`);
  const fault = await server.wrongWith(film.sha256);
  if (fault !== null) wrong.push(`${name}: ${fault}`);
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
