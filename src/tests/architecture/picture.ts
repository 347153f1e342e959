// Draws which folder of src imports which, as an SVG. The arrows come from the real imports; only the layout is chosen.
import { dirname, join, normalize } from "node:path";

/** The rows of the picture, from the outside to the core; a folder that does not exist (yet) is left out. */
const ROWS: readonly (readonly (readonly [folder: string, what: string])[])[] = [
  [["cli", "command line"]],
  [["app", "opens and connects everything"]],
  [
    ["web", "the app in the browser"],
    ["api", "HTTP, OpenAPI, docs"],
    ["mcp", "tools for agents"],
    ["admin", "administration"],
    ["ops", "status, doctor, backup"],
  ],
  [
    ["accounts", "sign-in, credentials"],
    ["auth", "keys, passwords, sessions"],
    ["publishing", "checks and delivery"],
    ["webhooks", "events for other programs"],
    ["media", "uploads, conversion, storage"],
  ],
  [
    ["store", "SQLite: the only SQL"],
    ["networks", "one connector per network"],
    ["simulator", "the networks, simulated"],
  ],
  [["domain", "types and rules without I/O"]],
];
/** They import every other folder, and every other folder imports this one: arrows would say nothing. */
const FROM_EVERYWHERE = ["cli", "app"];
const TO_EVERYWHERE = "domain";
const NOT_DRAWN = ["tests", "bench"];

const [WIDTH, BOX_WIDTH, BOX_HEIGHT, ROW_HEIGHT, TOP] = [1120, 200, 52, 112, 24];

interface Box {
  readonly folder: string;
  readonly what: string;
  readonly x: number;
  readonly y: number;
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Only types are imported, so nothing of the other folder runs because of it. */
  readonly typeOnly: boolean;
}

/** Follows the reader's colour scheme: the page around it may be dark. */
const STYLE = `<style>
  .paper { fill: #fff } .box { fill: #f1f5f9; stroke: #475569 } .name { fill: #0f172a } .what { fill: #334155 } .note { fill: #475569 }
  .arrow { fill: none; stroke: #64748b } .head { fill: #64748b }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #1f1d1a } .box { fill: #2d2a26; stroke: #8a8378 } .name { fill: #f4f1ea } .what { fill: #d6d0c4 } .note { fill: #b5aea1 }
    .arrow { stroke: #a39b8d } .head { fill: #a39b8d }
  }
</style>`;

/**
 * The picture of the source below a folder.
 * @param src absolute path of `src`
 * @throws Error when a folder has no place in the layout
 */
export async function drawArchitecture(src: string): Promise<string> {
  const arrows = await arrowsOf(src);
  const folders = new Set([...new Bun.Glob("*/**/*.{ts,tsx}").scanSync({ cwd: src })].map(folderOf));
  const boxes = place(folders);
  const lost = [...folders].filter((folder) => !NOT_DRAWN.includes(folder) && !boxes.has(folder));
  if (lost.length > 0)
    throw new Error(`give ${lost.join(", ")} a place in src/tests/architecture/picture.ts`);
  const drawn = arrows.filter(
    ({ from, to }) =>
      !FROM_EVERYWHERE.includes(from) && to !== TO_EVERYWHERE && boxes.has(from) && boxes.has(to),
  );
  const height = TOP + ROWS.length * ROW_HEIGHT + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" role="img">`,
    "<title>The folders of src and what they import</title>",
    `<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" class="head"/></marker></defs>`,
    STYLE,
    `<rect width="${WIDTH}" height="${height}" class="paper"/>`,
    ...drawn.map((arrow) => line(arrow, boxes)),
    ...[...boxes.values()].map(box),
    note(
      height - 46,
      "cli and app import every folder, and every folder may import domain: those arrows are left out.",
    ),
    note(height - 26, "Solid: code is imported. Dashed: only types. Drawn by scripts/architecture.ts."),
    "</svg>\n",
  ].join("\n");
}

function place(folders: ReadonlySet<string>): Map<string, Box> {
  const boxes = ROWS.flatMap((row, index) => {
    const there = row.filter(([folder]) => folders.has(folder));
    const step = WIDTH / there.length;
    return there.map(([folder, what], at) => ({
      folder,
      what,
      x: Math.round(step * (at + 0.5) - BOX_WIDTH / 2),
      y: TOP + index * ROW_HEIGHT,
    }));
  });
  return new Map(boxes.map((each) => [each.folder, each]));
}

function box({ folder, what, x, y }: Box): string {
  const middle = x + BOX_WIDTH / 2;
  return (
    `<rect x="${x}" y="${y}" width="${BOX_WIDTH}" height="${BOX_HEIGHT}" rx="8" class="box"/>` +
    `<text x="${middle}" y="${y + 22}" text-anchor="middle" font-size="16" font-weight="600" class="name">${folder}</text>` +
    `<text x="${middle}" y="${y + 41}" text-anchor="middle" font-size="13" class="what">${what}</text>`
  );
}

function line({ from, to, typeOnly }: Arrow, boxes: ReadonlyMap<string, Box>): string {
  const [a, b] = [boxes.get(from), boxes.get(to)];
  if (!a || !b) return "";
  const [x1, x2] = [a.x + BOX_WIDTH / 2, b.x + BOX_WIDTH / 2];
  const stroke = `class="arrow"${typeOnly ? ' stroke-dasharray="5 4"' : ""} marker-end="url(#end)"`;
  if (a.y === b.y) {
    const [below, depth] = [a.y + BOX_HEIGHT, 10 + Math.abs(x1 - x2) / 20];
    const [start, end] = [x1 + Math.sign(x2 - x1) * 30, x2 - Math.sign(x2 - x1) * 30];
    return `<path d="M${start} ${below}C${start} ${below + depth} ${end} ${below + depth} ${end} ${below}" ${stroke}/>`;
  }
  const [y1, y2] = a.y < b.y ? [a.y + BOX_HEIGHT, b.y] : [a.y, b.y + BOX_HEIGHT];
  const shift = Math.round((x2 - x1) / 12);
  return `<path d="M${x1 + shift} ${y1}L${x2 - shift} ${y2}" ${stroke}/>`;
}

const note = (y: number, text: string) =>
  `<text x="${WIDTH / 2}" y="${y}" text-anchor="middle" font-size="13" class="note">${text}</text>`;

const folderOf = (path: string) => path.split("/")[0] ?? "";

/** Folder to folder, in order; code counts over types. */
async function arrowsOf(src: string): Promise<Arrow[]> {
  const found = new Map<string, Arrow>();
  const paths = [...new Bun.Glob("*/**/*.{ts,tsx}").scanSync({ cwd: src })].filter(
    (path) => !NOT_DRAWN.includes(folderOf(path)) && !/\.(test|d)\.ts$/.test(path),
  );
  for (const path of paths.toSorted()) {
    const source = await Bun.file(join(src, path)).text();
    const statements = source.matchAll(/^(?:import|export)\s+(type\s)?[^;"']*?from "(\.[^"]+)"/gm);
    for (const [, type, target = ""] of statements) {
      const to = normalize(join(dirname(path), target));
      const arrow = { from: folderOf(path), to: folderOf(to), typeOnly: type !== undefined };
      if (arrow.from === arrow.to || !to.includes("/")) continue;
      const known = found.get(`${arrow.from} ${arrow.to}`);
      if (!known || known.typeOnly) found.set(`${arrow.from} ${arrow.to}`, arrow);
    }
  }
  return [...found.values()].toSorted((a, b) => `${a.from} ${a.to}`.localeCompare(`${b.from} ${b.to}`));
}
