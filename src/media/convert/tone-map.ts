// HDR colours as every screen shows them: a table from colour to colour, by our own arithmetic, for ffmpeg's lut3d. Every
// ffmpeg has that; few have the filters that would do the arithmetic themselves.

/** How an HDR video counts light: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67). */
export type Curve = "pq" | "hlg";

type Colour = readonly [red: number, green: number, blue: number];

/** Steps of each colour; between them ffmpeg interpolates. Both curves are even to the eye, so the steps are, too. */
const SIZE = 33;
/** The white of things, and the brightest light that stays distinguishable, in candela a square metre (BT.2408). */
const WHITE = 203;
const BRIGHTEST = 1000;

const made = new Map<Curve, string>();

/** The table as a .cube file: HDR in BT.2020 in, SDR in BT.709 out. Made when first needed, and kept: a megabyte. */
export function toneTable(curve: Curve): string {
  const table = made.get(curve) ?? make(curve);
  made.set(curve, table);
  return table;
}

function make(curve: Curve): string {
  const lines = [`LUT_3D_SIZE ${SIZE}`];
  const level = (step: number) => step / (SIZE - 1);
  for (let blue = 0; blue < SIZE; blue++)
    for (let green = 0; green < SIZE; green++)
      for (let red = 0; red < SIZE; red++) {
        const shown = mapTone(narrow(light([level(red), level(green), level(blue)], curve)));
        lines.push(shown.map((share) => signal(share).toFixed(5)).join(" "));
      }
  return `${lines.join("\n")}\n`;
}

/** How bright each is, with the white of things as 1. */
function light(signals: Colour, curve: Curve): Colour {
  if (curve === "pq") return each(signals, (value) => pq(value) / WHITE);
  const scene = each(signals, hlg);
  const [red, green, blue] = scene;
  // What a screen of 1000 cd/m² makes of the scene (BT.2100).
  const screen = (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2 * BRIGHTEST;
  return each(scene, (value) => (value * screen) / WHITE);
}

/** cd/m² of a PQ signal. */
function pq(value: number): number {
  const power = value ** (32 / 2523);
  return 10_000 * (Math.max(power - 3424 / 4096, 0) / (2413 / 128 - (2392 / 128) * power)) ** (16_384 / 2610);
}

/** Light of the scene, 0 to 1, of an HLG signal. */
function hlg(value: number): number {
  return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/** From the wide colours of BT.2020 to those of BT.709; what has no place there goes to its edge. */
function narrow([red, green, blue]: Colour): Colour {
  const narrow: Colour = [
    1.6605 * red - 0.5876 * green - 0.0728 * blue,
    -0.1246 * red + 1.1329 * green - 0.0083 * blue,
    -0.0182 * red - 0.1006 * green + 1.1187 * blue,
  ];
  return each(narrow, (value) => Math.max(0, value));
}

/** Lights pressed into what is left above the things; the hue stays, for all three get less by the same share. */
function mapTone(colour: Colour): Colour {
  const most = Math.max(...colour);
  const share = most > 0 ? compress(most) / most : 1;
  return each(colour, (value) => Math.min(1, value * share));
}

/** Up to here nothing changes. */
const KNEE = 0.3;

/** A hyperbola that goes on smoothly where the straight line ends, and reaches 1 at the brightest light (Möbius). */
function compress(value: number): number {
  if (value <= KNEE) return value;
  const peak = BRIGHTEST / WHITE;
  const a = (-(KNEE ** 2) * (peak - 1)) / (KNEE ** 2 - 2 * KNEE + peak);
  const b = (KNEE ** 2 - 2 * KNEE * peak + peak) / (peak - 1);
  return ((b ** 2 + 2 * b * KNEE + KNEE ** 2) / (b - a)) * ((value + a) / (value + b));
}

/** The signal of which a screen makes this share of its white (BT.1886). */
const signal = (share: number) => share ** (1 / 2.4);

const each = ([red, green, blue]: Colour, change: (value: number) => number): Colour => [
  change(red),
  change(green),
  change(blue),
];
