// The part of an image that stays: never outside of the image, in the shape that was chosen.
import { expect, test } from "bun:test";
import { fit, move, resize, round, turnedBy, unturn, whole, type Corner } from "./geometry.ts";

const IMAGE = { width: 1600, height: 1200 };

test("moving stops at the edges", () => {
  const area = { x: 100, y: 100, width: 400, height: 300 };
  expect(move(area, -500, 50, IMAGE)).toEqual({ ...area, x: 0, y: 150 });
  expect(move(area, 5000, 5000, IMAGE)).toEqual({ ...area, x: 1200, y: 900 });
});

test("a corner moves while the opposite one stays", () => {
  const area = { x: 100, y: 100, width: 400, height: 300 };
  expect(resize(area, "se", 50, 60, IMAGE, null)).toEqual({ x: 100, y: 100, width: 450, height: 360 });
  expect(resize(area, "nw", 50, -40, IMAGE, null)).toEqual({ x: 150, y: 60, width: 350, height: 340 });
  expect(resize(area, "nw", 5000, 5000, IMAGE, null)).toEqual({ x: 499, y: 399, width: 1, height: 1 });
});

test("a shape is kept from every corner, inside of the image", () => {
  const area = fit(whole(IMAGE), 4 / 5, IMAGE);
  expect(area).toEqual({ x: 320, y: 0, width: 960, height: 1200 });
  for (const corner of ["nw", "ne", "sw", "se"] satisfies Corner[])
    for (const [dx, dy] of [
      [-300, 20],
      [10, -700],
      [4000, 4000],
    ] as const) {
      const { x, y, width, height } = resize(area, corner, dx, dy, IMAGE, 4 / 5);
      expect(width / height).toBeCloseTo(4 / 5);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-9);
      expect(x + width).toBeLessThanOrEqual(IMAGE.width + 1e-9);
      expect(y + height).toBeLessThanOrEqual(IMAGE.height + 1e-9);
    }
});

test("what is sent is whole pixels inside of the image", () => {
  expect(round({ x: 0.4, y: 1199.8, width: 1599.7, height: 0.2 }, IMAGE)).toEqual({
    x: 0,
    y: 1199,
    width: 1600,
    height: 1,
  });
});

test("a way on the screen is found on an image that is shown turned", () => {
  expect(unturn(3, 5, 90)).toEqual([5, -3]);
  expect(unturn(3, 5, 180)).toEqual([-3, -5]);
  expect(unturn(3, 5, 270)).toEqual([-5, 3]);
  expect([turnedBy(0, -1), turnedBy(270, 1)]).toEqual([270, 0]);
});
