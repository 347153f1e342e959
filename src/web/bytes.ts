// Writes sizes as people read them.
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** Such as `182 KiB`. */
export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(count) / 10));
  const value = count / 1024 ** power;
  return `${value.toFixed(value < 10 && power > 0 ? 1 : 0)} ${UNITS[power]}`;
}
