// Uploads malicious files to a running server: clear answers in time, and no other file is read.
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noStrace, openings, WATCH } from "../../bench/hostile-media/appliance.ts";
import { campaign, faultOf, type Seen } from "../../bench/hostile-media/campaign.ts";

/** Files of one profile, which are read one after the other. */
const PARALLEL = 4;
/** A file may be read for 8 s, and then by ffprobe for 5 s; on a busy machine for four times as long. */
const READING_MS = 13_000;
const BUSY_TIMES = 4;

test("hundreds of hostile files: no crash, no wait, no reading of anything else", async () => {
  const result = await campaign({
    ...{ mutations: 60, seed: 7, parallel: PARALLEL, progress: () => {} },
    limitMs: PARALLEL * BUSY_TIMES * READING_MS,
  });
  expect(result.faults).toEqual([]);
  expect(result.files).toBeGreaterThanOrEqual(Bun.which("ffmpeg") ? 400 : 350);
  expect(result.taken).toBeGreaterThan(0);
  if (result.unwatched !== null) console.warn(`What was opened was not watched: ${result.unwatched}.`);
});

describe("the bench sees", () => {
  const seen = (expected: "refused" | "taken" | "any", more: Partial<Seen>): Seen => ({
    ...{ file: { name: "x", expected }, status: 422, code: "media_unreadable", detail: "Why.", ms: 5 },
    ...more,
  });

  test("an answer that is wrong, no clear no, late, or none", () => {
    const fine = [
      seen("refused", {}),
      seen("any", {}),
      seen("taken", { status: 201 }),
      seen("any", { status: 201 }),
    ];
    expect(fine.flatMap((each) => faultOf(each))).toEqual([]);
    expect(faultOf(seen("any", { ms: 10_001 }), 20_000)).toEqual([]);
    for (const wrong of [
      seen("refused", { status: 201 }),
      seen("taken", {}),
      seen("any", { status: 500, code: "internal" }),
      seen("any", { code: "invalid_request" }),
      seen("refused", { detail: "" }),
      seen("any", { ms: 10_001 }),
      seen("any", { status: 0 }),
    ])
      expect(faultOf(wrong)).toHaveLength(1);
  });

  test.skipIf(noStrace() !== null || Bun.which("ffprobe") === null)(
    "ffprobe follow a playlist where nothing holds it back",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "crier-bait-"));
      try {
        for (const name of ["canary.mp4", "x.mp4"])
          writeFileSync(join(folder, name), "ffconcat version 1.0\nfile 'canary.mp4'\nduration 1\n");
        const trace = join(folder, "trace");
        const probe = ["ffprobe", "-v", "quiet", join(folder, "x.mp4")];
        Bun.spawnSync(["strace", ...WATCH, "-o", trace, ...probe], { stdin: "ignore" });
        const text = readFileSync(trace, "utf8");
        expect(openings(text)).not.toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
