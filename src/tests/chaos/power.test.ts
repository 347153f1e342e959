// Cuts the power at random moments: unsynced writes are lost, and still nothing is doubled, lost or misreported.
import { describe, expect, test } from "bun:test";
import { seedRandom } from "./kill/random.ts";
import { imageAfter } from "./power/disk.ts";
import type { Op } from "./power/meter.ts";
import { powerCuts, whyNot, type PowerOptions } from "./power/shim.ts";

test("a disk keeps what was synced, and of the rest whatever chance leaves", () => {
  const write = (offset: number, text: string, broken = false): Op => {
    return { kind: "write", file: "wal", offset, data: Buffer.from(text), broken };
  };
  const ops: Op[] = [
    write(0, "kept"),
    { kind: "sync", file: "wal" },
    write(4, "open"),
    write(8, "last", true),
  ];
  const random = seedRandom(1);
  const images = Array.from({ length: 300 }, () => {
    return imageAfter({ database: null, wal: Buffer.from("old") }, ops, random);
  });
  const texts = images.map(({ disk }) => disk.wal?.toString("latin1") ?? "");
  expect(texts.every((text) => text.startsWith("kept"))).toBe(true);
  expect(texts).toContain("kept");
  expect(texts.some((text) => text.startsWith("keptopen"))).toBe(true);
  expect(texts.some((text) => /^kept(o|op|ope)$/.test(text))).toBe(true);
  expect(texts).not.toContain("keptopenlast");
  expect(images.every(({ unsynced, lost }) => unsynced === 2 && lost >= 1)).toBe(true);
  // The name of a file that is new is safe only once its folder was synced.
  const fresh = (more: readonly Op[]) =>
    Array.from(
      { length: 50 },
      () => imageAfter({ database: null, wal: null }, [...ops, ...more], random).disk.wal,
    );
  expect(fresh([])).toContain(null);
  expect(fresh([{ kind: "sync", file: "folder" }])).not.toContain(null);
});

const reason = whyNot();
const CAMPAIGN: Omit<PowerOptions, "cuts" | "seed" | "synchronous"> = {
  targets: 8,
  posts: 2,
  workers: 2,
  faults: { publishing: 0.35, other: 0.04 },
  checkpoint: null,
  untilWrong: false,
  marked: true,
};
const newSeed = () => Math.floor(Math.random() * 1e6);

describe.skipIf(reason !== null)(`power cuts${reason === null ? "" : ` (skipped: ${reason})`}`, () => {
  for (const [name, checkpoint, cuts] of [
    ["at any moment", null, 50],
    ["with a checkpoint every 40 pages", 40, 20],
  ] as const) {
    test(`${cuts} cuts ${name}`, async () => {
      const seed = newSeed();
      const result = await powerCuts({ ...CAMPAIGN, cuts, seed, checkpoint, synchronous: "full" });
      const { verdict, ...figures } = result;
      console.log(
        `power: ${JSON.stringify({ seed, ...figures, posts: verdict.posts, posted: verdict.posted })}`,
      );
      expect({ seed, ...verdict }).toMatchObject({ seed, double: [], lost: [], disagreement: [], stuck: [] });
      // A bench whose cuts cost nothing, or hit nothing under way, proves nothing. How many did depends on the machine.
      expect(result.cuts).toBe(cuts);
      expect(result.losing).toBeGreaterThan(0);
      expect(result.found.uncertain).toBeGreaterThan(0);
      expect(verdict.posted).toBeGreaterThan(0);
    });
  }

  test("with synchronous=NORMAL the same cuts do double posts", async () => {
    // The mark beside the database would see that something is missing, and nothing would be delivered at all.
    const options = { ...CAMPAIGN, cuts: 300, seed: newSeed(), untilWrong: true, marked: false };
    const { verdict } = await powerCuts({ ...options, synchronous: "normal" });
    expect(verdict.double.length).toBeGreaterThan(0);
  });

  test("and the mark beside the database sees it: nothing is delivered from what lost something", async () => {
    const campaign = powerCuts({ ...CAMPAIGN, cuts: 300, seed: newSeed(), synchronous: "normal" });
    await expect(campaign).rejects.toThrow("is older than the one that was here");
  });
});
