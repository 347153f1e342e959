// The length of a domain label once it is encoded with punycode (RFC 3492).

const MAX_LABEL = 63;
const [BASE, TMIN, TMAX, SKEW, DAMP] = [36, 1, 26, 38, 700];

/**
 * The length in characters, `xn--` included where other letters make it necessary. Every letter takes one at least, so
 * a label of more than 63 characters is not encoded: then it is their number.
 */
export function encodedLength(label: string): number {
  // Full stops of East Asian writing separate labels too, as in `。`.
  return label.split(/[\u3002\uff0e\uff61]/).reduce((sum, part) => sum + partLength(part) + 1, -1);
}

function partLength(part: string): number {
  const points = Array.from(part, (sign) => sign.codePointAt(0) ?? 0);
  if (!/[^\x20-\x7e]/.test(part)) return part.length;
  if (points.length > MAX_LABEL) return points.length;
  const plain = points.filter((point) => point < 0x80).length;
  return "xn--".length + plain + (plain > 0 ? 1 : 0) + deltasLength(points, plain);
}

/** RFC 3492 6.3, counting digits instead of writing them. */
function deltasLength(points: readonly number[], plain: number): number {
  let [length, delta, bias, done, from] = [0, 0, 72, plain, 0x80];
  while (done < points.length) {
    const point = Math.min(...points.filter((each) => each >= from));
    delta += (point - from) * (done + 1);
    for (const each of points) {
      if (each < point) delta++;
      if (each !== point) continue;
      length += digits(delta, bias);
      bias = adaptBias(delta, done + 1, done === plain);
      delta = 0;
      done++;
    }
    delta++;
    from = point + 1;
  }
  return length;
}

function digits(delta: number, bias: number): number {
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const t = Math.min(Math.max(k - bias, TMIN), TMAX);
    if (rest < t) return k / BASE;
    rest = Math.floor((rest - t) / (BASE - t));
  }
}

/** RFC 3492 6.1. */
function adaptBias(delta: number, points: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : Math.floor(delta / 2);
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - TMIN) * TMAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - TMIN));
  return k + Math.floor(((BASE - TMIN + 1) * rest) / (rest + SKEW));
}
